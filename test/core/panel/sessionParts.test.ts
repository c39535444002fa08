// A session in messages: whatever its length, put together they are what it was.
import { expect, test } from 'vitest';
import { sessionParts } from '../../../src/core/panel/sessionParts.ts';
import { entryCount } from '../../../src/core/session/entries.ts';
import { emptySession, type SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';

function sessionWith(notices: number): SessionState {
  let state = emptySession('a', 'bot', '/');
  for (let number = 0; number < notices; number++)
    state = reduce(state, { type: 'notice', at: 1, severity: 'info', text: `${number}` });
  return state;
}

/** What a reader of the messages has in the end. */
function joined(parts: ReturnType<typeof sessionParts>): SessionState | undefined {
  const [first, ...others] = parts;
  if (first?.type !== 'snapshot') return undefined;
  const earlier = others.flatMap((part) => (part.type === 'earlier_entries' ? part.pages : []));
  expect(first.earlier ?? 0).toBe(earlier.length);
  return { ...first.state, entries: [...earlier, ...first.state.entries] };
}

test.each([0, 1, 128, 129, 256, 257, 769, 1_000, 5_000])('%i entries are what they were', (count) => {
  const state = sessionWith(count);
  const parts = sessionParts({ state, seq: 7 });
  expect(joined(parts)).toEqual(state);
  expect(parts.map(({ seq }) => seq)).toEqual(parts.map(() => 7));
});

test('a session of a few hundred entries is one message', () => {
  expect(sessionParts({ state: sessionWith(256), seq: 0 })).toHaveLength(1);
});

test('the first message has the end, and none is large', () => {
  const parts = sessionParts({ state: sessionWith(3_000), seq: 0 });
  const [first] = parts;
  expect(first?.type === 'snapshot' && first.state.entries.at(-1)?.at(-1)).toMatchObject({ text: '2999' });
  const sizes = parts.map((part) => entryCount(part.type === 'snapshot' ? part.state.entries : part.pages));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(512);
});
