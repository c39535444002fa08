// The setting `parley.budget` in each place, as one budget: of two limits for the same thing, the lower one holds.
import * as z from 'zod/mini';
import type { AmountLimits, BudgetSetting, UnitLimits } from './budget.ts';
import { usageStrings } from './usageStrings.ts';

const SCOPES = ['session', 'day'] as const;
const KINDS = ['warn', 'stop'] as const;

/** Further problems are left out: a workspace may have thousands. */
const MAX_PROBLEMS = 20;

const table = z.record(z.string(), z.unknown());

/** A budget, and a sentence for each part that cannot be used. */
export interface ReadBudget {
  readonly budget: BudgetSetting;
  readonly problems: readonly string[];
}

/**
 * The budget that all places together set. A place can only make it stricter: it adds limits and lowers them. A part
 * that cannot be used is reported and spoils no other; undefined is a place that sets nothing. Never throws.
 */
export function budgetFromSettings(values: readonly unknown[]): ReadBudget {
  const problems = new Set<string>();
  const report = (problem: string): void => {
    if (problems.size < MAX_PROBLEMS) problems.add(problem);
  };
  const budgets = values.map((value) => readBudget(value, report));
  const units = new Set(budgets.flatMap((budget) => [...budget.keys()]));
  const entries = [...units].map(
    (unit) => [unit, strictest(budgets.map((each) => each.get(unit) ?? {}))] as const,
  );
  return { budget: Object.fromEntries(entries), problems: [...problems] };
}

function readBudget(value: unknown, report: (problem: string) => void): ReadonlyMap<string, UnitLimits> {
  const units = readTable('', value, report);
  return new Map(
    units.map(([unit, limits]) => {
      const scopes = readTable(unit, limits, report).flatMap(([scope, amounts]) => {
        const known = SCOPES.find((each) => each === scope);
        const path = `${unit}.${scope}`;
        if (known === undefined) report(usageStrings.budgetPartUnknown(path));
        return known === undefined ? [] : [[known, readAmounts(path, amounts, report)] as const];
      });
      return [unit, Object.fromEntries(scopes)];
    }),
  );
}

function readAmounts(path: string, value: unknown, report: (problem: string) => void): AmountLimits {
  const amounts = readTable(path, value, report).flatMap(([kind, amount]) => {
    const known = KINDS.find((each) => each === kind);
    const parsed = z.number().check(z.positive()).safeParse(amount);
    if (known === undefined) report(usageStrings.budgetPartUnknown(`${path}.${kind}`));
    else if (!parsed.success) report(usageStrings.budgetAmountInvalid(`${path}.${kind}`));
    return known === undefined || !parsed.success ? [] : [[known, parsed.data] as const];
  });
  return Object.fromEntries(amounts);
}

function readTable(
  path: string,
  value: unknown,
  report: (problem: string) => void,
): readonly (readonly [string, unknown])[] {
  if (value === undefined) return [];
  const parsed = table.safeParse(value);
  if (!parsed.success) report(usageStrings.budgetPartNotObject(path));
  return parsed.success ? Object.entries(parsed.data) : [];
}

function strictest(all: readonly UnitLimits[]): UnitLimits {
  const scopes = SCOPES.map((scope) => [scope, lowest(all.map((limits) => limits[scope] ?? {}))] as const);
  return Object.fromEntries(scopes);
}

function lowest(all: readonly AmountLimits[]): AmountLimits {
  const amounts = KINDS.flatMap((kind) => {
    const set = all.map((limits) => limits[kind]).filter((amount) => amount !== undefined);
    return set.length === 0 ? [] : [[kind, Math.min(...set)] as const];
  });
  return Object.fromEntries(amounts);
}
