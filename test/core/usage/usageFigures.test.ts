// Usage: share, levels, warnings, the text of tokens and costs, the cost of a turn.
import { describe, expect, onTestFinished, test } from 'vitest';
import { agentRefused } from '../../../src/core/agentErrors.ts';
import type { ConfigOption } from '../../../src/core/session/configOptions/state.ts';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';
import { configureLocalization } from '../../../src/core/text/localization.ts';
import {
  costBetween,
  costText,
  currentUsage,
  remainingTokens,
  usageLevelOf,
  usageText,
  usedPercent,
} from '../../../src/core/usage/usageFigures.ts';
import { usageOfSession } from '../../../src/features/usage/core/usageReport.ts';

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

  test('falling below removes it', () => {
    expect(warning(used(0.8), used(0.2))).toBeUndefined();
    expect(warning(used(0.96), used(0.8))).toBeUndefined();
    expect(warning(used(0.8), { type: 'usage', at: 1, usage: { used: 800 } })).toBeUndefined();
  });

  test('a share that goes up and down around a threshold warns once', () => {
    expect(warning(used(0.8), used(0.74), used(0.8))).toBeUndefined();
    expect(warning(used(0.96), used(0.94), used(0.96))).toBeUndefined();
  });

  test.each([
    [0.8, 'yellow'],
    [0.92, 'orange'],
    [0.96, 'red'],
  ] as const)('a context that was emptied and fills up to %f again warns again', (share, level) => {
    expect(warning(used(0.96), used(0.3), used(share))).toBe(level);
    expect(warning(used(0.8), used(0.2), used(share))).toBe(level);
  });

  const compaction = (status: string): SessionEvent => ({
    type: 'compaction',
    at: 2,
    compactionId: 'c',
    status,
  });
  const compacted = [compaction('in_progress'), compaction('completed')];

  test('after a compaction the warning is gone, and even a small drop warns again', () => {
    expect(warning(used(0.96), ...compacted)).toBeUndefined();
    expect(warning(used(0.96), ...compacted, used(0.94))).toBe('orange');
    expect(
      warning(used(0.96), compaction('in_progress'), used(0.93), compaction('completed'), used(0.96)),
    ).toBe('red');
    expect(warning(used(0.96), compaction('in_progress'), compaction('failed'))).toBe('red');
  });

  test('after a compaction the figures are unknown until the agent reports them again', () => {
    const figures = (...events: readonly SessionEvent[]) => currentUsage(fold(...events))?.used;
    expect(figures(used(0.96), compaction('in_progress'))).toBe(960);
    expect(figures(used(0.96), ...compacted)).toBeUndefined();
    expect(figures(used(0.96), compaction('completed'))).toBeUndefined();
    expect(figures(used(0.96), ...compacted, used(0.1))).toBe(100);
    expect(figures(used(0.96), compaction('in_progress'), used(0.1), compaction('completed'))).toBe(100);
    expect(figures(used(0.96), compaction('in_progress'), compaction('cancelled'))).toBe(960);
  });

  test('a dismissed warning stays away until the next level', () => {
    const dismissed: SessionEvent = { type: 'context_warning_dismissed', at: 2 };
    expect(warning(used(0.8), dismissed, used(0.81))).toBeUndefined();
    expect(warning(used(0.8), dismissed, used(0.91))).toBe('orange');
  });
});

