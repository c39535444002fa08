// Config options outside the panel: picking, cycling, context keys, remembered values.
import * as vscode from 'vscode';
import {
  categoriesOf,
  firstOfCategory,
  nextValue,
  shownValue,
} from '../../core/configOptions/configOptions.ts';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { ConfigOption, SelectOption } from '../../core/session/configOption.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import { categoryKey, setContext } from '../contributions/contextKeys.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import { settingsStrings } from './settingsStrings.ts';
import type { StoredChoices } from './storedChoices.ts';

/** How long the status bar shows a message. */
const MESSAGE_MS = 4_000;

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
  async cycle(category: string, step: 1 | -1 = 1): Promise<void> {
    const { store, currentKey, choices } = this.#options;
    const key = await currentKey();
    const state = store.state(key);
    const option = firstOfCategory(state?.configOptions ?? [], category);
    if (state === undefined || option === undefined) {
      this.#reportMissing(key, category);
      return;
    }
    const shown = shownValue(option, state.pendingConfigChanges);
    const value = nextValue(option, shown, step, choices.favorites(state.agent, option.id));
    if (value !== undefined) await this.change(key, option.id, value);
  }

  /** Lets the user choose a value: of the first option of a category, or of an option chosen first. */
  async pick(category?: string): Promise<void> {
    const { store, currentKey } = this.#options;
    const key = await currentKey();
    const { configOptions: options = [], pendingConfigChanges: pending = [] } = store.state(key) ?? {};
    const option = category === undefined ? await this.#pickOption(key) : firstOfCategory(options, category);
    if (option === undefined) {
      if (category !== undefined || options.length === 0) this.#reportMissing(key, category);
      return;
    }
    const value =
      option.type === 'boolean' ? shownValue(option, pending) !== true : await this.#pickValue(key, option);
    if (value !== undefined) await this.change(key, option.id, value);
  }

  #reportMissing(key: string, category: string | undefined): void {
    const isOpening = this.#options.store.state(key)?.opening === true;
    const text = isOpening
      ? settingsStrings.sessionIsOpening()
      : category === undefined
        ? settingsStrings.noOptions()
        : settingsStrings.noOptionOfCategory(category);
    vscode.window.setStatusBarMessage(text, MESSAGE_MS);
  }

  async #pickOption(key: string): Promise<ConfigOption | undefined> {
    const state = this.#options.store.state(key);
    if (state === undefined || state.configOptions.length === 0) return undefined;
    const { pickOption } = await import('./configPicker.ts');
    return pickOption(state);
  }

  async #pickValue(key: string, option: SelectOption): Promise<string | undefined> {
    const { store, choices } = this.#options;
    const state = store.state(key);
    const { pickValue } = await import('./configPicker.ts');
    const shown = shownValue(option, state?.pendingConfigChanges ?? []);
    return pickValue(option, shown, { choices, agent: state?.agent ?? '' });
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
