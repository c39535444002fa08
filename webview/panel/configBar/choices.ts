// The values of a select as the rows of its list: favorites first, then the groups, filtered by the typed text.
import type { ConfigValue, SelectOption } from '../../../src/core/session/configOptions/state.ts';
import { oneLine } from '../../../src/core/text/oneLine.ts';
import { wordMatcher } from '../../../src/core/text/wordMatcher.ts';
import { configBarStrings } from './configBarStrings.ts';

/** Shown of a name or a description; the rest is in the tooltip. */
const MAX_CHARACTERS = 300;

export type ChoiceRow =
  | { readonly kind: 'heading'; readonly key: string; readonly text: string }
  | {
      readonly kind: 'choice';
      readonly key: string;
      readonly value: string;
      readonly name: string;
      readonly description: string;
      readonly isFavorite: boolean;
    };

/** The rows of a list, without empty groups. Every word of `filter` must be in the name, the value or the group. */
export function choiceRows(
  option: SelectOption,
  favorites: readonly string[],
  filter: string,
): readonly ChoiceRow[] {
  const matches = wordMatcher(filter);
  const starred: ChoiceRow[] = [];
  const rest: ChoiceRow[] = [];
  for (const [index, group] of option.groups.entries()) {
    const label = oneLine(group.name ?? '');
    const rows: ChoiceRow[] = [];
    for (const value of group.values) {
      if (!matches(`${value.name} ${value.value} ${label}`)) continue;
      const isFavorite = favorites.includes(value.value);
      (isFavorite ? starred : rows).push(choiceRow(value, `${index}`, isFavorite));
    }
    if (rows.length > 0 && label !== '') {
      rest.push({ kind: 'heading', key: `heading ${index}`, text: label.slice(0, MAX_CHARACTERS) });
    }
    rest.push(...rows);
  }
  if (starred.length === 0) return rest;
  return [{ kind: 'heading', key: 'favorites', text: configBarStrings.favorites() }, ...starred, ...rest];
}

/** A row that can be chosen. */
export type ValueRow = Extract<ChoiceRow, { kind: 'choice' }>;

function choiceRow({ value, name, description }: ConfigValue, group: string, isFavorite: boolean): ChoiceRow {
  return {
    kind: 'choice',
    key: `${group} ${value}`,
    value,
    name: (oneLine(name) || value).slice(0, MAX_CHARACTERS),
    description: oneLine(description ?? '').slice(0, MAX_CHARACTERS),
    isFavorite,
  };
}

function valueRows(rows: readonly ChoiceRow[]): readonly ValueRow[] {
  return rows.filter((row) => row.kind === 'choice');
}

/** The value that Enter chooses: the one that was moved to if it is in the list, else the first. */
export function activeChoice(rows: readonly ChoiceRow[], wanted: string): string | undefined {
  const choices = valueRows(rows);
  return (choices.find(({ value }) => value === wanted) ?? choices[0])?.value;
}

/** The value `step` choices after the active one, within the list. */
export function stepFrom(
  rows: readonly ChoiceRow[],
  active: string | undefined,
  step: number,
): string | undefined {
  const choices = valueRows(rows);
  const from = choices.findIndex(({ value }) => value === active);
  return choices[Math.min(Math.max(from + step, 0), choices.length - 1)]?.value;
}
