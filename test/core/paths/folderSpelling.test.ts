// How a folder may be spelled.
import { expect, test } from 'vitest';
import { withoutLastSlash } from '../../../src/core/paths/folderSpelling.ts';

test.each([
  ['/work', '/work'],
  ['/work/', '/work'],
  ['/work/a b/', '/work/a b'],
  ['/', '/'],
  ['', ''],
  ['/ends with\\', '/ends with\\'],
  ['C:\\work\\', 'C:\\work'],
  ['c:/work/', 'c:/work'],
  ['C:\\', 'C:\\'],
  ['c:/', 'c:/'],
])('the folder %j is %j', (folder, expected) => {
  expect(withoutLastSlash(folder)).toBe(expected);
});
