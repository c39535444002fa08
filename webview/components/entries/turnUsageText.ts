// What a turn used, in words for its footer.
import type { Entry } from '../../../src/core/session/entries.ts';
import { costBetween, costText, shortTokens } from '../../../src/core/usage/usageFigures.ts';

/** Tokens by kind and what the turn cost; empty when the agent told neither. */
export function turnUsageText(entry: Extract<Entry, { kind: 'turn' }>): readonly string[] {
  const { input, output, cachedRead, cachedWrite, thought, total } = entry.tokens ?? {};
  const spent = costBetween(entry.costBefore, entry.costAfter);
  const cached =
    cachedRead === undefined && cachedWrite === undefined
      ? undefined
      : (cachedRead ?? 0) + (cachedWrite ?? 0);
  const part = (count: number | undefined, word: string): string =>
    count === undefined ? '' : `${shortTokens(count)} ${word}`;
  const kinds = [part(input, 'in'), part(output, 'out'), part(cached, 'cached'), part(thought, 'thought')];
  const told = kinds.filter(Boolean);
  return [
    ...(told.length > 0 ? told : [part(total, 'tokens')]),
    spent === undefined || spent.amount === 0 ? '' : costText(spent),
  ].filter(Boolean);
}
