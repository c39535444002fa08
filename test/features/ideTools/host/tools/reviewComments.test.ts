// The tool `review_comments`: pages, filters, and what cannot be resolved.
import { expect, test } from 'vitest';
import type { ServedComment } from '../../../../../src/core/ports/servedSession.ts';
import { ResultPages } from '../../../../../src/features/ideTools/host/mcp/resultPages.ts';
import { reviewCommentsTool } from '../../../../../src/features/ideTools/host/tools/reviewComments.ts';
import { servedSession } from '../../../../support/ide/servedSession.ts';
import { MemoryLog } from '../../../../support/log.ts';

function comment(id: string, changes: Partial<ServedComment> = {}): ServedComment {
  return {
    id,
    path: '/work/a.ts',
    isBeforeChange: false,
    start: 4,
    end: 6,
    isStale: false,
    code: 'a\nb',
    text: 'Why?',
    isResolved: false,
    ...changes,
  };
}

function tool(comments: readonly ServedComment[], isOpen = true) {
  const resolved: (string | undefined)[] = [];
  const session = servedSession({
    comments: async () =>
      isOpen
        ? {
            list: async () => comments,
            resolve: async (id, note) => {
              resolved.push(id, note);
              return comments.some((each) => each.id === id);
            },
          }
        : undefined,
  });
  const context = {
    session,
    baseline: undefined,
    pages: new ResultPages(),
    log: new MemoryLog(),
    signal: new AbortController().signal,
  };
  return { call: (args: unknown) => reviewCommentsTool.run(args, context), resolved };
}

test('open comments are listed with lines from 1; others by their status and file', async () => {
  const { call } = tool([
    comment('one', { isStale: true }),
    comment('two', { isResolved: true, note: 'Done' }),
    comment('three', { path: '/work/b.ts', isBeforeChange: true }),
  ]);
  expect(await call({ op: 'list' })).toMatchObject({
    total: 2,
    items: [
      { id: 'one', line: 5, endLine: 6, outdated: true, status: 'open', code: 'a\nb', text: 'Why?' },
      { id: 'three', beforeChange: true },
    ],
  });
  expect(await call({ op: 'list', status: 'resolved' })).toMatchObject({
    items: [{ id: 'two', note: 'Done' }],
  });
  expect(await call({ op: 'list', status: 'all', path: '/work/a.ts' })).toMatchObject({ total: 2 });
});

test('many comments come in pages', async () => {
  const { call } = tool(Array.from({ length: 120 }, (_, index) => comment(`c${index}`)));
  const first = await call({ op: 'list', limit: 100 });
  expect(first).toMatchObject({ total: 120, nextCursor: expect.any(String) });
  const cursor = 'nextCursor' in first ? first.nextCursor : undefined;
  expect(await call({ op: 'list', cursor })).toMatchObject({ items: { length: 20 } });
});

test('a comment is resolved by its id with a note; one that is not there is an error', async () => {
  const { call, resolved } = tool([comment('one')]);
  expect(await call({ op: 'resolve', id: 'one', note: 'Renamed' })).toEqual({ resolved: 'one' });
  expect(resolved).toEqual(['one', 'Renamed']);
  await expect(call({ op: 'resolve', id: 'other' })).rejects.toThrow('no comment with the id "other"');
  await expect(call({ op: 'resolve' })).rejects.toThrow('`id` is missing');
});

test('a session that the window does not show any more has none', async () => {
  await expect(tool([], false).call({ op: 'list' })).rejects.toThrow('not open');
});
