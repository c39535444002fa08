// The arithmetic of usage: share, level, warnings; tokens and costs as text in the display language.
import type { ContextWarning, Cost, Usage, UsageLevel } from '../session/sessionUsage.ts';
import { displayLanguage, lazyFormatter } from '../text/localization.ts';
import { usageStrings } from './usageStrings.ts';

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

const compactNumber = lazyFormatter(
  (language) => new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }),
);
const plainNumber = lazyFormatter(
  (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 4 }),
);
/** The currencies are agents' text, so there may be many. */
const MAX_MONEY_FORMATS = 20;

const percentage = lazyFormatter((language) => new Intl.NumberFormat(language, { style: 'percent' }));

/** A number of tokens, short: `31.4K`. */
export function shortTokens(tokens: number): string {
  return compactNumber().format(tokens);
}

/** `78%`, from a whole number of percent. */
export function percentText(percent: number): string {
  return percentage().format(percent / 100);
}

/** `31.4K / 200K tokens (15%)`, or `31.4K tokens` when the size is not known. */
export function usageText(usage: Usage): string {
  const percent = usedPercent(usage);
  const used = shortTokens(usage.used);
  if (usage.size === undefined || percent === undefined) return usageStrings.tokens(used);
  return usageStrings.tokensOfContext(used, shortTokens(usage.size), percentText(percent));
}

/** An amount in the agent's unit, never converted (R102): as money for an ISO code, else number and unit. */
export function costText({ amount, currency }: Cost): string {
  if (!/^[A-Za-z]{3}$/.test(currency)) return `${plainNumber().format(amount)} ${currency}`.trim();
  const isSmall = Math.abs(amount) > 0 && Math.abs(amount) < 0.1;
  return moneyFormat(currency, isSmall ? 4 : 2).format(amount);
}

/** By currency and digits: an agent uses one or two currencies, and a report formats each of its costs. */
const moneyFormats = lazyFormatter(() => new Map<string, Intl.NumberFormat>());

function moneyFormat(currency: string, maximumFractionDigits: number): Intl.NumberFormat {
  const formats = moneyFormats();
  const id = `${currency} ${maximumFractionDigits}`;
  const known = formats.get(id);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(displayLanguage(), {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    maximumFractionDigits,
  });
  if (formats.size < MAX_MONEY_FORMATS) formats.set(id, made);
  return made;
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
