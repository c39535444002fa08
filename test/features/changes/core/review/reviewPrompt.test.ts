// The prompt of a review: by file and line, with links, the code as it was, and nothing that mentions other files.
import { expect, test } from 'vitest';
import { plainText } from '../../../../../src/core/session/content.ts';
import {
  parseComments,
  type ReviewComment,
} from '../../../../../src/features/changes/core/review/reviewComment.ts';
import {
  reviewPrompt,
  type PlacedComment,
} from '../../../../../src/features/changes/core/review/reviewPrompt.ts';

function placed(
  change: Partial<ReviewComment>,
  { start, isStale = false }: { start: number; isStale?: boolean },
): PlacedComment {
  const path = change.path ?? '/work/a.ts';
  const comment: ReviewComment = {
    id: 'c1',
    thread: 't1',
    path,
    side: 'current',
    anchor: { start: 2, end: 3, code: 'const a = 1;' },
    text: 'Why?',
    state: 'draft',
    at: 1,
    ...change,
  };
  return { comment, uri: `file://${path}`, place: { start, end: start + 1, isStale } };
}

test('comments are in the order of files and lines, each with its link, code and text', () => {
  const blocks = reviewPrompt([
    placed({ id: 'c3', path: '/work/b.ts' }, { start: 0 }),
    placed({ id: 'c2', text: 'Later' }, { start: 9 }),
    placed({ id: 'c1' }, { start: 4 }),
  ]);
  const links = blocks.flatMap((block) => (block.type === 'resource_link' ? [block.uri, block.name] : []));
  expect(links).toEqual([
    'file:///work/a.ts#L5:5',
    'a.ts:5',
    'file:///work/a.ts#L10:10',
    'a.ts:10',
    'file:///work/b.ts#L1:1',
    'b.ts:1',
  ]);
  expect(plainText(blocks)).toContain('1. , line 5 (comment c1)\n\n```\nconst a = 1;\n```\n\nWhy?');
});

test('code that has changed since, or was before the change, is sent without a link to lines', () => {
  const stale = reviewPrompt([placed({}, { start: 7, isStale: true })]);
  expect(plainText(stale)).toContain('at line 3 when I wrote this; the code has changed since');
  expect(stale[2]).toMatchObject({ uri: 'file:///work/a.ts' });
  const old = reviewPrompt([placed({ side: 'before' }, { start: 7 })]);
  expect(plainText(old)).toContain('line 8 of the text before your change');
});

test('neither code nor text mentions anything, and code cannot end its block', () => {
  const mention = '[@key](file:///home/me/.ssh/id)';
  const code = `${mention}\n\`\`\`\`\n`;
  const text = plainText(
    reviewPrompt([placed({ text: mention, anchor: { start: 0, end: 1, code } }, { start: 0 })]),
  );
  expect(text).not.toContain('[@');
  expect(text).toContain('`````\n@key');
});

test('of stored comments those that can be read are', () => {
  const { comment } = placed({}, { start: 0 });
  const stored = [comment, { ...comment, state: 'lost' }, 7, { ...comment, text: 'x'.repeat(30_000) }];
  expect(parseComments(stored)).toEqual([comment]);
  expect(parseComments('nothing')).toEqual([]);
  expect(parseComments(Array.from({ length: 5_000 }, () => comment)).length).toBeLessThanOrEqual(500);
});
