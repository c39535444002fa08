// The names of files in notifications.
import { expect, test } from 'vitest';
import { fileNames } from '../../../src/host/text/fileNames.ts';

const many = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `/w/${index}.ts`);

test.each([
  [['/w/a.ts', '/w/b.ts'], 'a.ts, b.ts'],
  [['/w/src/a.ts', '/w/test/a.ts'], 'src/a.ts, test/a.ts'],
  [['/w/a.ts', '/w/a.ts'], 'a.ts'],
  [many(5), '0.ts, 1.ts, 2.ts, 3.ts, 4.ts'],
  [['/w/[a](command:x)', '/w/$(check)'], '[a] (command:x), $ (check)'],
])('%j are named', (paths, named) => {
  expect(fileNames(paths)).toBe(named);
});

test('a long name is cut', () => {
  expect(fileNames([`/w/${'a'.repeat(500)}`]).length).toBeLessThanOrEqual(101);
});
