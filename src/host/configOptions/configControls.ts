// Config options outside the panel: context keys, remembered values, and what commands change.
import { categoriesOf } from '../../core/configOptions/configOptions.ts';
import { DisposableStore, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import { categoryKey, setContext } from '../contributions/contextKeys.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { OptionTarget } from './optionCommands.ts';
import type { StoredChoices } from '../settings/storedChoices.ts';

export interface ConfigControlsOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly current: CurrentSession;
  /** The current session, brought back or begun where there is none yet. */
  readonly currentKey: () => Promise<string>;
  readonly choices: StoredChoices;
}

/** Acts on the options of the shown session. */
export class ConfigControls implements Disposable {
  readonly #options: ConfigControlsOptions;
  readonly #owned = new DisposableStore();
  #keys: ReadonlySet<ReturnType<typeof categoryKey>> = new Set();

  constructor(options: ConfigControlsOptions) {
    this.#options = options;
    const { store, current } = options;
    this.#owned.add(
      store.onSelect(
        ({ configOptions }) => configOptions,
        ({ key }) => {
          if (key === current.shownKey) this.#updateContextKeys();
        },
      ),
    );
    this.#owned.add(current.onChange(() => this.#updateContextKeys()));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** Changes an option and remembers the value for the agent. */
  async change(key: string, configId: string, value: string | boolean): Promise<void> {
    const { sessions, store, choices } = this.#options;
    await sessions.setConfigOption(key, configId, value);
    const state = store.state(key);
    const option = state?.configOptions.find(({ id }) => id === configId);
    if (state !== undefined && option?.currentValue === value) choices.choose(state.agent, configId, value);
  }

  /** Gives the first option of a category its next value. */
  async cycle(category: string): Promise<void> {
    const { cycleOption } = await import('./optionCommands.ts');
    await cycleOption(category, await this.#target());
  }

  /** Lets the user choose a value: of the first option of a category, or of an option chosen first. */
  async pick(category: string | undefined, onTypedAhead: Event<string>): Promise<void> {
    const { pickOption } = await import('./optionCommands.ts');
    await pickOption(category, await this.#target(), onTypedAhead);
  }

  async #target(): Promise<OptionTarget> {
    const { store, choices, currentKey } = this.#options;
    const key = await currentKey();
    const change = (configId: string, value: string | boolean): Promise<void> =>
      this.change(key, configId, value);
    return { state: () => store.state(key), choices, change };
  }

  #updateContextKeys(): void {
    const { store, current } = this.#options;
    const state = current.shownKey === undefined ? undefined : store.state(current.shownKey);
    const keys = new Set(categoriesOf(state?.configOptions ?? []).map(categoryKey));
    for (const key of this.#keys) if (!keys.has(key)) setContext(key, false);
    for (const key of keys) if (!this.#keys.has(key)) setContext(key, true);
    this.#keys = keys;
  }
}
