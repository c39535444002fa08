// Sets the context keys that say how one can sign in to the agent of the current session, and out of it.
import type { Agents } from '../../../core/agentUpkeep/agentDirectory.ts';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import type { CurrentSession } from '../../../host/chat/currentSession.ts';
import { contextSetter } from '../../../host/contributions/contextKeys.ts';
import type { AgentSecrets } from '../../../host/agents/agentSecrets.ts';
import type { SignInContext } from '../feature.ts';

const setContext = contextSetter<SignInContext>();

export interface SignInContextOptions {
  readonly store: SessionStore;
  readonly agents: Agents;
  readonly current: CurrentSession;
  readonly secrets: AgentSecrets;
}

const KEYS = ['parley.signsIn', 'parley.signsOut', 'parley.hasSecrets'] as const;

/** Keeps the context keys up to date. */
export function watchSignIn({ store, agents, current, secrets }: SignInContextOptions): Disposable {
  const owned = new DisposableStore();
  const known = new Map<(typeof KEYS)[number], boolean>();
  const update = (): void => {
    const name = store.state(current.shownKey ?? '')?.agent;
    const { description, status } = (name === undefined ? undefined : agents.existing(name)) ?? {};
    const needsSignIn = status?.state === 'needs-sign-in';
    const values = {
      'parley.signsIn': needsSignIn || (description?.authMethods.length ?? 0) > 0,
      'parley.signsOut': description?.signsOut === true && !needsSignIn,
      'parley.hasSecrets': name !== undefined && secrets.names(name).length > 0,
    };
    for (const key of KEYS) {
      if ((known.get(key) ?? false) === values[key]) continue;
      known.set(key, values[key]);
      setContext(key, values[key]);
    }
  };
  owned.add(agents.onStatusChange(update));
  owned.add(secrets.onChange(update));
  owned.add(current.onChange(update));
  update();
  return owned;
}
