// The mode and the model of a session that stand beside its config options: for agents that offer no option for them.
import type { ConfigOption } from '../session/configOptions/state.ts';

/** The options with those of the legacy ones that none of them stands for (R92). */
export function withLegacyOptions<Option extends ConfigOption>(
  own: readonly Option[],
  legacy: readonly Option[],
): Option[] {
  return [...legacy.filter((option) => !own.some((other) => isSame(other, option))), ...own];
}

/** An agent may leave out the category of an option that is called so, or has the same values. */
function isSame(own: ConfigOption, legacy: ConfigOption): boolean {
  if (own.category === legacy.category || own.id.toLowerCase() === legacy.id) return true;
  const [values, known] = [valuesOf(own), valuesOf(legacy)];
  return known.length > 0 && known.every((value) => values.includes(value));
}

function valuesOf(option: ConfigOption): readonly string[] {
  return option.type === 'select'
    ? option.groups.flatMap(({ values }) => values.map(({ value }) => value))
    : [];
}
