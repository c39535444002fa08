// The quick picks of config options and their values, loaded on first use.
import * as vscode from 'vscode';
import type { Event } from '../../core/base/lifecycle.ts';
import { shownValue, valueName } from '../../core/configOptions/configOptions.ts';
import { categoryIcon, categoryLabel, optionGroups } from '../../core/configOptions/optionGroups.ts';
import type { ConfigOption, SelectOption } from '../../core/session/configOptions/state.ts';
import type { SessionState } from '../../core/session/model.ts';
import { oneLine } from '../../core/text/oneLine.ts';
import { withoutIcons } from '../text/iconText.ts';
import { settingsStrings } from '../settings/settingsStrings.ts';
import { configPickerStrings } from './configPickerStrings.ts';
import { acceptTypedAhead } from '../chat/typedAhead.ts';
import type { StoredChoices } from '../settings/storedChoices.ts';

type OptionValue = SelectOption['groups'][number]['values'][number];

interface ValueItem extends vscode.QuickPickItem {
  /** Absent for a heading. */
  readonly value?: string;
}

interface OptionItem extends vscode.QuickPickItem {
  /** Absent for a heading. */
  readonly option?: ConfigOption;
}

/** Lets the user choose one of a session's options, which stand under their categories. */
export async function chooseOption(
  state: SessionState,
  onTypedAhead: Event<string>,
): Promise<ConfigOption | undefined> {
  const items = optionGroups(state.configOptions).flatMap(({ category, options }): OptionItem[] => [
    { label: withoutIcons(categoryLabel(category)), kind: vscode.QuickPickItemKind.Separator },
    ...options.map((option) => ({
      label: withoutIcons(oneLine(option.name) || option.id),
      iconPath: new vscode.ThemeIcon(categoryIcon(category)),
      description: withoutIcons(valueLabel(option, shownValue(option, state.pendingConfigChanges))),
      ...(option.description === undefined ? {} : { detail: withoutIcons(oneLine(option.description)) }),
      option,
    })),
  ]);
  const picker = vscode.window.createQuickPick<OptionItem>();
  picker.items = items;
  picker.placeholder = configPickerStrings.selectOption();
  return (await selectedItem(picker, onTypedAhead))?.option;
}

/** Lets the user choose a value of an option, and star values; `shown` is the current one. */
export async function chooseValue(
  option: SelectOption,
  shown: string | boolean,
  {
    choices,
    agent,
    onTypedAhead,
  }: { readonly choices: StoredChoices; readonly agent: string; readonly onTypedAhead: Event<string> },
): Promise<string | undefined> {
  const picker = vscode.window.createQuickPick<ValueItem>();
  const refresh = (): void => {
    picker.items = valueItems(option, shown, choices.favorites(agent, option.id));
  };
  refresh();
  picker.title = oneLine(option.name);
  picker.placeholder = settingsStrings.currentValue(valueLabel(option, shown));
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.activeItems = picker.items.filter(({ value }) => value === shown).slice(0, 1);
  picker.onDidTriggerItemButton(({ item }) => {
    if (item.value === undefined) return;
    choices.toggleFavorite(agent, option.id, item.value);
    refresh();
  });
  return (await selectedItem(picker, onTypedAhead))?.value;
}

/** Shows a quick pick; resolves to what the user has selected, and disposes of it. */
function selectedItem<T extends vscode.QuickPickItem>(
  picker: vscode.QuickPick<T>,
  onTypedAhead: Event<string>,
): Promise<T | undefined> {
  const typedAhead = acceptTypedAhead(picker, onTypedAhead);
  return new Promise((resolve) => {
    const close = (selected: T | undefined): void => {
      resolve(selected);
      typedAhead.dispose();
      picker.dispose();
    };
    picker.onDidAccept(() => close(picker.selectedItems[0]));
    picker.onDidHide(() => close(undefined));
    picker.show();
  });
}

function valueLabel(option: ConfigOption, value: string | boolean): string {
  if (option.type === 'select') return valueName(option, String(value));
  return value === true ? settingsStrings.on() : configPickerStrings.off();
}

/** The values under their groups, favorites first, the current one marked. */
function valueItems(
  option: SelectOption,
  shown: string | boolean,
  favorites: readonly string[],
): readonly ValueItem[] {
  const isFavorite = ({ value }: OptionValue): boolean => favorites.includes(value);
  const item = (value: OptionValue): ValueItem => valueItem(value, value.value === shown, isFavorite(value));
  const starred = option.groups.flatMap(({ values }) => values).filter(isFavorite);
  const rest = option.groups.flatMap(({ name, values }) => {
    const others = values.filter((value) => !isFavorite(value));
    return others.length === 0 ? [] : [heading(withoutIcons(oneLine(name ?? ''))), ...others.map(item)];
  });
  return starred.length === 0 ? rest : [heading(settingsStrings.favorites()), ...starred.map(item), ...rest];
}

function valueItem(
  { value, name, description }: OptionValue,
  isShown: boolean,
  isFavorite: boolean,
): ValueItem {
  return {
    label: `${isShown ? '$(check) ' : ''}${withoutIcons(oneLine(name) || value)}`,
    ...(description === undefined ? {} : { detail: withoutIcons(oneLine(description)) }),
    buttons: [
      {
        iconPath: new vscode.ThemeIcon(isFavorite ? 'star-full' : 'star-empty'),
        tooltip: isFavorite
          ? configPickerStrings.removeFromFavorites()
          : configPickerStrings.addToFavorites(),
      },
    ],
    value,
  };
}

function heading(label: string): ValueItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
