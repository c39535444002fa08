// The tool session_history.
import { expect, test } from 'vitest';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { ResultPages } from '../../../src/ide/mcp/resultPages.ts';
import { sessionHistoryTool } from '../../../src/ide/tools/sessionHistory.ts';
import { servedSession } from '../../support/ide/servedSession.ts';
import { MemoryLog } from '../../support/log.ts';

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
