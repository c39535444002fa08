// The file of a code block, by what is written around it, and its language.
import { describe, expect, test } from 'vitest';
import { codeTargets } from '../../../src/core/codeBlocks/codeTargets.ts';
import { isShell, languageId } from '../../../src/core/codeBlocks/codeLanguage.ts';

const targets = (info: string, above = '', code = ''): readonly string[] =>
  codeTargets({ info, above, code }).map(({ path, isExplicit }) => (isExplicit ? path : `${path}?`));

describe('The info string', () => {
  test.each([
    ['ts src/a.ts', ['src/a.ts']],
    ['ts:src/a.ts', ['src/a.ts']],
    ['src/a.ts', ['src/a.ts']],
    ['a.ts', ['a.ts']],
    ['ts title="src/a b.ts"', []],
    ['ts title="src/a.ts"', ['src/a.ts']],
    ['ts {path=src/a.ts}', ['src/a.ts']],
    ["js filename='lib/x.mjs' {1,3}", ['lib/x.mjs']],
    ['12:20:src/a.ts', ['src/a.ts']],
    ['src/a.ts:12-15', ['src/a.ts']],
    ['a.ts:7', ['a.ts']],
    ['ts src/a.ts:12:15', ['src/a.ts']],
    ['tsx src\\a.tsx', ['src\\a.tsx']],
    ['makefile Makefile', ['Makefile']],
    ['ts', []],
    ['asp.net title', []],
    ['', []],
    ['ts https://a.example/b.ts', []],
  ])('%j names %j', (info, expected) => {
    expect(targets(info)).toEqual(expected);
  });
});

test('a comment in the first line may name the file', () => {
  expect(targets('ts', '', '// src/a.ts\nconst a = 1;')).toEqual(['src/a.ts']);
  expect(targets('py', '', '# file: tools/run.py\n')).toEqual(['tools/run.py']);
  expect(targets('html', '', '<!-- index.html -->')).toEqual(['index.html']);
  expect(targets('ts', '', '// increases a.b by one')).toEqual([]);
});

test('the text above may name it, what stands nearest first', () => {
  expect(targets('ts', 'First see lib/b.ts. Then change src/a.ts:')).toEqual(['src/a.ts?', 'lib/b.ts?']);
  expect(targets('ts', 'In `src/a.ts:12-20`, replace:')).toEqual(['src/a.ts?']);
  expect(targets('ts', 'Like this:')).toEqual([]);
});

test('languages have the names of VS Code', () => {
  expect(languageId('ts title=x')).toBe('typescript');
  expect(languageId('{.python}')).toBe('python');
  expect(languageId('zig')).toBe('zig');
  expect(languageId('constructor')).toBe('constructor');
  expect(languageId('')).toBe('');
  expect(isShell('bash title=x')).toBe(true);
  expect(isShell('python')).toBe(false);
});
