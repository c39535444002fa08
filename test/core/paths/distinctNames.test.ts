// Names that tell paths apart.
import { expect, test } from 'vitest';
import { distinctNames } from '../../../src/core/paths/distinctNames.ts';

test.each([
  [
    ['/w/a.ts', '/w/b.ts'],
    ['a.ts', 'b.ts'],
  ],
  [
    ['/w/one/a.ts', '/w/other/a.ts', '/w/b.ts'],
    ['one/a.ts', 'other/a.ts', 'b.ts'],
  ],
  [
    ['/one/src/a.ts', '/other/src/a.ts'],
    ['one/src/a.ts', 'other/src/a.ts'],
  ],
  [
    ['/a.ts', '/w/a.ts'],
    ['a.ts', 'w/a.ts'],
  ],
  [['/w/a.ts', '/w/a.ts'], ['a.ts']],
  [
    ['C:\\one\\a.ts', 'C:\\other\\a.ts'],
    ['one/a.ts', 'other/a.ts'],
  ],
  [['/'], ['/']],
])('%j are %j', (paths, names) => {
  expect(distinctNames(paths).size).toBe(new Set(paths).size);
  expect([...new Set(paths)].map((path) => distinctNames(paths).get(path))).toEqual(names);
});
