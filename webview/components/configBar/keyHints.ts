// The default keys of the categories, for tooltips. VS Code gives an extension no way to learn what a user bound.
import { ownValue } from '../../../src/core/base/ownValue.ts';
import { keyText } from '../../ui/keyText.ts';

const KEYS: Readonly<Record<string, string>> = {
  mode: 'Shift+Tab',
  model: 'Ctrl+Alt+/',
  thought_level: "Ctrl+'",
};

/** The default key of a category on this system; undefined when it has none. */
export function keyHint(category: string | undefined): string | undefined {
  const keys = category === undefined ? undefined : ownValue(KEYS, category);
  return keys === undefined ? undefined : keyText(keys);
}
