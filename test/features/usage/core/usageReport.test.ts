// The usage overview and its export.
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import { usageByAgent, usageCsv, usageOfSession } from '../../../../src/features/usage/core/usageReport.ts';

function turn(at: number, amount: number, total: number): readonly SessionEvent[] {
  return [
    { type: 'prompt_started', at, content: [{ type: 'text', text: '=HYPERLINK("x"), hi' }] },
    { type: 'usage', at, usage: { used: 1, cost: { amount, currency: 'EUR' } } },
    { type: 'turn_ended', at: at + 1_500, stopReason: 'end_turn', tokens: { total, input: total } },
  ];
}

function session(key: string, agent: string, ...events: readonly SessionEvent[]) {
  return usageOfSession(events.reduce(reduce, emptySession(key, agent, '/work')), 'Untitled');
}

test('each turn has its tokens and what it cost', () => {
  const { turns } = session('s', 'A', ...turn(0, 1, 10), ...turn(5_000, 3, 20));
  expect(turns).toMatchObject([
    { duration: 1_500, tokens: { total: 10 }, cost: { amount: 1 } },
    { duration: 1_500, tokens: { total: 20 }, cost: { amount: 2 } },
  ]);
});

test('agents add up their sessions, each unit separately', () => {
  const sessions = [
    session('s', 'A', ...turn(0, 1, 10)),
    session('t', 'A', ...turn(0, 2, 5)),
    session('u', 'B'),
  ];
  expect(usageByAgent(sessions)).toEqual([
    { agent: 'A', sessions: 2, turns: 2, tokens: 15, costs: [{ currency: 'EUR', amount: 3 }] },
    { agent: 'B', sessions: 1, turns: 0, tokens: 0, costs: [] },
  ]);
});

test('the turns that a copy of a session has from it are counted once', () => {
  const before = turn(0, 1, 10);
  const sessions = [
    session('s', 'A', ...before, ...turn(5_000, 3, 20)),
    session('fork', 'A', ...before, ...turn(9_000, 4, 40)),
  ];
  expect(usageByAgent(sessions)).toEqual([
    { agent: 'A', sessions: 2, turns: 3, tokens: 70, costs: [{ currency: 'EUR', amount: 6 }] },
  ]);
  expect(usageCsv(sessions).trim().split('\r\n')).toHaveLength(1 + 3);
  expect(sessions[1]?.turns).toHaveLength(2);
});

test('the export quotes what needs it and no title becomes a formula', () => {
  const lines = usageCsv([session('s', 'A', ...turn(0, 1, 10))]).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toBe(`A,"'=HYPERLINK(""x""), hi",1970-01-01T00:00:01.500Z,1.5,end_turn,10,10,,,,,1,EUR`);
});
