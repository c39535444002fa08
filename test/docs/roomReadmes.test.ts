// The README of a room names every folder in it, so that a stranger who reads it knows the whole room.
import { globSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/project.mjs';

const readmes = globSync(['{src,webview}/**/README.md', 'packages/{,process/,*/src/}README.md'], {
  cwd: root,
});

test('there are READMEs to read', () => {
  expect(readmes.length).toBeGreaterThan(20);
});

test.each(readmes)('%s names every folder beside it', (path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const folders = readdirSync(join(root, dirname(path)), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(folders.filter((name) => !new RegExp(`[\`/]${name}/`).test(text))).toEqual([]);
});
