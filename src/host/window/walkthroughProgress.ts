// Sets the context keys that tick the steps of the walkthrough: by what has happened, not by what was opened.
import type * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { SignInCards } from '../../core/ports/signInCards.ts';
import { setContext } from '../contributions/contextKeys.ts';
import { onSettingsChange } from '../contributions/settings.ts';
import { configuredAgents, DEMO_AGENT } from '../settings/settings.ts';

export interface WalkthroughProgressOptions {
  readonly store: SessionStore;
  readonly signInCards: SignInCards;
  /** What has happened once stays so in later windows. */
  readonly state: Pick<vscode.Memento, 'get' | 'update'>;
}

const LASTING = ['parley.hasSignedIn', 'parley.hasAnswer', 'parley.hasDecided'] as const;

/** Keeps the context keys up to date. */
export function watchWalkthrough({ store, signInCards, state }: WalkthroughProgressOptions): Disposable {
  const owned = new DisposableStore();
  const done = new Set<string>();
  const happened = (key: (typeof LASTING)[number]): void => {
    if (done.has(key)) return;
    done.add(key);
    setContext(key, true);
    if (state.get(key) !== true) void state.update(key, true);
  };
  for (const key of LASTING) {
    if (state.get(key) === true) happened(key);
  }
  const updateAgents = (): void => setContext('parley.hasAgent', configuredAgents().length > 0);
  updateAgents();
  owned.add(onSettingsChange((affects) => affects('agents') && updateAgents()));
  owned.add(
    store.onEvent('turn_ended', ({ event, state: { agent } }) => {
      if (event.stopReason !== 'end_turn') return;
      happened('parley.hasAnswer');
      // An agent that answers needs no sign-in any more; the demo agent never needed one.
      if (agent !== DEMO_AGENT) happened('parley.hasSignedIn');
    }),
  );
  owned.add(
    store.onEvent('permission_closed', ({ event }) => {
      if (event.decision?.by === 'user') happened('parley.hasDecided');
    }),
  );
  owned.add(
    signInCards.onChange((agent) => {
      if (signInCards.of(agent)?.progress?.state === 'done') happened('parley.hasSignedIn');
    }),
  );
  return owned;
}
