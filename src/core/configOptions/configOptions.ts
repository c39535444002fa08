// Config options as controls: their values, the next value, the first of a category.
import type {
  ConfigOption,
  ConfigValue,
  PendingConfigChange,
  SelectOption,
} from '../session/configOptions/state.ts';
import { oneLine } from '../text/oneLine.ts';
import { configOptionStrings } from './configOptionStrings.ts';

/** The option that a category's shortcut acts on: its first in the agent's order (R94). */
export function firstOfCategory(
  options: readonly ConfigOption[],
  category: string,
): ConfigOption | undefined {
  return options.find((option) => option.category === category);
}

/** The categories that exist, each once, in the agent's order. */
export function categoriesOf(options: readonly ConfigOption[]): readonly string[] {
  return [...new Set(options.flatMap(({ category }) => (category === undefined ? [] : [category])))];
}

/** All values of a select in the order shown. */
export function valuesOf(option: SelectOption): readonly ConfigValue[] {
  return option.groups.flatMap(({ values }) => values);
}

/** The value to show for an option: what the user just asked for, else what the agent said last. */
export function shownValue(option: ConfigOption, pending: readonly PendingConfigChange[]): string | boolean {
  return pending.findLast(({ configId }) => configId === option.id)?.value ?? option.currentValue;
}

/**
 * The values of all options that choose the model, as one text to compare: some agents have a provider beside it.
 * Undefined where there is none.
 */
export function chosenModel(
  options: readonly ConfigOption[],
  pending: readonly PendingConfigChange[] = [],
): string | undefined {
  const chosen = modelOptions(options).map((option) => [option.id, shownValue(option, pending)] as const);
  return chosen.length === 0 ? undefined : JSON.stringify(chosen);
}

const knownModelOptions = new WeakMap<readonly ConfigOption[], readonly ConfigOption[]>();

/** Remembered, because it is asked for with every event of a session. */
function modelOptions(options: readonly ConfigOption[]): readonly ConfigOption[] {
  const known = knownModelOptions.get(options);
  if (known !== undefined) return known;
  const found = options.filter(({ category, setBy }) => category === 'model' || setBy === 'model');
  knownModelOptions.set(options, found);
  return found;
}

/** The name of a value of a select; a value that is not in its list is its own name. */
export function valueName(option: SelectOption, value: string): string {
  const name = valuesOf(option).find((candidate) => candidate.value === value)?.name ?? value;
  return oneLine(name) || value;
}

/**
 * The value that follows `current` when a user cycles: the other one of a boolean, the next of a select, around the
 * end; among `favorites` only when at least one of them is offered. Undefined when there is nothing to change to.
 */
export function nextValue(
  option: ConfigOption,
  current: string | boolean,
  step: 1 | -1 = 1,
  favorites: readonly string[] = [],
): string | boolean | undefined {
  if (option.type === 'boolean') return current !== true;
  const values = valuesOf(option).map(({ value }) => value);
  const preferred = values.filter((value) => favorites.includes(value));
  const ring = preferred.length > 0 ? preferred : values;
  const at = ring.findIndex((value) => value === current);
  const next = at < 0 ? ring.at(step > 0 ? 0 : -1) : ring[(at + step + ring.length) % ring.length];
  return next === current ? undefined : next;
}

/** Sentences about what differs between two states of the options, for the notice after a change by the agent. */
export function describeChanges(
  before: readonly ConfigOption[],
  after: readonly ConfigOption[],
): readonly string[] {
  return after.flatMap((option) => {
    const old = before.find(({ id }) => id === option.id);
    if (old === undefined || old.currentValue === option.currentValue) return [];
    const name = oneLine(option.name) || option.id;
    const { isNow, isNowOff, isNowOn } = configOptionStrings;
    if (option.type === 'boolean') return [(option.currentValue ? isNowOn : isNowOff)(name)];
    return [isNow(name, valueName(option, option.currentValue))];
  });
}
