// The whole file before and after a diff of a tool call, also where only a part of it is known.
import { expect, test } from 'vitest';
import { proposalOf } from '../../../src/core/changes/proposal.ts';

const FILE = 'one\ntwo\nthree\n';

test('a diff of the whole file compares the file with what it becomes', () => {
  const diff = { oldText: FILE, newText: 'one\n2\nthree\n' };
  expect(proposalOf(FILE, diff, false)).toEqual({ before: FILE, after: diff.newText, file: 'before' });
});

test('a diff of a part is put into the whole file', () => {
  const diff = { oldText: 'two\n', newText: '2\n' };
  const after = 'one\n2\nthree\n';
  expect(proposalOf(FILE, diff, false)).toEqual({ before: FILE, after, file: 'before' });
  expect(proposalOf(after, diff, true)).toEqual({ before: FILE, after, file: 'after' });
});

test('a part that stands in the file several times, or not at all, is compared alone', () => {
  const diff = { oldText: 'x\n', newText: 'y\n' };
  const alone = { before: 'x\n', after: 'y\n' };
  expect(proposalOf('x\n-\nx\n', diff, false)).toEqual(alone);
  expect(proposalOf('other\n', diff, false)).toEqual(alone);
});

test('R67 a new file is compared with nothing, and one that is there with what it was', () => {
  expect(proposalOf(undefined, { newText: 'a\n' }, false)).toMatchObject({ before: '', after: 'a\n' });
  expect(proposalOf('old\n', { newText: 'a\n' }, false)).toEqual({
    before: 'old\n',
    after: 'a\n',
    file: 'before',
  });
  expect(proposalOf('a\n', { newText: 'a\n' }, true)).toEqual({ before: '', after: 'a\n', file: 'after' });
});

test('line ends do not count, and signs of a replacement are text', () => {
  expect(proposalOf('one\r\ntwo\r\n', { oldText: 'two\n', newText: '$& $1\n' }, false).after).toBe(
    'one\n$& $1\n',
  );
});
