// Links of an agent's text: what opens, and what does not.
import { expect, test } from 'vitest';
import { fileLink, namedPath, parseLink } from '../../../src/core/text/links.ts';

test.each([
  ['https://example.com/a', { kind: 'external', url: 'https://example.com/a' }],
  ['HTTP://example.com', { kind: 'external', url: 'HTTP://example.com' }],
  ['mailto:a@example.com', { kind: 'external', url: 'mailto:a@example.com' }],
  ['src/a.ts', { kind: 'file', path: 'src/a.ts' }],
  ['src/a.ts#L10', { kind: 'file', path: 'src/a.ts', line: 10 }],
  ['src/a.ts#L10-L20', { kind: 'file', path: 'src/a.ts', line: 10, endLine: 20 }],
  ['src/a.ts:10', { kind: 'file', path: 'src/a.ts', line: 10 }],
  ['a.ts:10:5', { kind: 'file', path: 'a.ts', line: 10, column: 5 }],
  ['a.ts:10:5-9', { kind: 'file', path: 'a.ts', line: 10, column: 5 }],
  ['a.ts:10-12', { kind: 'file', path: 'a.ts', line: 10, endLine: 12 }],
  ['a.ts#L10C5', { kind: 'file', path: 'a.ts', line: 10, column: 5 }],
  ['a.ts:0:5', { kind: 'file', path: 'a.ts' }],
  ['/abs/a b.ts', { kind: 'file', path: '/abs/a b.ts' }],
  ['a%20b.ts', { kind: 'file', path: 'a b.ts' }],
  ['file:///abs/a.ts#L3', { kind: 'file', path: '/abs/a.ts', line: 3 }],
  ['file:///C:/a.ts', { kind: 'file', path: 'C:/a.ts' }],
  ['C:\\src\\a.ts', { kind: 'file', path: 'C:\\src\\a.ts' }],
  ['100%.txt', { kind: 'file', path: '100%.txt' }],
])('%s', (href, target) => {
  expect(parseLink(href)).toEqual(target);
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'command:workbench.action.quit',
  'vscode://file/etc/passwd',
  'data:text/html,x',
  'ftp://example.com',
  'file://server/share/a.ts',
  '//example.com/a',
  '#heading',
  '',
  '  ',
])('%j is refused', (href) => {
  expect(parseLink(href)).toEqual({ kind: 'refused' });
});

test.each([
  ['src/a.ts:42', 'src/a.ts', { line: 42 }],
  ['src/a.ts:42:7', 'src/a.ts', { line: 42, column: 7 }],
  ['src/a.ts#L42-L50', 'src/a.ts', { line: 42, endLine: 50 }],
  ['src/a.ts(12,5)', 'src/a.ts', { line: 12, column: 5 }],
  ['src/a.ts(12)', 'src/a.ts', { line: 12 }],
  ['a.ts', 'a.ts', {}],
  ['Makefile:12', 'Makefile', { line: 12 }],
  ['Makefile', 'Makefile', {}],
  ['.env', '.env', {}],
  ['docs/my file.md:3', 'docs/my file.md', { line: 3 }],
  ['app/[slug]/(group)/page.tsx', 'app/[slug]/(group)/page.tsx', {}],
  ['C:\\src\\a.ts:3', 'C:\\src\\a.ts', { line: 3 }],
  ['注意/文件.ts:2', '注意/文件.ts', { line: 2 }],
])('code %s may name a file', (code, path, place) => {
  expect(namedPath(code)).toEqual({ path, place });
  expect(parseLink(fileLink(path, place))).toEqual({ kind: 'file', path, ...place });
});

test.each([
  'const',
  'npm',
  '--flag.x',
  'https://example.com/a.ts',
  'a\nb.ts',
  '**/*.ts',
  'Vec<String>',
  'src/',
  'f()',
  '...',
  'a | b.ts',
  'x'.repeat(500),
])('code %j names none', (code) => {
  expect(namedPath(code)).toBeUndefined();
});
