// Everyday lines that a rule for their first words covers, and lines beyond it, which ask: as a user would write them.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { areAllAllowed } from '../../../../../src/core/permissions/policy/commands/matchCommand.ts';
import { parseCommandLine } from '../../../../../src/core/permissions/policy/commands/parseCommandLine.ts';
import type { FolderEntry } from '../../../../../src/core/permissions/policy/matchPath.ts';
import { protectionOf } from '../../../../../src/core/permissions/policy/protectedFiles.ts';

const FOLDERS: Readonly<Partial<Record<string, readonly string[]>>> = {
  '/work': ['a.txt', 'b.txt', 'a.log', 'src', 'logs', '.env', 'README.md', 'package.json'],
  '/work/src': ['a.ts', 'b.ts', 'a.txt', 'deep'],
  '/work/src/deep': ['c.ts'],
  '/work/logs': ['a.log'],
};

const normal = (path: string): string => posix.normalize(path).replace(/(?<=.)\/$/, '');

const scope = {
  cwd: '/work',
  home: '/home/me',
  family: 'posix',
  realPath: normal,
  exists: (path: string) =>
    Object.entries(FOLDERS).some(([folder, names]) =>
      [folder, ...(names ?? []).map((name) => `${folder}/${name}`)].includes(normal(path)),
    ),
  list: (folder: string): readonly FolderEntry[] =>
    (FOLDERS[normal(folder)] ?? []).map((name) => ({
      name,
      type: FOLDERS[`${normal(folder)}/${name}`] === undefined ? 'file' : 'folder',
    })),
} as const;
const where = { scope, isProtected: (path: string) => protectionOf(path, scope) !== undefined };

/**
 * A file of lines: the words of a rule, of several with ` ;; ` between them, and below them, behind a tab, lines. A rule
 * for one line alone stands behind it, and `⏎` for a line break.
 */
function linesOf(file: string): readonly (readonly [line: string, rules: readonly string[]])[] {
  let rules: readonly string[] = [];
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .flatMap((text) => {
      if (!text.startsWith('\t')) rules = text.split(' ;; ');
      const [, line, ...more] = text.split('\t');
      return line === undefined ? [] : [[line.replaceAll('⏎', '\n'), [...rules, ...more]] as const];
    });
}

test.each(linesOf('coveredLines.txt'))('%j is covered by %j', (line, rules) => {
  expect(areAllAllowed([parseCommandLine(line)], rules, where)).toBe(true);
});

test.each(linesOf('askedLines.txt'))('%j is not covered by %j', (line, rules) => {
  expect(areAllAllowed([parseCommandLine(line)], rules, where)).toBe(false);
});

test('there are hundreds of both', () => {
  expect(linesOf('coveredLines.txt').length).toBeGreaterThan(500);
  expect(linesOf('askedLines.txt').length).toBeGreaterThan(600);
});
