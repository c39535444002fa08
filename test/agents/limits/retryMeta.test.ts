// What Codex's adapter says while a request to the model is repeated: one line, not a line for each time.
import { expect, test } from 'vitest';
import { readMeta } from '../../../src/agents/notifications.ts';
import { readRetry } from '../../../src/agents/limits/retryMeta.ts';
import { readSessionUpdate } from '../../../src/agents/schema/updateSchema.ts';
import { emptySession, type SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';

const report = (error: unknown) => ({
  sessionId: 's1',
  update: { sessionUpdate: 'session_info_update', _meta: { codex: { error } } },
});
const retry = (attempt: number) =>
  report({
    message: `Reconnecting... ${attempt}/5`,
    codexErrorInfo: { responseStreamDisconnected: { httpStatusCode: null } },
    additionalDetails: 'stream disconnected before completion',
    turnId: 't',
    willRetry: true,
  });

function received(...all: readonly unknown[]): readonly string[] {
  const started = reduce(emptySession('k', 'codex', '/w'), { type: 'prompt_started', at: 1, content: [] });
  const state = all.reduce<SessionState>((known, params) => {
    const reading = readSessionUpdate(params);
    if (reading.kind !== 'parsed') throw new Error(reading.kind);
    return [reading.update, ...readMeta(reading.update, params)].reduce<SessionState>(
      (now, update) => reduce(now, { ...update, at: 2 }),
      known,
    );
  }, started);
  return state.entries
    .flat()
    .flatMap((entry) => (entry.kind === 'notice' ? [`${entry.severity}: ${entry.text}`] : []));
}

const said = (text: string) => ({
  sessionId: 's1',
  update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
});
const line = (attempt: number): string =>
  `warning: Reconnecting... ${attempt}/5 — stream disconnected before completion`;

test('is one line, which says how often by now', () => {
  expect(received(retry(1))).toEqual([line(1)]);
  expect(received(retry(1), retry(2), retry(3))).toEqual([line(3)]);
});

test('is another line after the agent went on', () => {
  expect(received(retry(1), retry(2), said('On it.'), retry(1))).toEqual([line(2), line(1)]);
});

test.each([
  ['no details', { message: 'Reconnecting... 1/5', additionalDetails: null }, 'Reconnecting... 1/5'],
  ['details that are no text', { message: 'Reconnecting...', additionalDetails: 7 }, 'Reconnecting...'],
  ['details that it says already', { message: 'a: b', additionalDetails: 'b' }, 'a: b'],
  ['lines', { message: 'a\nb' }, 'a b'],
  ['a long text', { message: 'x'.repeat(9_000) }, 'x'.repeat(500)],
  ['an empty text', { message: ' ' }, undefined],
  ['no text', { willRetry: true }, undefined],
  ['a text alone', 'Reconnecting...', undefined],
  ['nothing', null, undefined],
])('%s', (_what, error, expected) => {
  expect(readRetry(report(error))).toBe(expected);
});

test('other facts of the session say nothing of it', () => {
  const facts = { sessionUpdate: 'session_info_update', title: 'T', _meta: { codex: { threadStatus: {} } } };
  expect(received({ sessionId: 's1', update: facts })).toEqual([]);
});
