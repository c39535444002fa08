// Limits on what sessions may cost: per session and per day, each in its own unit, never summed across units.
import * as z from 'zod/mini';
import type { Immutable } from '../base/immutable.ts';
import { ownValue } from '../base/ownValue.ts';
import type { Cost } from '../session/usage/state.ts';
import { costText } from './usageFigures.ts';
import { usageStrings } from './usageStrings.ts';

/** A unit (`EUR`, `USD`, `credits`, …) and its limits, as `budgetSetting.ts` reads them. */
export type BudgetSetting = Readonly<Record<string, UnitLimits>>;

/** The limits in one unit. */
export interface UnitLimits {
  readonly session?: AmountLimits;
  readonly day?: AmountLimits;
}

/** Amounts, positive. */
export interface AmountLimits {
  readonly warn?: number;
  readonly stop?: number;
}

/** What was spent on a day, by unit; stored, so that it counts after a restart. */
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
  /** The cumulative cost that was reported last. */
  readonly #reported = new Map<string, Cost>();
  /** What sessions cost in all: an agent that was restarted counts from zero. */
  readonly #sessionCosts = new Map<string, Cost>();
  readonly #reachedLimits = new Set<string>();
  /** Sessions that the user lets continue over the limit. */
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
   * Records a session's cumulative cost on `day` (ISO date); `before` is what it had cost when this window got it,
   * which was spent before. Returns the limits it reaches for the first time.
   */
  spend(session: string, cost: Cost, day: string, before?: Cost): readonly LimitReached[] {
    const { currency } = cost;
    if (!Number.isFinite(cost.amount)) return [];
    const spentBefore = amountOf(this.#reported.get(session) ?? before, currency);
    this.#reported.set(session, cost);
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

  /** The user lets a session continue over its limits. */
  release(session: string): void {
    this.#released.add(session);
  }

  #reached(
    scope: 'session' | 'day',
    where: string,
    spent: Cost,
    bounds: AmountLimits,
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

/** The amount of a cost in a unit; a negative cost counts as zero. */
function amountOf(cost: Cost | undefined, currency: string): number {
  return cost?.currency === currency ? Math.max(0, cost.amount) : 0;
}

/** Finite, because what is not cannot be stored. */
function sum(one: number, other: number): number {
  return Math.min(one + other, Number.MAX_VALUE);
}

/** A sentence about a limit that was reached, and a second one where that ended the running turn. */
export function limitText({ scope, spent, limit: bound, kind }: LimitReached, endedTurn = false): string {
  const amounts = [costText(spent), costText({ amount: bound, currency: spent.currency })] as const;
  if (endedTurn) {
    return scope === 'session'
      ? usageStrings.sessionStopEndedTurn(...amounts)
      : usageStrings.dayStopEndedTurn(...amounts);
  }
  if (scope === 'session') {
    return kind === 'stop' ? usageStrings.sessionStop(...amounts) : usageStrings.sessionWarning(...amounts);
  }
  return kind === 'stop' ? usageStrings.dayStop(...amounts) : usageStrings.dayWarning(...amounts);
}
