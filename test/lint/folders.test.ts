// The shape of the tree: no folder is so large that nobody finds anything in it.
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/project.mjs';

const MAX_FILES = 25;

/** Recorded data, and files that are each a case of one test. */
const dataFolders = ['test/replay/', 'test/lint/fixtures/', 'test/core/session/cases/'];

test('no folder has more than 25 files', () => {
  const sizes = new Map<string, number>();
  for (const folder of ['src', 'webview', 'packages', 'scripts', 'test'].flatMap(foldersOfFiles)) {
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  const large = [...sizes].filter(([, size]) => size > MAX_FILES);
  expect(large).toEqual([]);
});

/** The folder of each file below a folder, relative to the repository's root. */
function foldersOfFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, entry.parentPath).split(sep).join('/'))
    .filter((path) => !dataFolders.some((data) => `${path}/`.startsWith(data)));
}
