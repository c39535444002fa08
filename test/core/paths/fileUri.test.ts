// Which URIs of files name one of this machine, and which path.
import { expect, test } from 'vitest';
import { pathOfFileUri } from '../../../src/core/paths/fileUri.ts';
import { fullPath, isInside, isSameFolder } from '../../../src/core/paths/pathContainment.ts';

test.each([
  ['file:///w/a%20b.ts', '/w/a b.ts'],
  ['file:/w/a.ts', '/w/a.ts'],
  ['FILE://localhost/w/a.ts', '/w/a.ts'],
  ['file:///c%3A/w/a.ts', 'c:/w/a.ts'],
  ['file:\\w\\a.ts', '\\w\\a.ts'],
  ['file:////server/share/a.ts', '//server/share/a.ts'],
])('%s is a file of this machine', (uri, path) => {
  expect(pathOfFileUri(uri)).toBe(path);
});

const ELSEWHERE = [
  'file://elsewhere/w/a.ts',
  'file://localhost.evil/w/a.ts',
  'file:\\\\elsewhere\\w\\a.ts',
  'file:/\\elsewhere/w/a.ts',
];

test.each([...ELSEWHERE, 'file:', 'file:a.ts', 'https://w/a.ts', '/w/a.ts'])('%s is none', (uri) => {
  expect(pathOfFileUri(uri)).toBeUndefined();
});

test.each(ELSEWHERE)('%s is in no folder of this machine', (uri) => {
  expect(isInside('c:\\w', fullPath(uri, 'c:\\w'), 'windows')).toBe(false);
  expect(isSameFolder(uri, 'c:\\w')).toBe(false);
});

test('a URI of another machine with slashes is in no folder of POSIX either', () => {
  expect(isInside('/w', fullPath('file://elsewhere/w/a.ts', '/w'), 'posix')).toBe(false);
  expect(isSameFolder('file://w', '/w')).toBe(false);
});
