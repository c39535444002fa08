// Limits on what sessions may cost: per session and per day, each in its own unit, never summed across units.
import * as z from 'zod';
import type { Immutable } from '../base/immutable.ts';
import { ownValue } from '../base/ownValue.ts';
import type { Cost } from '../session/sessionUsage.ts';
import { costText } from './usageFigures.ts';

const limit = z.object({
  warn: z.number().positive().exactOptional(),
  stop: z.number().positive().exactOptional(),
});
const limits = z.object({ session: limit.exactOptional(), day: limit.exactOptional() });

/** The setting `parley.budget`: a unit (`EUR`, `USD`, `credits`, …) and its limits. */
export const budgetSetting = z.record(z.string(), limits);
export type BudgetSetting = Immutable<z.infer<typeof budgetSetting>>;

/** What was spent on a day, by unit; kept over restarts. */
export const daySpending = z.object({ day: z.string(), spent: z.record(z.string(), z.number()) });
export type DaySpending = Immutable<z.infer<typeof daySpending>>;

/** A limit that was just reached. */
export interface LimitReached {
  readonly kind: 'warn' | 'stop';
  readonly scope: 'session' | 'day';
  readonly spent: Cost;
  readonly limit: number;
}

/** Adds up costs and says when a limit is reached; each limit once per session or day. */
export class Budget {
  #setting: BudgetSetting = {};
  #today: DaySpending;
  /** The cumulative cost that was told last. */
  readonly #told = new Map<string, Cost>();
  /** What sessions cost in all: an agent that was started again counts from nothing. */
  readonly #sessionCosts = new Map<string, Cost>();
  readonly #reachedLimits = new Set<string>();
  /** Sessions whose user said that they go on over the limit. */
  readonly #released = new Set<string>();

  constructor(today: DaySpending) {
    this.#today = today;
  }

  get today(): DaySpending {
    return this.#today;
  }

  configure(setting: BudgetSetting): void {
    this.#setting = setting;
  }

  /**
   * Takes in a session's cumulative cost on `day` (ISO date); `before` is what it had cost when this window got it,
   * which was spent before. Returns the limits it reaches for the first time.
   */
  spend(session: string, cost: Cost, day: string, before?: Cost): readonly LimitReached[] {
    const { currency } = cost;
    if (!Number.isFinite(cost.amount)) return [];
    const spentBefore = amountOf(this.#told.get(session) ?? before, currency);
    this.#told.set(session, cost);
    const amount = amountOf(cost, currency);
    const spent = amount >= spentBefore ? amount - spentBefore : amount;
    const known = amountOf(this.#sessionCosts.get(session) ?? before, currency);
    const total = { amount: sum(known, spent), currency };
    this.#sessionCosts.set(session, total);
    if (this.#today.day !== day) this.#today = { day, spent: {} };
    const spentToday = sum(ownValue(this.#today.spent, currency) ?? 0, spent);
    if (spent > 0) this.#today = { day, spent: { ...this.#today.spent, [currency]: spentToday } };
    const { session: perSession = {}, day: perDay = {} } = ownValue(this.#setting, currency) ?? {};
    return [
      ...this.#reached('session', session, total, perSession),
      ...this.#reached('day', day, { amount: spentToday, currency }, perDay),
    ];
  }

  /**
   * The stop that a session's next prompt would pass, if the user has not released the session. `before` is what it
   * had cost when this window got it.
   */
  stopFor(session: string, day: string, before?: Cost): LimitReached | undefined {
    if (this.#released.has(session)) return undefined;
    const cost = this.#sessionCosts.get(session) ?? before;
    const perSession = cost === undefined ? undefined : ownValue(this.#setting, cost.currency)?.session?.stop;
    if (cost !== undefined && perSession !== undefined && cost.amount >= perSession) {
      return { kind: 'stop', scope: 'session', spent: cost, limit: perSession };
    }
    if (this.#today.day !== day) return undefined;
    for (const [currency, amount] of Object.entries(this.#today.spent)) {
      const perDay = ownValue(this.#setting, currency)?.day?.stop;
      if (perDay !== undefined && amount >= perDay) {
        return { kind: 'stop', scope: 'day', spent: { amount, currency }, limit: perDay };
      }
    }
    return undefined;
  }

  /** The user lets a session go on over its limits. */
  release(session: string): void {
    this.#released.add(session);
  }

  #reached(
    scope: 'session' | 'day',
    where: string,
    spent: Cost,
    bounds: { readonly warn?: number; readonly stop?: number },
  ): readonly LimitReached[] {
    return (['warn', 'stop'] as const).flatMap((kind) => {
      const bound = bounds[kind];
      const name = `${scope} ${where} ${kind} ${spent.currency}`;
      if (bound === undefined || spent.amount < bound || this.#reachedLimits.has(name)) return [];
      this.#reachedLimits.add(name);
      return [{ kind, scope, spent, limit: bound }];
    });
  }
}

/** The amount of a cost in a unit; a cost below nothing is nothing. */
function amountOf(cost: Cost | undefined, currency: string): number {
  return cost?.currency === currency ? Math.max(0, cost.amount) : 0;
}

/** Finite, because what is not cannot be stored. */
function sum(one: number, other: number): number {
  return Math.min(one + other, Number.MAX_VALUE);
}

/** A sentence about a limit that was reached. */
export function limitText(reached: LimitReached): string {
  const { scope, spent, limit: bound, kind } = reached;
  const where = scope === 'session' ? 'This session has' : 'The sessions of today have';
  const what = kind === 'stop' ? 'The budget is' : 'The warning is set at';
  return `${where} cost ${costText(spent)}. ${what} ${costText({ amount: bound, currency: spent.currency })}.`;
}
