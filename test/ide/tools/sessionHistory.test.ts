// The tool session_history.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { ResultPages } from '../../../src/ide/mcp/resultPages.ts';
import { sessionHistoryTool } from '../../../src/ide/tools/sessionHistory.ts';
import { servedSession } from '../../support/ide/servedSession.ts';
import { MemoryLog } from '../../support/log.ts';

const page = z.object({ nextCursor: z.optional(z.string()) });

const store = new SessionStore();
store.create('k', 'A', '/work');
const text = (value: string): { readonly type: 'text'; readonly text: string } => ({
  type: 'text',
  text: value,
});
for (const prompt of ['First question', 'x'.repeat(20_000)]) {
  store.dispatch('k', { type: 'prompt_started', at: 1, content: [text(prompt)] });
  store.dispatch('k', { type: 'message_chunk', at: 2, role: 'agent', content: text('An answer') });
  store.dispatch('k', { type: 'turn_ended', at: 3, stopReason: 'end_turn' });
}

const pages = new ResultPages();
const call = async (args: object, state = () => store.state('k')): Promise<object> =>
  sessionHistoryTool.run(args, {
    session: servedSession({ state }),
    baseline: undefined,
    pages,
    log: new MemoryLog(),
    signal: new AbortController().signal,
  });

test('the transcript comes in pages, long entries cut', async () => {
  const first = await call({ op: 'read', limit: 2 });
  expect(first).toMatchObject({
    title: 'First question',
    items: [
      { index: 0, kind: 'user', text: expect.stringContaining('First question') as unknown },
      { index: 1, kind: 'agent', text: expect.stringContaining('An answer') as unknown },
    ],
    nextCursor: expect.any(String) as unknown,
  });
  expect(await call({ op: 'prompts', newestFirst: true })).toMatchObject({
    total: 2,
    items: [{ kind: 'user', truncated: true }, { index: 0 }],
  });
});

test('a session that the window does not show has no transcript', async () => {
  await expect(call({ op: 'read' }, () => undefined)).rejects.toThrow('not known yet');
});

test('its pages stay as they were while the session goes on, and no cursor leads beyond them', async () => {
  const state = store.state('k');
  const { nextCursor } = page.parse(await call({ op: 'read', limit: 3 }));
  store.dispatch('k', { type: 'prompt_started', at: 4, content: [text('Later')] });
  expect(store.state('k')).not.toBe(state);
  expect(await call({ op: 'read', cursor: nextCursor, limit: 500 })).toMatchObject({
    total: 6,
    items: [
      { index: 3, kind: 'user' },
      { index: 4, kind: 'agent' },
      { index: 5, kind: 'turn' },
    ],
  });
  expect(await call({ op: 'read' })).toMatchObject({ total: 7 });
  const [id = ''] = (nextCursor ?? '').split('.');
  for (const cursor of [
    `${id}.6`,
    `${id}.-1`,
    `${id}.0x1`,
    `${id}.999999999`,
    '999999999.0',
    id,
    '',
    'next',
  ]) {
    await expect(call({ op: 'read', cursor }), cursor).rejects.toThrow('not known any more');
  }
});

test.each([
  [{ op: 'read', cursor: 'x'.repeat(41) }, '`cursor` must be at most 40'],
  [{ op: 'read', cursor: 3 }, '`cursor` must be of the type string'],
  [{ op: 'read', limit: 0 }, '`limit` must be at least 1'],
  [{ op: 'read', limit: 501 }, '`limit` must be at most 500'],
  [{ op: 'read', limit: 2.5 }, '`limit` must be a whole number'],
  [{ op: 'read', newestFirst: 'yes' }, '`newestFirst` must be of the type boolean'],
  [{ op: 'toString' }, '`op` must be one of read, prompts'],
])('the arguments %j are refused', async (args, message) => {
  await expect(call(args)).rejects.toThrow(message);
});
