// What an agent is given to write a commit message, and how a long diff is cut.
import { expect, test } from 'vitest';
import { boundedDiff } from '../../../../src/features/commit/core/boundedDiff.ts';
import { commitPrompt, type CommitChanges } from '../../../../src/features/commit/core/commitPrompt.ts';

const fileDiff = (name: string, lines: number): string =>
  `diff --git a/${name} b/${name}\n@@ -0,0 +1,${lines} @@\n${'+line of text\n'.repeat(lines)}`;

const changes: CommitChanges = {
  diff: fileDiff('a.ts', 1),
  isDiffCut: false,
  summary: ' a.ts | 1 +\n',
  untracked: [],
  subjects: ['core: add a thing', 'x\u202E'.repeat(200)],
};

test('has the diff, the summary and the style of the last messages', () => {
  const { text, isCut } = commitPrompt(changes);
  expect(isCut).toBe(false);
  expect(text).toContain('- core: add a thing');
  expect(text).toContain(changes.diff);
  expect(text).toContain(' a.ts | 1 +');
  expect(text).not.toContain('\u202E');
});

test('names new files, and says nothing of a style where there is none', () => {
  const { text } = commitPrompt({ ...changes, diff: '', untracked: ['b\nc.ts'], subjects: [] });
  expect(text).toContain('New files:\nb c.ts\n');
  expect(text).not.toContain('style');
});

test('a short diff is left as it is', () => {
  expect(boundedDiff('diff --git a b\n+x\n', 100)).toEqual({ text: 'diff --git a b\n+x\n', isCut: false });
});

test('one long file does not hide the others', () => {
  const diff = fileDiff('package-lock.json', 100_000) + fileDiff('a.ts', 3) + fileDiff('b.ts', 3);
  const { text, isCut } = boundedDiff(diff, 10_000);
  expect(isCut).toBe(true);
  expect(text).toContain(fileDiff('a.ts', 3));
  expect(text).toContain(fileDiff('b.ts', 3));
  expect(text).toMatch(/\[\d+ more characters of this file\]/);
  expect(text.length).toBeLessThan(10_200);
});

test('many files and one endless line stay within the limit', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => fileDiff(`f${index}`, 5)).join('');
  expect(boundedDiff(many, 10_000).text.length).toBeLessThan(11_000);
  expect(boundedDiff(many, 10_000).text).toMatch(/\[\d+ more files\]\n$/);
  expect(commitPrompt({ ...changes, diff: many }).text.length).toBeLessThan(70_000);
  expect(boundedDiff('x'.repeat(1_000_000), 1_000).text.length).toBeLessThan(1_100);
});