describe('R102 cost', () => {
  test('money is shown with its sign, other units with their name', () => {
    expect(costText({ amount: 1.5, currency: 'EUR' })).toMatch(/^€1\.50$/);
    expect(costText({ amount: 0.0123, currency: 'USD' })).toMatch(/^\$0\.0123$/);
    expect(costText({ amount: 12, currency: 'credits' })).toBe('12 credits');
  });

  test.each([
    [0.00001, 'USD', '$0.00001'],
    [0.0000123, 'USD', '$0.000012'],
    [-0.00001, 'USD', '-$0.00001'],
    [0.1, 'USD', '$0.10'],
    [0, 'USD', '$0.00'],
    [1.2345, 'KWD', 'KWD 1.235'],
    [1.2, 'KWD', 'KWD 1.200'],
    [1_234, 'JPY', '¥1,234'],
    [0.00002, 'credits', '0.00002 credits'],
  ])('%f %s can be read', (amount, currency, text) => {
    expect(costText({ amount, currency }).replace(/\s/g, ' ')).toBe(text);
  });

  test('a turn has no digits that are not money', () => {
    const usd = (amount: number) => ({ amount, currency: 'USD' });
    expect(costBetween(usd(0.1), usd(0.4))).toEqual(usd(0.3));
    expect(costBetween(usd(0.3), usd(0.1 + 0.2))).toEqual(usd(0));
  });

  test('a report without a cost keeps the one before, and a cancelled turn is not billed to the next', () => {
    const cost = (amount: number): SessionEvent => ({
      type: 'usage',
      at: 1,
      usage: { used: 1, size: 10, cost: { amount, currency: 'USD' } },
    });
    const begin: SessionEvent = { type: 'prompt_started', at: 2, content: [] };
    const end = (stopReason: string): SessionEvent => ({ type: 'turn_ended', at: 3, stopReason });
    const state = fold(
      begin,
      cost(0.1),
      end('end_turn'),
      begin,
      used(0.2),
      end('cancelled'),
      begin,
      used(0.3),
      cost(0.4),
      end('end_turn'),
      used(0.3),
    );
    expect(state.usage?.cost).toEqual({ amount: 0.4, currency: 'USD' });
    const { turns, cost: whole } = usageOfSession(state, 'Untitled');
    expect(turns.map((turn) => turn.cost?.amount)).toEqual([0.1, 0, 0.3]);
    expect(whole?.amount).toBe(0.4);
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

describe('the model', () => {
  const models = (currentValue: string): readonly ConfigOption[] => [
    {
      id: 'model',
      name: 'Model',
      category: 'model',
      setBy: 'config_option',
      type: 'select',
      currentValue,
      groups: [],
    },
  ];
  const options = (model: string): SessionEvent => ({
    type: 'config_options',
    at: 1,
    options: models(model),
  });
  const figures = (...events: readonly SessionEvent[]) => currentUsage(fold(...events))?.used;
  const asked: SessionEvent = { type: 'config_change_requested', at: 2, configId: 'model', value: 'b' };
  const answered: SessionEvent = {
    type: 'config_options_answered',
    at: 3,
    configId: 'model',
    options: models('b'),
  };

  test('another one than the usage was reported for makes it unknown, but not the cost', () => {
    expect(figures(options('a'), used(0.5), asked)).toBeUndefined();
    expect(figures(options('a'), used(0.5), asked, answered)).toBeUndefined();
    expect(figures(options('a'), used(0.5), options('b'))).toBeUndefined();
    expect(figures(used(0.5), options('a'), options('b'))).toBeUndefined();
    const paid: SessionEvent = {
      type: 'usage',
      at: 1,
      usage: { used: 1, size: 2, cost: { amount: 1, currency: 'USD' } },
    };
    expect(fold(options('a'), paid, asked, answered).usage?.cost?.amount).toBe(1);
  });

  test('is known again with the next report, also with one before the answer', () => {
    expect(figures(options('a'), used(0.5), asked, answered, used(0.1))).toBe(100);
    expect(figures(options('a'), used(0.5), asked, used(0.1), answered)).toBe(100);
    expect(figures(options('a'), used(0.5), asked, answered, options('a'))).toBe(500);
  });

  test('the same one as before leaves the usage as it is', () => {
    expect(figures(used(0.5), options('a'))).toBe(500);
    expect(figures(options('a'), used(0.5), options('a'))).toBe(500);
    const refused: SessionEvent = {
      type: 'config_change_failed',
      at: 3,
      configId: 'model',
      error: agentRefused('Agent', 'no', undefined),
    };
    expect(figures(options('a'), used(0.5), asked, refused)).toBe(500);
  });
});

describe('tokens of turns', () => {
  const begin: SessionEvent = { type: 'prompt_started', at: 2, content: [] };
  const sum = (input: number, output: number): SessionEvent => ({
    type: 'turn_ended',
    at: 3,
    stopReason: 'end_turn',
    sessionTokens: { input, output, total: input + output },
  });
  const totals = (...events: readonly SessionEvent[]) =>
    usageOfSession(fold(...events), 'Untitled').turns.map(({ tokens }) => tokens?.total);

  test('of an agent that adds up its session are the differences', () => {
    expect(totals(begin, sum(100, 10), begin, sum(250, 30), begin, sum(250, 30))).toEqual([110, 170, 0]);
  });

  test('of an agent that was restarted and counts from zero are what it counted since', () => {
    expect(totals(begin, sum(100, 10), begin, sum(40, 20))).toEqual([110, 60]);
  });

  test('of another session of the agent are not compared', () => {
    const opened: SessionEvent = { type: 'opened', at: 1, sessionId: 'new' };
    expect(totals(begin, sum(100, 10), opened, begin, sum(300, 20))).toEqual([110, 320]);
  });

  test('are the sum of the requests where only these are reported', () => {
    const request = (input: number): SessionEvent => ({
      type: 'request_tokens',
      at: 2,
      tokens: { input, total: input + 1 },
    });
    const end: SessionEvent = { type: 'turn_ended', at: 3, stopReason: 'cancelled' };
    expect(totals(request(7), begin, request(10), request(20), end, begin, request(5), end)).toEqual([32, 6]);
    const own: SessionEvent = { ...end, type: 'turn_ended', tokens: { total: 50 } };
    expect(totals(begin, request(10), own)).toEqual([50]);
  });
});

test('the remaining tokens are never fewer than none', () => {
  expect(remainingTokens({ used: 31_400, size: 200_000 })).toBe(168_600);
  expect(remainingTokens({ used: 300, size: 200 })).toBe(0);
  expect(remainingTokens({ used: 300 })).toBeUndefined();
});

test('tokens, shares and costs are written in the display language', () => {
  onTestFinished(() => configureLocalization({ language: 'en' }));
  configureLocalization({ language: 'de', contents: {} });
  expect(usageText({ used: 31_400, size: 200_000 })).toMatch(/\(15\s%\)$/);
  expect(costText({ amount: 1.5, currency: 'EUR' })).toMatch(/^1,50\s€$/);
});
