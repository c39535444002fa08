// The arithmetic of usage: share, level, warnings; tokens and costs as text in the display language.
import type { ContextWarning, Cost, KnownUsage, Usage, UsageLevel } from '../session/usage/state.ts';
import { chosenModel } from '../configOptions/configOptions.ts';
import type { SessionState } from '../session/model.ts';
import { displayLanguage, lazyFormatter } from '../text/localization.ts';
import { usageStrings } from './usageStrings.ts';

const LEVELS: readonly UsageLevel[] = ['normal', 'yellow', 'orange', 'red'];

/** From this share of the context on, a level holds (R101). */
const THRESHOLDS: readonly (readonly [UsageLevel, number])[] = [
  ['red', 0.95],
  ['orange', 0.9],
  ['yellow', 0.75],
];

/** A level warns again once the share has been this far below its threshold. */
const REARMED_BELOW = 0.05;

/** The used share of the context, 0 … (it may exceed 1); undefined when the size is not known or 0 (R103). */
export function usedShare({ used, size }: Usage): number | undefined {
  return used === undefined || size === undefined || size <= 0 ? undefined : used / size;
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
 * The usage as far as it holds: undefined before the agent has reported how much is used, since a compaction, and since the user or
 * the agent chose another model than it was reported for.
 */
export function currentUsage({
  usage,
  configOptions,
  pendingConfigChanges,
}: SessionState): KnownUsage | undefined {
  if (!isKnown(usage) || usage.compaction === 'done') return undefined;
  const isOfModel =
    usage.model === undefined || usage.model === chosenModel(configOptions, pendingConfigChanges);
  return isOfModel ? usage : undefined;
}

function isKnown(usage: Usage | undefined): usage is KnownUsage {
  return usage?.used !== undefined;
}

/** The tokens that still fit into the context; undefined when its size is not known. */
export function remainingTokens(usage: KnownUsage): number | undefined {
  return usage.size === undefined || usage.size <= 0 ? undefined : Math.max(0, usage.size - usage.used);
}

/**
 * The warning at a usage: a level that was not warned of before is, with those below it; a level that is lower than
 * the warning on display removes it. A level warns again once the share was well below it, as after a compaction; one
 * that goes up and down around a threshold does not.
 */
export function warnAt(warning: ContextWarning, usage: Usage): ContextWarning {
  const share = usedShare(usage);
  const level = usageLevelOf(usage);
  const shown = warning.shown.filter(
    (each) => share === undefined || share >= thresholdOf(each) - REARMED_BELOW,
  );
  const isSame = shown.length === warning.shown.length;
  if (warning.current === level) return isSame ? warning : { current: level, shown };
  if (level === 'normal' || shown.includes(level))
    return isSame && warning.current === undefined ? warning : { shown };
  return { current: level, shown: [...new Set([...shown, ...levelsUpTo(level)])] };
}

/** The warning after a compaction that left this usage: every level above it warns again. */
export function warningAfterCompaction(warning: ContextWarning, usage: Usage): ContextWarning {
  const levels = levelsUpTo(usageLevelOf(usage));
  return { ...warning, shown: warning.shown.filter((each) => levels.includes(each)) };
}

function thresholdOf(level: UsageLevel): number {
  return THRESHOLDS.find(([each]) => each === level)?.[1] ?? 0;
}

/** The levels that are warned of, from the first up to this one. */
function levelsUpTo(level: UsageLevel): readonly UsageLevel[] {
  return LEVELS.slice(1, LEVELS.indexOf(level) + 1);
}

/** The warning after the user dismissed it. */
export function dismissWarning(warning: ContextWarning): ContextWarning {
  return { shown: warning.shown };
}

const compactNumber = lazyFormatter(
  (language) => new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }),
);
/** The currencies are agents' text, so there may be many. */
const MAX_COST_FORMATS = 20;

/** Enough for the smallest amounts. */
const MAX_FRACTION_DIGITS = 10;

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
export function usageText(usage: KnownUsage): string {
  const percent = usedPercent(usage);
  const used = shortTokens(usage.used);
  if (usage.size === undefined || percent === undefined) return usageStrings.tokens(used);
  return usageStrings.tokensOfContext(used, shortTokens(usage.size), percentText(percent));
}

/**
 * An amount in the agent's unit, never converted (R102): as money for an ISO code, else number and unit. Small amounts
 * have as many digits as it takes to read them.
 */
export function costText({ amount, currency }: Cost): string {
  const digits = smallAmountDigits(amount);
  return /^[A-Za-z]{3}$/.test(currency)
    ? costFormat(currency, digits).format(amount)
    : `${costFormat(undefined, digits).format(amount)} ${currency}`.trim();
}

/** The digits after the decimal point that an amount below 0.1 needs; undefined for all others. */
function smallAmountDigits(amount: number): number | undefined {
  const size = Math.abs(amount);
  if (size === 0 || size >= 0.1) return undefined;
  return Math.min(MAX_FRACTION_DIGITS, Math.max(4, Math.ceil(-Math.log10(size)) + 1));
}

/** By currency and digits: an agent uses one or two currencies, and a report formats each of its costs. */
const costFormats = lazyFormatter(() => new Map<string, Intl.NumberFormat>());

function costFormat(currency: string | undefined, digits: number | undefined): Intl.NumberFormat {
  const formats = costFormats();
  const id = `${currency ?? ''} ${digits ?? ''}`;
  const known = formats.get(id);
  if (known !== undefined) return known;
  const made = currency === undefined ? numberFormat(digits) : moneyFormat(currency, digits);
  if (formats.size < MAX_COST_FORMATS) formats.set(id, made);
  return made;
}

function numberFormat(maximumFractionDigits = 4): Intl.NumberFormat {
  return new Intl.NumberFormat(displayLanguage(), { maximumFractionDigits });
}

/** With the digits that are usual for the currency; two at least, because agents report parts of a yen. */
function moneyFormat(currency: string, digits: number | undefined): Intl.NumberFormat {
  const style = { style: 'currency', currency } as const;
  const language = displayLanguage();
  const usual = new Intl.NumberFormat(language, style).resolvedOptions().maximumFractionDigits ?? 2;
  return new Intl.NumberFormat(language, { ...style, maximumFractionDigits: digits ?? Math.max(2, usual) });
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
    : { amount: withoutNoise(after.amount - before.amount, after.amount), currency: after.currency };
}

/** A difference of numbers up to `size` without the digits that binary fractions add to it. */
function withoutNoise(difference: number, size: number): number {
  return difference < size * 1e-12 ? 0 : Number(difference.toPrecision(12));
}
