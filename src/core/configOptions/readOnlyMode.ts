// The mode in which an agent changes nothing, where it has one.
import type { ConfigOption, SelectOption } from '../session/configOptions/state.ts';
import { valuesOf } from './configOptions.ts';

/** The best first: Codex, Claude and Gemini have the first two, others only answer in the last ones. */
const NAMES = [/^read[-_ ]?only$/i, /^plan(?:ning)?$/i, /^ask$/i, /^architect$/i];

export interface ReadOnlyMode {
  readonly option: SelectOption;
  readonly value: string;
}

/** Found by the id or the name of a value, because ACP does not say what a mode allows. */
export function readOnlyMode(options: readonly ConfigOption[]): ReadOnlyMode | undefined {
  for (const isMeant of NAMES) {
    for (const option of options) {
      if (option.category !== 'mode' || option.type !== 'select') continue;
      const found = valuesOf(option).find(
        ({ value, name }) => isMeant.test(value) || isMeant.test(name.trim()),
      );
      if (found !== undefined) return { option, value: found.value };
    }
  }
  return undefined;
}
