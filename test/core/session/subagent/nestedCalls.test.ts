// Which calls are in the card of the one that started them, also where agents use ids again.
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import { nestedCalls } from '../../../../src/core/session/subagent/nestedCalls.ts';

function call(toolCallId: string, title: string, parentToolCallId?: string): SessionEvent {
  const parent = parentToolCallId === undefined ? {} : { parentToolCallId };
  const reported = { toolCallId, title, status: 'completed', ...parent };
  return { type: 'tool_call', at: 1, isAnnouncement: true, call: reported };
}

function turn(...events: readonly SessionEvent[]): readonly SessionEvent[] {
  const content = [{ type: 'text', text: 'Go' }] as const;
  return [
    { type: 'prompt_started', at: 1, content },
    ...events,
    { type: 'turn_ended', at: 1, stopReason: 'end_turn' },
  ];
}

/** The titles of the calls that are in others, by the titles of those. */
function nested(...events: readonly SessionEvent[]): object {
  const state: SessionState = events.reduce(reduce, emptySession('s', 'A', '/w'));
  const calls = state.entries.flat().filter((entry) => entry.kind === 'tool');
  return Object.fromEntries(
    calls
      .map((entry) => [entry.call.title, nestedCalls(state.entries, entry).map((each) => each.call.title)])
      .filter(([, titles]) => titles?.length !== 0),
  );
}

test('those that name it, in their order, whatever comes between them', () => {
  expect(
    nested(
      call('a', 'A'),
      call('1', 'One', 'a'),
      call('b', 'B'),
      call('2', 'Two', 'b'),
      call('3', 'Three', 'a'),
    ),
  ).toEqual({ A: ['One', 'Three'], B: ['Two'] });
});

test('none that came before it, and not itself', () => {
  expect(nested(call('1', 'One', 'a'), call('a', 'A', 'a'), call('2', 'Two', 'a'))).toEqual({ A: ['Two'] });
});

test('where an id comes again, each is in the last one before it', () => {
  expect(
    nested(
      ...turn(call('a', 'First'), call('1', 'One', 'a')),
      ...turn(call('a', 'Second'), call('2', 'Two', 'a')),
    ),
  ).toEqual({ First: ['One'], Second: ['Two'] });
});
