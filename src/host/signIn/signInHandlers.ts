// What the panel asks for to sign in and out.
import { runCommand } from '../contributions/commands.ts';
import type { SignInAction } from '../../core/panel/signInCard.ts';
import type { AgentRedactors } from '../../core/secrets/agentRedactors.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { SignInArea } from './createSignIn.ts';
import { shownCommandLine } from './shownSignIn.ts';

export interface SignInHandlersOptions {
  readonly store: SessionStore;
  readonly redactors: AgentRedactors;
  readonly signIn: SignInArea;
}

export function signInHandlers({
  store,
  redactors,
  signIn,
}: SignInHandlersOptions): Pick<PanelHandlers, 'sign_in' | 'sign_in_action'> {
  return {
    sign_in: async ({ key, methodId, commandLine }) => {
      const agent = store.state(key)?.agent;
      if (agent === undefined) return;
      const signIns = await signIn.signIns();
      // What runs is what the user has read: the agent may have listed another command since.
      await signIns.start(agent, methodId, ({ command }) =>
        command === undefined
          ? commandLine === undefined
          : shownCommandLine(command, redactors.of(agent)) === commandLine,
      );
    },
    sign_in_action: async ({ key, action }) => {
      const agent = store.state(key)?.agent;
      if (agent !== undefined) await runAction(action, agent, signIn);
    },
  };
}

async function runAction(action: SignInAction, agent: string, { signIns }: SignInArea): Promise<void> {
  switch (action) {
    case 'cancel':
      (await signIns()).cancel(agent);
      return;
    case 'close':
      (await signIns()).close(agent);
      return;
    case 'sign_out':
      await runCommand('parley.signOut', agent);
      return;
    case 'forget_secrets':
      await runCommand('parley.forgetSecrets', agent);
  }
}
