// The arithmetic of usage: share, level, warnings, and the words for tokens and cost.
import type { ContextWarning, Cost, Usage, UsageLevel } from '../session/sessionUsage.ts';

const LEVELS: readonly UsageLevel[] = ['normal', 'yellow', 'orange', 'red'];

/** From this share of the context on, a level holds (R101). */
const THRESHOLDS: readonly (readonly [UsageLevel, number])[] = [
  ['red', 0.95],
  ['orange', 0.9],
  ['yellow', 0.75],
];

/** The used share of the context, 0 … (it may exceed 1); undefined when the size is not known or 0 (R103). */
export function usedShare(usage: Usage): number | undefined {
  return usage.size === undefined || usage.size <= 0 ? undefined : usage.used / usage.size;
}

/** The level of a share; exactly 75, 90 and 95 % belong to the higher level. */
export function usageLevelOf(usage: Usage): UsageLevel {
  const share = usedShare(usage);
  if (share === undefined) return 'normal';
  return THRESHOLDS.find(([, from]) => share >= from)?.[0] ?? 'normal';
}

/** The percentage to show, a whole number rounded down, so that 74.9 % never reads as 75. */
export function usedPercent(usage: Usage): number | undefined {
  const share = usedShare(usage);
  return share === undefined ? undefined : Math.floor(share * 100 + 1e-9);
}

/**
 * The warning after the context reached `level`: a level that was not warned of before is, once a session, with those
 * below it; a level that is lower than the warning on display removes it.
 */
export function warnAt(warning: ContextWarning, level: UsageLevel): ContextWarning {
  if (warning.current === level) return warning;
  const { current: _gone, ...rest } = warning;
  if (level === 'normal' || warning.shown.includes(level))
    return warning.current === undefined ? warning : rest;
  const reached = LEVELS.slice(1, LEVELS.indexOf(level) + 1);
  return { current: level, shown: [...new Set([...warning.shown, ...reached])] };
}

/** The warning after the user dismissed it. */
export function dismissWarning(warning: ContextWarning): ContextWarning {
  return { shown: warning.shown };
}

/** Made on first use: it takes a fifth of the time in which Parley is to be activated. */
let compact: Intl.NumberFormat | undefined;

/** A number of tokens, short: `31.4K`. */
export function shortTokens(tokens: number): string {
  compact ??= new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
  return compact.format(tokens);
}

/** `31.4K / 200K tokens (16 %)`, or `31.4K tokens` when the size is not known. */
export function usageText(usage: Usage): string {
  const percent = usedPercent(usage);
  if (usage.size === undefined || percent === undefined) return `${shortTokens(usage.used)} tokens`;
  return `${shortTokens(usage.used)} / ${shortTokens(usage.size)} tokens (${percent} %)`;
}

/** An amount in the agent's unit, never converted (R102): as money for an ISO code, else number and word. */
export function costText({ amount, currency }: Cost, locale?: string): string {
  if (/^[A-Za-z]{3}$/.test(currency)) {
    const digits = Math.abs(amount) > 0 && Math.abs(amount) < 0.1 ? 4 : 2;
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'code',
      maximumFractionDigits: digits,
    }).format(amount);
  }
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(amount)} ${currency}`.trim();
}

/**
 * What was spent between two cumulative costs: all of the later one where the agent began to count anew; undefined when
 * their units differ (they are never summed).
 */
export function costBetween(before: Cost | undefined, after: Cost | undefined): Cost | undefined {
  if (after === undefined) return undefined;
  if (before === undefined) return after;
  if (before.currency !== after.currency) return undefined;
  return after.amount < before.amount
    ? after
    : { amount: after.amount - before.amount, currency: after.currency };
}
