// The values a user chose last, stored per agent and applied again to a new session.
import * as z from 'zod';
import { valuesOf } from './configOptions.ts';
import type { Immutable } from '../base/immutable.ts';
import type { ConfigOption } from '../session/configOption.ts';

/** By agent, by option id: the value chosen last. */
export const chosenValues = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.boolean()])));
export type ChosenValues = Immutable<z.infer<typeof chosenValues>>;

/** Changes an option and resolves to the options after the agent's answer, changed or not. */
export type ApplyValue = (option: ConfigOption, value: string | boolean) => Promise<readonly ConfigOption[]>;

/**
 * Applies wanted values one by one, each to the options the last answer left, because one option's value can bring or
 * take another. Ends when nothing is left to change; a value that was tried once is never tried again.
 */
export async function applyWanted(
  options: readonly ConfigOption[],
  wanted: Readonly<Record<string, string | boolean>>,
  apply: ApplyValue,
): Promise<void> {
  const tried = new Set<string>();
  let current = options;
  for (;;) {
    const next = current.find((option) => !tried.has(option.id) && differs(option, wanted[option.id]));
    const value = next === undefined ? undefined : wanted[next.id];
    if (next === undefined || value === undefined) return;
    tried.add(next.id);
    current = await apply(next, value);
  }
}

/** Whether an option offers the wanted value and does not have it. */
function differs(option: ConfigOption, wanted: string | boolean | undefined): boolean {
  if (wanted === undefined || wanted === option.currentValue) return false;
  if (option.type === 'boolean') return typeof wanted === 'boolean';
  return valuesOf(option).some(({ value }) => value === wanted);
}
