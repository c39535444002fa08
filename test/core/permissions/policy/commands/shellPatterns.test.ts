// What shells put in the place of a pattern: each of the words that some shell makes of it is among them.
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { expandedWords } from '../../../../../src/core/permissions/policy/commands/shellPatterns.ts';
import type { FolderEntry } from '../../../../../src/core/permissions/policy/matchPath.ts';

const FOLDERS: Readonly<Partial<Record<string, readonly string[]>>> = {
  '/work': ['.env', 'a.ts', 'pw', 'src'],
  '/work/src': ['b.ts', 'deep'],
  '/work/src/deep': ['a.ts'],
  '/etc': ['pw'],
  '/': ['etc', 'work'],
};

const scope = {
  cwd: '/work',
  home: '/home/me',
  family: 'posix',
  realPath: (path: string) => path,
  exists: (path: string) => FOLDERS[posix.dirname(path)]?.includes(posix.basename(path)) === true,
  list: (folder: string): readonly FolderEntry[] =>
    (FOLDERS[folder] ?? []).map((name) => ({
      name,
      type: FOLDERS[posix.join(folder, name)] === undefined ? 'file' : 'folder',
    })),
} as const;

test.each<[string, readonly string[]]>([
  ['*.ts', ['a.ts']],
  ['**/pw', ['pw']],
  ['**/a.ts', ['a.ts', 'src/deep/a.ts']],
  ['**/.env', ['.env']],
  ['src/**/a.ts', ['src/deep/a.ts']],
  ['**/p*', ['pw']],
  ['/**/pw', ['/work/pw', '/etc/pw']],
  ['/et*/pw', ['/etc/pw']],
  ['s*/deep/', ['src/deep']],
  ['.e*', ['.env']],
  ['none*', ['none*']],
  ['[!p]w', ['[!p]w']],
])('%s stands for %j', (pattern, words) => {
  expect(new Set(expandedWords(pattern, '/work', scope))).toEqual(new Set(words));
});

test.each(['[^p]w', '***/pw', '[[:alpha:]]w'])('what %s stands for, shells disagree about', (pattern) => {
  expect(expandedWords(pattern, '/work', scope)).toBeUndefined();
});
