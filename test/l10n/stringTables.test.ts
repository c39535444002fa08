// The tables of localized text: one a room, `…Strings.ts`, of functions alone, which the extraction can read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { localizedSources } from '../../scripts/l10n.mjs';
import { root } from '../../scripts/project.mjs';
import { localizedCalls, tablesWithValues } from './localizedCalls.ts';

const TABLE = /Strings\.ts$/;

const sources = localizedSources().map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));
const calls = sources
  .filter(({ source }) => source.includes('l10n.t('))
  .map(({ path, source }) => ({ path, ...localizedCalls(path, source) }));

describe('the check', () => {
  test.each([
    ['a call at load', "export const a = l10n.t('Close');", { atLoad: [1] }],
    ['a call in a function', "export const a = () => l10n.t('Close');", { atLoad: [], withoutLiteral: [] }],
    ['a text that is no literal', 'export const a = () =>\n l10n.t(text);', { withoutLiteral: [2] }],
    ['a template', 'export const a = () => l10n.t(`Close ${b}`);', { withoutLiteral: [1] }],
    ['the object form', "const a = () => l10n.t({ message: 'Close', comment: [] });", { withoutLiteral: [] }],
    ['the API of VS Code', "const a = () => vscode.l10n.t('Close');", { ofVsCode: [1] }],
  ])('sees %s', (_name, source, expected) => {
    expect(localizedCalls('a.ts', source)).toMatchObject(expected);
  });

  test('sees a table with a value', () => {
    expect(tablesWithValues('a.ts', "export const a = { b: l10n.t('C') };")).toEqual(['a']);
    expect(tablesWithValues('a.ts', "export const a = { b: () => l10n.t('C') };")).toEqual([]);
  });
});

test('no text is localized before the language is set', () => {
  expect(calls.flatMap(({ path, atLoad }) => atLoad.map((line) => `${path}:${line}`))).toEqual([]);
});

test('every localized text is one literal', () => {
  expect(
    calls.flatMap(({ path, withoutLiteral }) => withoutLiteral.map((line) => `${path}:${line}`)),
  ).toEqual([]);
});

test('text is localized in the tables alone, and by the package that host and webview have', () => {
  const outside = calls.filter(
    ({ path, count, ofVsCode }) => count > 0 && (!TABLE.test(path) || ofVsCode.length > 0),
  );
  expect(outside.map(({ path, count }) => `${path}: ${count}`)).toEqual([]);
});

test('the tables hold functions alone', () => {
  const tables = sources.filter(({ path }) => TABLE.test(path));
  expect(
    tables.flatMap(({ path, source }) => tablesWithValues(path, source).map((name) => `${path}: ${name}`)),
  ).toEqual([]);
});
