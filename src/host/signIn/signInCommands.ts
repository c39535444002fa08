// Commands to sign in to an agent, sign out of it, and forget the secrets that were entered for it.
import type { CommandHandlers } from '../contributions/commands.ts';
import type { SignInArea } from './createSignIn.ts';

export interface SignInCommandsOptions {
  readonly signIn: SignInArea;
  /** The agent of the current session, which is restored or created if there is none yet. */
  readonly currentAgent: () => Promise<string | undefined>;
  /** Shows the chat, with a session of the agent. */
  readonly showChat: (agent: string) => Promise<void>;
}

type SignInCommandId = 'parley.signIn' | 'parley.signOut' | 'parley.forgetSecrets';

export function signInCommands({
  signIn,
  currentAgent,
  showChat,
}: SignInCommandsOptions): Pick<CommandHandlers, SignInCommandId> {
  return {
    'parley.signIn': async ({ agent: named }) => {
      const agent = named ?? (await currentAgent());
      if (agent === undefined) return;
      await showChat(agent);
      await (await signIn.signIns()).open(agent);
    },
    'parley.signOut': async ({ agent: named }) => {
      const agent = named ?? (await currentAgent());
      if (agent === undefined) return;
      const { signOut } = await import('./signOut.ts');
      await signOut(agent, signIn);
    },
    'parley.forgetSecrets': async ({ agent: named }) => {
      const agent = named ?? (await currentAgent());
      if (agent === undefined) return;
      const { forgetSecrets } = await import('./signOut.ts');
      await forgetSecrets(agent, signIn);
    },
  };
}
