// Config options outside the panel: native quick picks, cycling, context keys, favourites, remembered choices.
import * as vscode from 'vscode';
import { applyWanted, type ChosenValues } from '../../core/configOptions/configDefaults.ts';
import {
  categoriesOf,
  firstOfCategory,
  nextValue,
  orderOptions,
  shownValue,
  valueName,
} from '../../core/configOptions/configOptions.ts';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { ConfigOption, SelectOption } from '../../core/session/configOption.ts';
import { oneLine } from '../../core/text/oneLine.ts';
import type { Sessions } from '../../core/sessionLifecycle/sessions.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import { categoryKey, setContext } from '../contributions/contextKeys.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import { withoutIcons } from '../window/iconText.ts';
import type { StoredChoices } from './storedChoices.ts';

export interface ConfigControlsOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly current: CurrentSession;
  /** The current session, brought back or begun where there is none yet. */
  readonly currentKey: () => Promise<string>;
  readonly choices: StoredChoices;
  /** Whether the last chosen values are applied to new sessions. */
  readonly remembers: () => boolean;
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
    this.#owned.add(
      store.onEvent('config_options', ({ key, previous, state }) => {
        const isFirst = previous.configOptions.length === 0 && state.configOptions.length > 0;
        if (isFirst) void this.#applyRemembered(key);
      }),
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
      this.#tellMissing(key, category);
      return;
    }
    const shown = shownValue(option, state.pendingConfigChanges);
    const value = nextValue(option, shown, step, choices.favourites(state.agent, option.id));
    if (value !== undefined) await this.change(key, option.id, value);
  }

  /** Lets the user choose a value: of the first option of a category, or of an option chosen first. */
  async pick(category?: string): Promise<void> {
    const { store, currentKey } = this.#options;
    const key = await currentKey();
    const { configOptions: options = [], pendingConfigChanges: pending = [] } = store.state(key) ?? {};
    const option = category === undefined ? await this.#pickOption(key) : firstOfCategory(options, category);
    if (option === undefined) {
      if (category !== undefined || options.length === 0) this.#tellMissing(key, category);
      return;
    }
    const value =
      option.type === 'boolean' ? shownValue(option, pending) !== true : await this.#pickValue(key, option);
    if (value !== undefined) await this.change(key, option.id, value);
  }

  #tellMissing(key: string, category: string | undefined): void {
    const isOpening = this.#options.store.state(key)?.opening === true;
    const text = isOpening
      ? vscode.l10n.t('The session is still being opened. Try again in a moment.')
      : category === undefined
        ? vscode.l10n.t('This session has no options to choose.')
        : vscode.l10n.t('This session has no option of the category “{0}”.', category);
    vscode.window.setStatusBarMessage(text, 4_000);
  }

  async #pickOption(key: string): Promise<ConfigOption | undefined> {
    const state = this.#options.store.state(key);
    if (state === undefined || state.configOptions.length === 0) return undefined;
    const items = orderOptions(state.configOptions).map((option) => ({
      label: withoutIcons(oneLine(option.name) || option.id),
      description: withoutIcons(describeValue(option, shownValue(option, state.pendingConfigChanges))),
      ...(option.description === undefined ? {} : { detail: withoutIcons(oneLine(option.description)) }),
      option,
    }));
    const placeHolder = vscode.l10n.t('Choose an option to change');
    return (await vscode.window.showQuickPick(items, { placeHolder }))?.option;
  }

  #pickValue(key: string, option: SelectOption): Promise<string | undefined> {
    const state = this.#options.store.state(key);
    const { choices } = this.#options;
    const shown = shownValue(option, state?.pendingConfigChanges ?? []);
    const agent = state?.agent ?? '';
    return new Promise((resolve) => {
      const picker = vscode.window.createQuickPick<ValueItem>();
      const refresh = (): void => {
        picker.items = valueItems(option, shown, choices.favourites(agent, option.id));
      };
      refresh();
      picker.title = oneLine(option.name);
      picker.placeholder = vscode.l10n.t('Now: {0}', describeValue(option, shown));
      picker.matchOnDescription = true;
      picker.matchOnDetail = true;
      picker.activeItems = picker.items.filter(({ value }) => value === shown).slice(0, 1);
      picker.onDidTriggerItemButton(({ item }) => {
        if (item.value === undefined) return;
        choices.toggleFavourite(agent, option.id, item.value);
        refresh();
      });
      picker.onDidAccept(() => {
        resolve(picker.selectedItems[0]?.value);
        picker.dispose();
      });
      picker.onDidHide(() => {
        resolve(undefined);
        picker.dispose();
      });
      picker.show();
    });
  }

  #updateContextKeys(): void {
    const { store, current } = this.#options;
    const state = current.shownKey === undefined ? undefined : store.state(current.shownKey);
    const keys = new Set(categoriesOf(state?.configOptions ?? []).map(categoryKey));
    for (const key of this.#keys) if (!keys.has(key)) setContext(key, false);
    for (const key of keys) if (!this.#keys.has(key)) setContext(key, true);
    this.#keys = keys;
  }

  async #applyRemembered(key: string): Promise<void> {
    const { store, sessions, choices, remembers } = this.#options;
    const state = store.state(key);
    if (state === undefined || !remembers()) return;
    const wanted: ChosenValues[string] = choices.chosen(state.agent);
    await applyWanted(state.configOptions, wanted, async (option, value) => {
      await sessions.setConfigOption(key, option.id, value);
      return store.state(key)?.configOptions ?? [];
    });
  }
}

function describeValue(option: ConfigOption, value: string | boolean): string {
  if (option.type === 'select') return valueName(option, String(value));
  return value === true ? vscode.l10n.t('On') : vscode.l10n.t('Off');
}

interface ValueItem extends vscode.QuickPickItem {
  readonly value?: string;
}

/** The values under their groups, favourites first, the current one marked. */
function valueItems(
  option: SelectOption,
  shown: string | boolean,
  favourites: readonly string[],
): ValueItem[] {
  const item = ({
    value,
    name,
    description,
  }: SelectOption['groups'][number]['values'][number]): ValueItem => {
    const isFavourite = favourites.includes(value);
    return {
      label: `${value === shown ? '$(check) ' : ''}${withoutIcons(oneLine(name) || value)}`,
      ...(description === undefined ? {} : { detail: withoutIcons(oneLine(description)) }),
      buttons: [
        {
          iconPath: new vscode.ThemeIcon(isFavourite ? 'star-full' : 'star-empty'),
          tooltip: isFavourite ? vscode.l10n.t('Remove from favourites') : vscode.l10n.t('Add to favourites'),
        },
      ],
      value,
    };
  };
  const separator = (label: string): ValueItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const all = option.groups.flatMap(({ values }) => values);
  const starred = all.filter(({ value }) => favourites.includes(value));
  const rest = option.groups.flatMap(({ name, values }) => {
    const others = values.filter(({ value }) => !favourites.includes(value));
    return others.length === 0 ? [] : [separator(withoutIcons(oneLine(name ?? ''))), ...others.map(item)];
  });
  return starred.length === 0
    ? rest
    : [separator(vscode.l10n.t('Favourites')), ...starred.map(item), ...rest];
}
