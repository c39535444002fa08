// Which options stand in the row: the first mode at any width, then the models, then the others in the agent's order.
import { firstOfCategory } from '../../../src/core/configOptions/configOptions.ts';
import type { ConfigOption } from '../../../src/core/session/configOptions/state.ts';

/** Characters of a label that stay before its option leaves the row, and the ellipsis after them. */
const CUT_CHARACTERS = 7;
/** A label up to this length is not cut, which would save next to nothing. */
const UNCUT_CHARACTERS = 8;
/** What a control has beside its label: padding, border, gap, and the icon or the switch. */
const BESIDE_LABEL_PX = { select: 28, boolean: 42 } as const;

/** What is measured of a group; the numbers are pixels. */
export interface MeasuredGroup {
  /** The width of its icon and of the space to the group before. */
  readonly overhead: number;
  /** Each as narrow as it can be. */
  readonly options: readonly { readonly option: ConfigOption; readonly width: number }[];
}

/** How long an option stays in the row; the lowest rank stays longest. */
export function rankOf(option: ConfigOption, all: readonly ConfigOption[]): number {
  if (option === firstOfCategory(all, 'mode')) return 0;
  return option.category === 'model' ? 1 : 2;
}

/** The width of a control whose label is cut as far as it may be, as a CSS length. */
export function minimalWidth({ type }: Pick<ConfigOption, 'type'>, label: string): string {
  const characters = label.length <= UNCUT_CHARACTERS ? label.length : CUT_CHARACTERS;
  return `calc(${characters}ch + ${BESIDE_LABEL_PX[type]}px)`;
}

/** The ids of the options that fit. `more`: the width of the button for the rest. The first mode is always among them. */
export function fittingOptions(
  groups: readonly MeasuredGroup[],
  available: number,
  more: number,
): ReadonlySet<string> {
  const all = groups.flatMap(({ options }) => options.map(({ option }) => option));
  const ids = new Set(all.map(({ id }) => id));
  if (widthOf(groups, ids) <= available) return ids;
  const fitting = new Set<string>();
  for (const option of all.toSorted((one, other) => rankOf(one, all) - rankOf(other, all))) {
    fitting.add(option.id);
    if (rankOf(option, all) === 0 || widthOf(groups, fitting) + more <= available) continue;
    fitting.delete(option.id);
    break;
  }
  return fitting;
}

function widthOf(groups: readonly MeasuredGroup[], ids: ReadonlySet<string>): number {
  const widths = groups.map(({ overhead, options }) => {
    const shown = options.filter(({ option }) => ids.has(option.id));
    return shown.length === 0 ? 0 : shown.reduce((sum, { width }) => sum + width, overhead);
  });
  return widths.reduce((sum, width) => sum + width, 0);
}
