// What the commands and the panel ask for to sign in and out, and what follows the agents and the shown session for it.
import type { SignInAction } from '../../../core/panel/signInCard.ts';
import type { PanelHandlers } from '../../../host/chat/panelHandlers.ts';
import type { HandlersOf } from '../../../host/contributions/commands.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { SignInStates } from '../core/signInStates.ts';
import type { SignInArguments } from '../feature.ts';
import { joinSignIns } from './joinSignIns.ts';
import { shownCommandLine, shownSignIn } from './shownSignIn.ts';
import { signInAgain } from './signInAgain.ts';
import { watchSignIn } from './signInContext.ts';
import { forgetSecrets, signOut } from './signOut.ts';

type Commands = HandlersOf<SignInArguments>;

export function createSignIn(kernel: Kernel) {
  const { host, session, chat, secrets, signInCards, currentKey } = kernel;
  const { owned, store, redactors, log } = host;
  const { agents } = session;
  const states = owned.add(new SignInStates());
  const signIns = owned.add(joinSignIns(kernel, states));
  owned.add(states.onChange((agent) => signInCards.changed(agent)));
  owned.add(secrets.onChange((agent) => signInCards.changed(agent)));
  signInCards.readWith((agent) =>
    shownSignIn(agents.existing(agent), {
      state: states.of(agent),
      redactor: redactors.of(agent),
      storedVariables: secrets.names(agent),
    }),
  );
  owned.add(watchSignIn({ store, agents, current: chat.current, secrets }));
  owned.add(signInAgain({ store, agents, secrets, signIns, log }));
  const agentOf = (key: string): string | undefined => store.state(key)?.agent;
  const shown = agentOf(chat.current.shownKey ?? '');
  if (shown !== undefined) signInCards.changed(shown);

  const onAgent =
    (run: (agent: string) => Promise<void>): Commands['parley.signIn'] =>
    async ({ agent: named }) => {
      const agent = named ?? agentOf(await currentKey());
      if (agent !== undefined) await run(agent);
    };
  const signOutOf = (agent: string): Promise<void> => signOut(agent, { kernel, signIns });
  const forget = (agent: string): Promise<void> => forgetSecrets(agent, { kernel, signIns });
  const commands: Commands = {
    'parley.signIn': onAgent(async (agent) => {
      if (agentOf(chat.current.shownKey ?? '') !== agent) await chat.current.startNew(agent);
      await chat.chats.reveal();
      await signIns.open(agent);
    }),
    'parley.signOut': onAgent(signOutOf),
    'parley.forgetSecrets': onAgent(forget),
  };
  const actions: Readonly<Record<SignInAction, (agent: string) => Promise<void> | void>> = {
    cancel: (agent) => signIns.cancel(agent),
    close: (agent) => signIns.close(agent),
    sign_out: signOutOf,
    forget_secrets: forget,
  };
  const panel: Pick<PanelHandlers, 'sign_in' | 'sign_in_action'> = {
    sign_in: async ({ key, methodId, commandLine }) => {
      const agent = agentOf(key);
      if (agent === undefined) return;
      // What runs is what the user has read: the agent may have listed another command since.
      await signIns.start(agent, methodId, ({ command }) =>
        command === undefined
          ? commandLine === undefined
          : shownCommandLine(command, redactors.of(agent)) === commandLine,
      );
    },
    sign_in_action: async ({ key, action }) => {
      const agent = agentOf(key);
      if (agent !== undefined) await actions[action](agent);
    },
  };
  return { commands, panel };
}
