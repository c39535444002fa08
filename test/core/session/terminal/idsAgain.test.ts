// Terminals of agents that use their ids again: each call keeps its own output and end.
import { expect, test } from 'vitest';
import { readForeignTerminals } from '../../../../src/agents/schema/terminalMetaSchema.ts';
import { readSessionUpdate } from '../../../../src/agents/schema/updateSchema.ts';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';

/** A call with a terminal, as an agent reports it: with the output in it or after it. */
function call(toolCallId: string, output: string, exit?: number): readonly SessionEvent[] {
  const report = (update: object): readonly SessionEvent[] => {
    const params = { sessionId: 's', update: { toolCallId, ...update } };
    const reading = readSessionUpdate(params);
    if (reading.kind !== 'parsed') throw new Error('not read');
    return [reading.update, ...readForeignTerminals(params)].map((each) => ({ ...each, at: 1 }));
  };
  const id = { terminal_id: 't' };
  return [
    ...report({
      sessionUpdate: 'tool_call',
      title: 'Run',
      status: 'in_progress',
      content: [{ type: 'terminal', terminalId: 't' }],
      _meta: { terminal_info: id },
    }),
    ...report({ sessionUpdate: 'tool_call_update', _meta: { terminal_output: { ...id, data: output } } }),
    ...(exit === undefined
      ? []
      : report({
          sessionUpdate: 'tool_call_update',
          status: exit === 0 ? 'completed' : 'failed',
          _meta: { terminal_exit: { ...id, exit_code: exit } },
        })),
  ];
}

const prompt: SessionEvent = { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'Go' }] };
const end: SessionEvent = { type: 'turn_ended', at: 1, stopReason: 'end_turn' };
const user: SessionEvent = {
  type: 'message_chunk',
  at: 1,
  role: 'user',
  content: { type: 'text', text: 'Go' },
};

const after = (...events: readonly SessionEvent[]): SessionState =>
  events.reduce(reduce, emptySession('s', 'agent', '/work'));

/** What each card shows: the output of its terminal and how it ended. */
function cards({ entries, terminals }: SessionState): readonly string[] {
  return entries.flat().flatMap((entry) => {
    if (entry.kind !== 'tool') return [];
    const [part] = entry.call.content;
    const id = part?.type === 'terminal' ? part.terminalId : undefined;
    const shown = terminals.findLast((terminal) => terminal.id === id);
    return [`${shown?.output} ${shown?.exit?.code}`];
  });
}

test.each([
  ['other calls', ['a', 'b', 'c']],
  ['calls of the same id', ['a', 'a', 'a']],
])('in other turns, by %s', (_what, [one = '', two = '', three = '']) => {
  const turns = [call(one, '1', 0), call(two, '2', 3), call(three, '3')].map((each) => [
    prompt,
    ...each,
    end,
  ]);
  expect(cards(after(...turns.flat()))).toEqual(['1 0', '2 3', '3 undefined']);
});

test('in other turns, where the first did not say that it ended', () => {
  expect(cards(after(prompt, ...call('a', '1'), end, prompt, ...call('b', '2', 0)))).toEqual([
    '1 undefined',
    '2 0',
  ]);
});

test('in one turn, after the end of the first', () => {
  expect(cards(after(prompt, ...call('a', '1', 0), ...call('b', '2', 1)))).toEqual(['1 0', '2 1']);
});

test('in a replay', () => {
  const opening: SessionEvent = { type: 'opening', at: 1 };
  expect(cards(after(opening, user, ...call('a', '1', 0), user, ...call('b', '2', 2)))).toEqual([
    '1 0',
    '2 2',
  ]);
});

test('a terminal that runs is the same for two calls of a turn, and for a call that reports on it again', () => {
  expect(cards(after(prompt, ...call('a', '1'), ...call('b', '2', 0)))).toEqual(['12 0', '12 0']);
  const [start, info] = call('a', '');
  const late = [prompt, ...call('a', '1', 0), end, ...[start, info].flatMap((each) => each ?? [])];
  expect(cards(after(...late))[0]).toBe('1 0');
});

test('a command that goes on in the background is the same in the next turn', () => {
  const more = call('a', '2').slice(1);
  expect(cards(after(prompt, ...call('a', '1'), end, ...more, prompt, ...more))).toEqual(['122 undefined']);
});
