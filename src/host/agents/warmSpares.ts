// Keeps one empty session ready with each agent in use (`parley.warmSpare`), so that a new session is there at once.
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Agents } from './agentDirectory.ts';

export interface WarmSparesOptions {
  readonly store: SessionStore;
  readonly agents: Agents;
  /** Makes an empty session with the agent unless there is one that nobody looks at. */
  readonly makeSpare: (agent: string) => void;
  readonly isWanted: () => boolean;
}

/** Makes a spare as soon as the last one is used. Lists do not show it. */
export class WarmSpares implements Disposable {
  readonly #owned = new DisposableStore();

  constructor({ store, agents, makeSpare, isWanted }: WarmSparesOptions) {
    this.#owned.add(
      store.onEvent(['prompt_started', 'opened'], ({ state }) => {
        const isReady = agents.existing(state.agent)?.status.state === 'ready';
        if (isReady && isWanted()) makeSpare(state.agent);
      }),
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
