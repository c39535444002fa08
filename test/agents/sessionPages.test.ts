// The pages of a session list, however an agent ends them, or does not.
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListedSession } from '../../src/core/ports/agent.ts';
import { allPages } from '../../src/agents/sessionPages.ts';
import type { ListAnswer } from '../../src/agents/schema/listSchema.ts';

function session(id: string): ListedSession {
  return { sessionId: id, cwd: tmpdir() };
}

/** Answers pages by their cursors and writes down what it was asked. */
function pages(answers: Readonly<Record<string, ListAnswer>>): {
  readonly asked: (string | undefined)[];
  readonly page: (cursor: string | undefined) => Promise<ListAnswer>;
} {
  const asked: (string | undefined)[] = [];
  return {
    asked,
    async page(cursor) {
      asked.push(cursor);
      const answer = answers[cursor ?? ''];
      if (answer === undefined) throw new Error(`no page ${cursor}`);
      return answer;
    },
  };
}

describe('allPages', () => {
  it('R39 an absent and an empty cursor end the list', async () => {
    for (const nextCursor of [undefined, '']) {
      const { asked, page } = pages({
        '': { sessions: [session('a')], nextCursor: 'x' },
        x: { sessions: [session('b')], nextCursor },
      });
      expect(await allPages(page)).toHaveLength(2);
      expect(asked).toEqual([undefined, 'x']);
    }
  });

  it('R39 cursors that go in a circle end the list', async () => {
    const { asked, page } = pages({
      '': { sessions: [session('a')], nextCursor: 'x' },
      x: { sessions: [session('b')], nextCursor: 'y' },
      y: { sessions: [session('c')], nextCursor: 'x' },
    });
    expect((await allPages(page)).map(({ sessionId }) => sessionId)).toEqual(['a', 'b', 'c']);
    expect(asked).toEqual([undefined, 'x', 'y']);
  });

  it('R39 pages that bring nothing new end the list, whatever their cursors', async () => {
    let made = 0;
    const list = await allPages(async () => ({ sessions: [session('a')], nextCursor: `c${made++}` }));
    expect(list).toEqual([session('a')]);
    expect(made).toBe(12);
  });

  it('R39 empty pages of an agent that filters what it has paged are passed over', async () => {
    const { asked, page } = pages({
      '': { sessions: [], nextCursor: 'x' },
      x: { sessions: [], nextCursor: 'y' },
      y: { sessions: [session('a')], nextCursor: undefined },
    });
    expect(await allPages(page)).toEqual([session('a')]);
    expect(asked).toEqual([undefined, 'x', 'y']);
  });

  it('R39 a list that never ends is ended', async () => {
    let made = 0;
    const list = await allPages(async () => ({ sessions: [session(`s${made}`)], nextCursor: `c${made++}` }));
    expect(list).toHaveLength(made);
    expect(made).toBe(500);
  });

  it('5,000 sessions in pages of 100 come whole and in order', async () => {
    const list = await allPages(async (cursor) => {
      const start = Number(cursor ?? 0);
      const found = Array.from({ length: 100 }, (_, index) => session(`s${start + index}`));
      return { sessions: found, nextCursor: start + 100 < 5_000 ? String(start + 100) : undefined };
    });
    expect(list).toHaveLength(5_000);
    expect(list.at(-1)?.sessionId).toBe('s4999');
  });

  it('a page that fails later leaves what was listed', async () => {
    const { page } = pages({ '': { sessions: [session('a')], nextCursor: 'x' } });
    expect(await allPages(page)).toEqual([session('a')]);
  });

  it('a first page that fails is a failure', async () => {
    const { page } = pages({});
    await expect(allPages(page)).rejects.toThrow('no page');
  });

  it('the first entry of a session counts, and each is listed once, whatever the pages', async () => {
    const anyPage = fc.record({
      sessions: fc.array(
        fc.record({ sessionId: fc.constantFrom('a', 'b', 'c', 'd'), cwd: fc.constant('/w') }),
      ),
      nextCursor: fc.option(fc.constantFrom('', 'x', 'y'), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(anyPage), async (stream) => {
        const seen: ListedSession[] = [];
        const list = await allPages(async () => {
          const { value } = stream.next();
          seen.push(...value.sessions);
          return value;
        });
        const ids = list.map(({ sessionId }) => sessionId);
        expect(new Set(ids).size).toBe(ids.length);
        expect(new Set(ids)).toEqual(new Set(seen.map(({ sessionId }) => sessionId)));
        for (const each of list) {
          expect(seen.find(({ sessionId }) => sessionId === each.sessionId)).toBe(each);
        }
      }),
    );
  });
});
