// What is listed of the repositories of a workspace, and what is said of one that is refused.
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MentionOption } from '../../../../src/core/panel/mentionOption.ts';
import { gitSource } from '../../../../src/host/context/sources/gitSource.ts';
import { resetVscode, Uri, vscode } from '../../../support/vscode.ts';

let root: string;
let folder: string;

function git(...args: string[]): void {
  const settings = ['-c', 'user.name=a', '-c', 'user.email=a@b.c'];
  execFileSync('git', [...settings, ...args], { cwd: folder, stdio: 'ignore' });
}

beforeEach(() => {
  resetVscode();
  root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-mention-')));
  folder = join(root, 'workspace');
  mkdirSync(folder);
  git('init', '-q');
  writeFileSync(join(folder, 'a.txt'), 'one\n');
  git('add', '.');
  git('commit', '-qm', 'The first commit');
  vscode.folders.push(Uri.file(folder));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const target = { kind: 'git', changes: { of: 'working-tree' } } as const;
const request = {
  target,
  mention: { uri: 'parley:/git/working-tree', name: 'Working Tree Changes', kind: 'git' },
  key: 'k',
  capabilities: { image: false, audio: false, embeddedContext: true },
  signal: new AbortController().signal,
} as const;

const source = (): ReturnType<typeof gitSource> =>
  gitSource({ recent: { editor: undefined }, pages: { show: () => Promise.resolve() } });

async function listed(
  from: ReturnType<typeof gitSource>,
  signal = new AbortController().signal,
): Promise<readonly MentionOption[]> {
  let options: readonly MentionOption[] = [];
  await from.list({ text: '', isNarrowed: true, signal }, (found) => {
    options = found.map(({ option }) => option);
  });
  return options;
}

test('a repository that is refused says why: in the list, in the chip, and when it is sent', async () => {
  symlinkSync(root, join(folder, '.git', 'refs', 'out'));
  const why = 'a link that leads out of it: ';
  const changes = source();
  const [option, ...others] = await listed(changes);
  expect(option).toMatchObject({ kind: 'git', uri: request.mention.uri });
  expect(option?.problem).toContain(why);
  expect(others).toEqual([]);
  expect((await changes.details(target)).problem).toContain(why);
  await expect(changes.read(request)).rejects.toThrow(why);
});

test('a folder without a repository has nothing to list, and a chip of it says that', async () => {
  rmSync(join(folder, '.git'), { recursive: true });
  const changes = source();
  expect(await listed(changes)).toEqual([]);
  expect((await changes.details(target)).problem).toMatch(/no Git repository/);
});

test('lists do not look through the repository each time, but what is sent does', async () => {
  const changes = source();
  const names = (await listed(changes)).map(({ name }) => name);
  expect(names).toContainEqual(expect.stringContaining('The first commit'));
  const link = join(folder, '.git', 'refs', 'out');
  symlinkSync(root, link);
  expect((await listed(changes)).map(({ name }) => name)).toEqual(names);
  await expect(changes.read(request)).rejects.toThrow('leads out');
  unlinkSync(link);
  expect(await changes.read(request)).toHaveLength(1);
});

test('a query that is given up ends at once', async () => {
  const abort = new AbortController();
  const list = listed(source(), abort.signal);
  abort.abort(new Error('typed on'));
  await expect(list).rejects.toThrow('typed on');
});
