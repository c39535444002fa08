// Values that a user chose, applied again: the last ones of an agent to a new session, those of a session when it is back.
import * as z from 'zod/mini';
import { valuesOf } from './configOptions.ts';
import type { Immutable } from '../base/immutable.ts';
import type { ConfigOption } from '../session/configOptions/state.ts';

/** By agent, by option id: the value chosen last. */
export const chosenValues = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.boolean()])));
export type ChosenValues = Immutable<z.infer<typeof chosenValues>>;

/** Changes an option and resolves to the options after the agent's answer, changed or not. */
export type ApplyValue = (option: ConfigOption, value: string | boolean) => Promise<readonly ConfigOption[]>;

/**
 * Applies wanted values one by one, modes first and then models, each to the options the last answer left, because one
 * option's value can bring or take another. Ends when nothing is left to change; a value that was tried once is never tried again.
 */
export async function applyWanted(
  options: readonly ConfigOption[],
  wanted: Readonly<Record<string, string | boolean>>,
  apply: ApplyValue,
): Promise<void> {
  const tried = new Set<string>();
  let current = options;
  for (;;) {
    const next = byUrgency(current).find(
      (option) => !tried.has(option.id) && differs(option, wanted[option.id]),
    );
    const value = next === undefined ? undefined : wanted[next.id];
    if (next === undefined || value === undefined) return;
    tried.add(next.id);
    current = await apply(next, value);
  }
}

/** Whether an option is one of the modes, which say what the agent may do. */
export function isMode({ category, setBy }: ConfigOption): boolean {
  return category === 'mode' || setBy === 'mode';
}

/** Modes, then models, then the rest; among each in the agent's order. */
function byUrgency(options: readonly ConfigOption[]): readonly ConfigOption[] {
  const rank = (option: ConfigOption): number => {
    if (isMode(option)) return 0;
    return option.category === 'model' || option.setBy === 'model' ? 1 : 2;
  };
  return options.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether an option offers the wanted value and does not have it. */
function differs(option: ConfigOption, wanted: string | boolean | undefined): boolean {
  if (wanted === undefined || wanted === option.currentValue) return false;
  if (option.type === 'boolean') return typeof wanted === 'boolean';
  return valuesOf(option).some(({ value }) => value === wanted);
}
