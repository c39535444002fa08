// Signing in to agents and out of them, and forgetting the secrets that were entered for it.
import { loadOnce } from '../../core/base/loadOnce.ts';
import { onAgent } from '../../host/contributions/commandArguments.ts';
import type { ArgumentsOf } from '../../host/contributions/commands.ts';
import { feature } from '../../host/feature.ts';
import { inBackground } from '../../host/window/inBackground.ts';

const commands = { 'parley.signIn': onAgent, 'parley.signOut': onAgent, 'parley.forgetSecrets': onAgent };
export type SignInArguments = ArgumentsOf<typeof commands>;

const contextKeys = {
  /** Whether the agent of the current session lists ways to sign in. */
  'parley.signsIn': false,
  /** Whether one can sign out of it. */
  'parley.signsOut': false,
  /** Whether secrets are stored for it. */
  'parley.hasSecrets': false,
};
export type SignInContext = typeof contextKeys;

export const signIn = feature({
  name: 'signIn',
  commands,
  contextKeys,
  start: (kernel) => {
    const { host, session, chat } = kernel;
    const load = loadOnce(async () => (await import('./host/createSignIn.ts')).createSignIn(kernel));
    // Nothing is known of an agent before.
    const follow = (): void => inBackground(host.log, load());
    host.owned.add(session.agents.onStatusChange(follow));
    host.owned.add(chat.current.onChange(follow));
    return load;
  },
});
