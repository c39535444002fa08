// The groups in which config options are shown: one for each category, in the agent's order, with a name and an icon.
import type { ConfigOption } from '../session/configOptions/state.ts';
import { oneLine } from '../text/oneLine.ts';
import { configOptionStrings } from './configOptionStrings.ts';

/** The options of one category that stand beside each other. */
export interface OptionGroup {
  /** Undefined for options without one. */
  readonly category: string | undefined;
  readonly options: readonly ConfigOption[];
}

/**
 * The options as they are shown, by category: in the agent's order, in which a category stands where its first option
 * stands (R94). Options without a category stay where they are, and those of a model beside it (R96).
 */
export function optionGroups(options: readonly ConfigOption[]): readonly OptionGroup[] {
  const families = new Map<string, number>();
  const categories = new Map<string, number>();
  const placed = options.map((option, index) => ({
    option,
    index,
    family: isCategorized(option) ? firstPlace(families, familyOf(option), index) : index,
    category: isCategorized(option) ? firstPlace(categories, option.category ?? '', index) : index,
  }));
  const ordered = placed.toSorted(
    (a, b) => a.family - b.family || a.category - b.category || a.index - b.index,
  );
  const groups: { category: string | undefined; options: ConfigOption[] }[] = [];
  for (const { option } of ordered) {
    const category = isCategorized(option) ? option.category : undefined;
    const last = groups.at(-1);
    if (last !== undefined && last.category === category) last.options.push(option);
    else groups.push({ category, options: [option] });
  }
  return groups;
}

/** Where something with that name was first. */
function firstPlace(places: Map<string, number>, name: string, index: number): number {
  const known = places.get(name);
  if (known === undefined) places.set(name, index);
  return known ?? index;
}

function isCategorized({ category }: ConfigOption): boolean {
  return category !== undefined && category !== '';
}

/** The categories that stand at one place together. */
function familyOf({ category = '' }: ConfigOption): string {
  return category === 'model_config' ? 'model' : category;
}

const CATEGORY_ICONS: ReadonlyMap<string, string> = new Map([
  ['mode', 'compass'],
  ['model', 'sparkle'],
  ['model_config', 'settings'],
  ['thought_level', 'lightbulb'],
]);

/** The codicon of a category, without prefix. */
export function categoryIcon(category: string | undefined): string {
  return CATEGORY_ICONS.get(category ?? '') ?? (category === undefined ? 'symbol-misc' : 'tag');
}

/** What a category is called. An agent's own is named as the agent spells it, without `_` and in one line. */
export function categoryLabel(category: string | undefined): string {
  const { mode, model, modelConfig, thoughtLevel, otherOptions } = configOptionStrings;
  switch (category) {
    case 'mode':
      return mode();
    case 'model':
      return model();
    case 'model_config':
      return modelConfig();
    case 'thought_level':
      return thoughtLevel();
  }
  const name = oneLine((category ?? '').replace(/[_\s]+/g, ' '));
  return name === '' ? otherOptions() : `${name.slice(0, 1).toLocaleUpperCase()}${name.slice(1)}`;
}
