// Usage: share, levels, warnings, the text of tokens and costs, the cost of a turn.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce/reduce.ts';
import { configureLocalization } from '../../../src/core/text/localization.ts';
import {
  costBetween,
  costText,
  usageLevelOf,
  usageText,
  usedPercent,
} from '../../../src/core/usage/usageFigures.ts';

function used(share: number, size = 1_000): SessionEvent {
  return { type: 'usage', at: 1, usage: { used: share * size, size } };
}

function fold(...events: readonly SessionEvent[]): SessionState {
  return events.reduce(reduce, emptySession('s', 'agent', '/work'));
}

describe('R101 levels', () => {
  test.each([
    [0, 'normal'],
    [749, 'normal'],
    [750, 'yellow'],
    [899, 'yellow'],
    [900, 'orange'],
    [949, 'orange'],
    [950, 'red'],
    [2_000, 'red'],
  ] as const)('%i of 1000 is %s', (tokens, level) => {
    expect(usageLevelOf({ used: tokens, size: 1_000 })).toBe(level);
  });

  test('R103 no size, no percentage, no warning', () => {
    expect(usageLevelOf({ used: 10 })).toBe('normal');
    expect(usageLevelOf({ used: 10, size: 0 })).toBe('normal');
    expect(usedPercent({ used: 10, size: 0 })).toBeUndefined();
    expect(usageText({ used: 31_400 })).toBe('31.4K tokens');
  });

  test('the text has both figures and the percentage', () => {
    expect(usageText({ used: 31_400, size: 200_000 })).toBe('31.4K / 200K tokens (15%)');
    expect(usedPercent({ used: 749, size: 1_000 })).toBe(74);
    expect(usedPercent({ used: 750, size: 1_000 })).toBe(75);
  });
});

describe('warnings', () => {
  const warning = (...events: readonly SessionEvent[]) => fold(...events).contextWarning.current;

  test('each level warns when it is reached', () => {
    expect(warning(used(0.74))).toBeUndefined();
    expect(warning(used(0.75))).toBe('yellow');
    expect(warning(used(0.75), used(0.9))).toBe('orange');
    expect(warning(used(0.75), used(0.9), used(0.95))).toBe('red');
  });

  test('falling below removes it, and the same level does not come again', () => {
    expect(warning(used(0.8), used(0.2))).toBeUndefined();
    expect(warning(used(0.8), used(0.2), used(0.8))).toBeUndefined();
    expect(warning(used(0.8), used(0.2), used(0.92))).toBe('orange');
    expect(warning(used(0.96), used(0.8))).toBeUndefined();
  });

  test('a dismissed warning stays away until the next level', () => {
    const dismissed: SessionEvent = { type: 'context_warning_dismissed', at: 2 };
    expect(warning(used(0.8), dismissed, used(0.81))).toBeUndefined();
    expect(warning(used(0.8), dismissed, used(0.91))).toBe('orange');
  });
});

describe('R102 cost', () => {
  test('money is shown with its code, other units with their name', () => {
    expect(costText({ amount: 1.5, currency: 'EUR' })).toMatch(/^EUR\s1\.50$/);
    expect(costText({ amount: 0.0123, currency: 'USD' })).toMatch(/^USD\s0\.0123$/);
    expect(costText({ amount: 12, currency: 'credits' })).toBe('12 credits');
  });

  test('units are never mixed', () => {
    expect(costBetween({ amount: 1, currency: 'EUR' }, { amount: 3, currency: 'EUR' })).toEqual({
      amount: 2,
      currency: 'EUR',
    });
    expect(costBetween({ amount: 1, currency: 'EUR' }, { amount: 3, currency: 'USD' })).toBeUndefined();
  });

  test('an agent that counts anew has spent what it counted since', () => {
    const spent = costBetween({ amount: 5, currency: 'EUR' }, { amount: 2, currency: 'EUR' });
    expect(spent).toEqual({ amount: 2, currency: 'EUR' });
  });

  test('a new session of the agent begins with an empty context and no cost', () => {
    const state = fold(used(0.96), { type: 'opened', at: 2, sessionId: 'n' });
    expect(state).not.toHaveProperty('usage');
    expect(state.contextWarning).toEqual({ shown: [] });
  });

  test('the footer of a turn knows the cost before and after, also when it comes late', () => {
    const cost = (amount: number): SessionEvent => ({
      type: 'usage',
      at: 1,
      usage: { used: 1, size: 10, cost: { amount, currency: 'EUR' } },
    });
    const state = fold(
      cost(1),
      { type: 'prompt_started', at: 2, content: [] },
      cost(2),
      { type: 'turn_ended', at: 3, stopReason: 'end_turn', tokens: { input: 5 } },
      cost(3),
    );
    expect(state.entries.flat().at(-1)).toMatchObject({
      costBefore: { amount: 1 },
      costAfter: { amount: 3 },
      tokens: { input: 5 },
    });
  });

  test.each([
    ['an agent that was restarted and counts from zero', []],
    ['what is reported while the session is reopened', [{ type: 'opening', at: 4 }]],
  ] as const)('%s does not change what the last turn cost', (_who, events) => {
    const cost = (amount: number): SessionEvent => ({
      type: 'usage',
      at: 5,
      usage: { used: 1, size: 10, cost: { amount, currency: 'EUR' } },
    });
    const state = fold(
      { type: 'prompt_started', at: 2, content: [] },
      cost(2),
      { type: 'turn_ended', at: 3, stopReason: 'end_turn' },
      ...events,
      cost(events.length === 0 ? 0 : 7),
    );
    expect(state.entries.flat().at(-1)).toMatchObject({ kind: 'turn', costAfter: { amount: 2 } });
  });
});

test('tokens, shares and costs are written in the display language', () => {
  onTestFinished(() => configureLocalization({ language: 'en' }));
  configureLocalization({ language: 'de', contents: {} });
  expect(usageText({ used: 31_400, size: 200_000 })).toMatch(/\(15\s%\)$/);
  expect(costText({ amount: 1.5, currency: 'EUR' })).toMatch(/^1,50\sEUR$/);
});
