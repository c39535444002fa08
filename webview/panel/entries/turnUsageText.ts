// What a turn used, for its footer.
import type { Entry } from '../../../src/core/session/entries.ts';
import { costBetween, costText, shortTokens } from '../../../src/core/usage/usageFigures.ts';
import { entriesStrings } from './entriesStrings.ts';

/** All tokens together and what the turn cost; empty when the agent reported neither. */
export function turnSummary(entry: Extract<Entry, { kind: 'turn' }>): readonly string[] {
  const { input, output, cachedRead, cachedWrite, thought, total } = entry.tokens ?? {};
  const kinds = [input, output, cachedRead, cachedWrite, thought].filter((count) => count !== undefined);
  const tokens = total ?? (kinds.length === 0 ? undefined : kinds.reduce((sum, count) => sum + count, 0));
  return [tokens === undefined ? '' : entriesStrings.tokens(shortTokens(tokens)), spentText(entry)].filter(
    Boolean,
  );
}

function spentText({ costBefore, costAfter }: Extract<Entry, { kind: 'turn' }>): string {
  const spent = costBetween(costBefore, costAfter);
  return spent === undefined || spent.amount === 0 ? '' : costText(spent);
}

/** Tokens by kind and what the turn cost; empty when the agent reported neither. */
export function turnUsageText(entry: Extract<Entry, { kind: 'turn' }>): readonly string[] {
  const { input, output, cachedRead, cachedWrite, thought, total } = entry.tokens ?? {};
  const cached =
    cachedRead === undefined && cachedWrite === undefined
      ? undefined
      : (cachedRead ?? 0) + (cachedWrite ?? 0);
  const part = (count: number | undefined, label: (tokens: string) => string): string =>
    count === undefined ? '' : label(shortTokens(count));
  const kinds = [
    part(input, entriesStrings.inputTokens),
    part(output, entriesStrings.outputTokens),
    part(cached, entriesStrings.cachedTokens),
    part(thought, entriesStrings.reasoningTokens),
  ].filter(Boolean);
  return [...(kinds.length > 0 ? kinds : [part(total, entriesStrings.tokens)]), spentText(entry)].filter(
    Boolean,
  );
}
