// The table of the README: every attempt and every finding is in it, and the tests that it names exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const tests = join(import.meta.dirname, '..');
const ATTEMPTS = 58;
const FINDINGS = 20;

interface Row {
  readonly ids: readonly string[];
  readonly cell: string;
}

const rows: readonly Row[] = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === 5 && /\w/.test(cells[1] ?? ''))
  .map(([, ids = '', , cell = '']) => ({ ids: ids.split(', '), cell }));

/** The file and the name of each test; a case is a file, and has no name besides. */
const named = rows.flatMap(({ cell }) =>
  cell.split('<br>').flatMap((line): readonly (readonly [string, string])[] => {
    const [, file, name = ''] = /^`([^`]+\.(?:json|tsx?))`(?:: (.*))?$/.exec(line) ?? [];
    return file === undefined ? [] : [[file, name]];
  }),
);

test('every attempt and every finding is in the table', () => {
  const known = new Set(rows.flatMap(({ ids }) => ids));
  const all = [
    ...Array.from({ length: ATTEMPTS }, (_, index) => String(index + 1)),
    ...Array.from({ length: FINDINGS }, (_, index) => `F${index + 1}`),
  ];
  expect(all.filter((id) => !known.has(id))).toEqual([]);
  expect(rows.filter(({ cell }) => cell === '')).toEqual([]);
  expect(named.length).toBeGreaterThan(rows.length);
});

test('the tests of the table exist', () => {
  const missing = named.filter(([file, name]) => {
    const path = join(tests, file);
    return !existsSync(path) || (!file.endsWith('.json') && !readFileSync(path, 'utf8').includes(name));
  });
  expect(missing).toEqual([]);
});
