// Keeps one empty session ready for each running agent (`parley.warmSpare`), so that new sessions open instantly.
import { DisposableStore, type Disposable } from '../base/lifecycle.ts';
import type { SessionStore } from '../sessionLifecycle/sessionStore.ts';
import type { Agents } from './agentDirectory.ts';

export interface WarmSparesOptions {
  readonly store: SessionStore;
  readonly agents: Agents;
  /** Creates an empty session with the agent, unless there is one that no chat shows. */
  readonly createSpare: (agent: string) => void;
  readonly isEnabled: () => boolean;
}

/** Creates a spare session as soon as the last one is used. Lists do not show it. */
export class WarmSpares implements Disposable {
  readonly #owned = new DisposableStore();

  constructor({ store, agents, createSpare, isEnabled }: WarmSparesOptions) {
    this.#owned.add(
      store.onEvent(['prompt_started', 'opened'], ({ state }) => {
        const isReady = agents.existing(state.agent)?.status.state === 'ready';
        if (isReady && isEnabled()) createSpare(state.agent);
      }),
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
