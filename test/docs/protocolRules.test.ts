// Holds docs/PROTOCOL.md to the sources and the tests that cite its rules.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const row = /^\| (R\d+) +\| (\w+) +\| (.+?) +\| (.+?) +\|$/;
const rules = readFileSync(join(root, 'docs', 'PROTOCOL.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id, level, text, page] = row.exec(line) ?? [];
    return id === undefined ? [] : [{ id, level, text, page }];
  });

/** The rules that the files below a folder cite, `R3–R5` as three, each with the first file that does. */
function citedIn(...folders: readonly string[]): Map<string, string> {
  const cited = new Map<string, string>();
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...folders], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.split('\n').filter((name) => /\.(ts|tsx|css|md)$/.test(name))) {
    if (file.startsWith('test/replay/recordings/') || file === 'docs/PROTOCOL.md') continue;
    for (const [, from, to] of readIfThere(file).matchAll(/\bR(\d{1,3})(?:[–-]R?(\d{1,3}))?\b/g))
      for (let id = Number(from); id <= Number(to ?? from); id += 1)
        if (!cited.has(`R${id}`)) cited.set(`R${id}`, file);
  }
  return cited;
}

/** A file that git still lists may be deleted in the working tree. */
function readIfThere(file: string): string {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return '';
  }
}

test('the rules stand in order, each once, with a text and a page', () => {
  expect(rules.map(({ id }) => id)).toEqual(rules.map((_, index) => `R${index + 1}`));
  expect(rules.length).toBe(131);
});

test('every rule that sources, tests or documents cite exists', () => {
  const known = new Set(rules.map(({ id }) => id));
  const unknown = [...citedIn('src', 'webview', 'packages', 'test', 'docs')].filter(([id]) => !known.has(id));
  expect(unknown).toEqual([]);
});

test('every rule that the specification makes a MUST is named by a test', () => {
  const tested = citedIn('test');
  const must = rules.filter(({ level }) => level === 'MUST');
  expect(must.length).toBeGreaterThan(30);
  expect(must.filter(({ id }) => !tested.has(id)).map(({ id }) => id)).toEqual([]);
});
