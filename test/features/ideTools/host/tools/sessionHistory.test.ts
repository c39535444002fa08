// The tool session_history.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { SessionState } from '../../../../../src/core/session/model.ts';
import { SessionStore } from '../../../../../src/core/sessionLifecycle/sessionStore.ts';
import type { ToolContext } from '../../../../../src/features/ideTools/host/mcp/ideTool.ts';
import { ResultPages } from '../../../../../src/features/ideTools/host/mcp/resultPages.ts';
import { sessionHistoryTool } from '../../../../../src/features/ideTools/host/tools/sessionHistory.ts';
import { servedSession } from '../../../../support/ide/servedSession.ts';
import { MemoryLog } from '../../../../support/log.ts';

const page = z.object({ nextCursor: z.optional(z.string()) });
const readPage = z.extend(page, { items: z.array(z.object({ index: z.number() })) });

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
const context = (state: () => SessionState | undefined): ToolContext => ({
  session: servedSession({ state }),
  baseline: undefined,
  pages,
  log: new MemoryLog(),
  signal: new AbortController().signal,
});
const call = async (args: object, state = () => store.state('k')): Promise<object> =>
  sessionHistoryTool.run(args, context(state));

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
    total: 4,
    items: [{ index: 4, kind: 'agent' }],
  });
  expect(await call({ op: 'read' })).toMatchObject({ total: 5 });
  const [id = ''] = (nextCursor ?? '').split('.');
  for (const cursor of [
    `${id}.4`,
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

test('a turn that ended as it should is left out, one that ended early says why', async () => {
  const other = new SessionStore();
  other.create('k', 'A', '/work');
  for (const stopReason of ['end_turn', 'cancelled', 'end_turn', 'max_tokens'] as const) {
    other.dispatch('k', { type: 'prompt_started', at: 1, content: [text('Go')] });
    other.dispatch('k', { type: 'turn_ended', at: 2, stopReason });
  }
  expect(await call({ op: 'read' }, () => other.state('k'))).toMatchObject({
    entries: 8,
    total: 6,
    items: [
      { index: 0, kind: 'user' },
      { index: 2, kind: 'user' },
      { index: 3, kind: 'turn', text: expect.stringContaining('Stopped') as unknown },
      { index: 4, kind: 'user' },
      { index: 6, kind: 'user' },
      { index: 7, kind: 'turn', text: expect.stringMatching(/token|limit/i) as unknown },
    ],
  });
});

test('a transcript of 5,000 entries is read to its end, each entry once, in either order', async () => {
  const other = new SessionStore();
  other.create('k', 'A', '/work');
  for (let turn = 0; turn < 1_250; turn++) {
    other.dispatch('k', { type: 'prompt_started', at: 1, content: [text(`Prompt ${turn}`)] });
    other.dispatch('k', { type: 'message_chunk', at: 2, role: 'thought', content: text('Hm') });
    other.dispatch('k', { type: 'message_chunk', at: 2, role: 'agent', content: text(`Answer ${turn}`) });
    other.dispatch('k', { type: 'turn_ended', at: 3, stopReason: 'end_turn' });
  }
  for (const newestFirst of [false, true]) {
    const seen: number[] = [];
    let next: string | undefined;
    do {
      const answer = await call({ op: 'read', newestFirst, limit: 500, cursor: next }, () =>
        other.state('k'),
      );
      const { items, nextCursor } = readPage.parse(answer);
      seen.push(...items.map(({ index }) => index));
      next = nextCursor;
    } while (next !== undefined);
    const wanted = Array.from({ length: 5_000 }, (_, index) => index).filter((index) => index % 4 !== 3);
    expect(seen).toEqual(newestFirst ? wanted.toReversed() : wanted);
  }
});

test('a cursor of another session leads nowhere', async () => {
  const { nextCursor } = page.parse(await call({ op: 'read', limit: 1 }));
  const elsewhere = { ...context(() => store.state('k')), pages: new ResultPages() };
  await expect(sessionHistoryTool.run({ op: 'read', cursor: nextCursor }, elsewhere)).rejects.toThrow(
    'not known any more',
  );
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
