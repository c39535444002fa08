// The tokens of turns in recordings of real agents, each of which reports them in its own way.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { totalTokens, usageOfSession } from '../../src/features/usage/core/usageReport.ts';
import { replay } from './replay.ts';

function turnTotals(name: string): readonly number[] {
  const text = readFileSync(join(import.meta.dirname, 'recordings', `${name}.ndjson`), 'utf8');
  return usageOfSession(replay(text).state, 'Untitled').turns.map(({ tokens }) => totalTokens(tokens));
}

describe('the tokens of recorded turns', () => {
  it('of Copilot, which adds up its session, are those of each turn', () => {
    const totals = turnTotals('copilot');
    expect(totals.slice(0, 4)).toEqual([1_300, 4_380, 8_900, 8_560]);
    expect(totals.reduce((sum, total) => sum + total, 0)).toBe(44_380);
  });

  it('of Claude, which reports each turn, stay as they are', () => {
    expect(turnTotals('claude').slice(0, 3)).toEqual([1_300, 3_000, 5_580]);
  });

  it('of Gemini CLI come from the quota in its answer', () => {
    expect(turnTotals('gemini').slice(0, 3)).toEqual([1_300, 3_000, 5_580]);
  });

  it('of Qwen Code are the sum of its requests', () => {
    expect(turnTotals('qwen24').slice(0, 1)).toEqual([1_300]);
    expect(turnTotals('qwen24')[2]).toBe(1_780 + 1_860);
  });
});
