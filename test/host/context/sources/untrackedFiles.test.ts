// What of the files that git does not track goes with a prompt, and what is only named.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { untrackedFiles } from '../../../../src/host/context/sources/untrackedFiles.ts';
import { resetVscode } from '../../../support/vscode.ts';

let folder: string;
beforeEach(() => {
  resetVscode();
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'untracked-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, content: string | Uint8Array): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
  return path;
}

test('text is embedded; binary files, secrets, links, large and missing files are named', async () => {
  const paths = [put('src/new.ts', 'let a = 1;\n'), put('data.bin', 'a\0b'), put('.env', 'KEY=1\n')];
  paths.push(put('deep/.ssh/config', 'Host a\n'), put('large.txt', 'x'.repeat(100_001)), 'gone.txt');
  writeFileSync(join(folder, 'outside.txt'), 'secret');
  symlinkSync(join(folder, 'outside.txt'), join(folder, 'link.txt'));
  paths.push('link.txt');
  const { diff, named } = await untrackedFiles(folder, paths);
  expect(diff).toContain('+++ b/src/new.ts\n@@ -0,0 +1,1 @@\n+let a = 1;\n');
  expect(diff.match(/^diff --git/gm)).toHaveLength(1);
  expect(named).toEqual(['data.bin', '.env', 'deep/.ssh/config', 'large.txt', 'gone.txt', 'link.txt']);
});

test('secrets are named, in whatever case their names are written', async () => {
  const paths = ['.ENV', '.Env.local', 'server.PEM', 'deep/ID_RSA', '.SSH/known', 'Secrets.yml'];
  paths.push('terraform.tfstate', 'prod.tfstate.backup', 'prod.tfvars', 'Service-Account-7.json');
  for (const path of paths) put(path, 'KEY\n');
  expect(await untrackedFiles(folder, paths)).toEqual({ diff: '', named: paths });
});

test('all of them together are bounded', async () => {
  const paths = Array.from({ length: 6 }, (_, index) => put(`${index}.txt`, `${'y'.repeat(90_000)}\n`));
  const { diff, named } = await untrackedFiles(folder, paths);
  expect(diff.length).toBeLessThanOrEqual(400_000);
  expect(named).toEqual(['4.txt', '5.txt']);
});

test('who gives up reads no more', async () => {
  const paths = [put('a.txt', 'a')];
  await expect(untrackedFiles(folder, paths, AbortSignal.abort())).rejects.toThrow();
});
