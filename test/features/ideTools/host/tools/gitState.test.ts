// The tool git_state, in repositories on the disk.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileAccessError } from '../../../../../src/core/ports/fileAccess.ts';
import type { ServedSession } from '../../../../../src/core/ports/servedSession.ts';
import { resolvePath } from '../../../../../src/files/containedPath.ts';
import { gitStateTool } from '../../../../../src/features/ideTools/host/tools/gitState.ts';
import { ResultPages } from '../../../../../src/features/ideTools/host/mcp/resultPages.ts';
import { servedSession } from '../../../../support/ide/servedSession.ts';
import { MemoryLog } from '../../../../support/log.ts';

let folder: string;

const git = (...args: string[]): void => {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder });
};

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-git-')));
  git('init', '-q', '-b', 'main');
  for (const name of ['a.txt', 'b.txt']) writeFileSync(join(folder, name), 'one\n');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function call(args: object, changes: Partial<ServedSession> = {}): Promise<unknown> {
  const session = servedSession({
    roots: [folder],
    resolve: (path) => resolvePath(path, [folder]),
    ...changes,
  });
  return gitStateTool.run(args, {
    session,
    baseline: undefined,
    pages: new ResultPages(),
    log: new MemoryLog(),
    signal: new AbortController().signal,
  });
}

test('a file in conflict is listed once', async () => {
  git('checkout', '-q', '-b', 'other');
  writeFileSync(join(folder, 'a.txt'), 'theirs\n');
  git('commit', '-q', '-a', '-m', 'theirs');
  git('checkout', '-q', 'main');
  writeFileSync(join(folder, 'a.txt'), 'ours\n');
  git('commit', '-q', '-a', '-m', 'ours');
  expect(() => git('merge', '-q', 'other')).toThrow();
  const path = join(folder, 'a.txt');
  const both = { path, staged: 'U', unstaged: 'U', conflict: true };
  expect(await call({ op: 'status' })).toMatchObject({ items: [both], total: 1 });
  const diff = { path, diff: expect.stringContaining('++<<<<<<<') as unknown };
  expect(await call({ op: 'diff' })).toMatchObject({ items: [diff], total: 1 });
});

test('the branch and what is staged, changed and new are known', async () => {
  writeFileSync(join(folder, 'a.txt'), 'two\n');
  git('add', 'a.txt');
  writeFileSync(join(folder, 'b.txt'), 'two\n');
  writeFileSync(join(folder, 'c.txt'), 'new\n');
  expect(await call({ op: 'status' })).toMatchObject({
    root: folder,
    branch: 'main',
    items: [
      { path: join(folder, 'a.txt'), staged: 'M', unstaged: '.' },
      { path: join(folder, 'b.txt'), staged: '.', unstaged: 'M' },
      { path: join(folder, 'c.txt'), staged: '.', unstaged: '?' },
    ],
  });
  const diff = { path: join(folder, 'b.txt'), diff: expect.stringContaining('-one\n+two') as unknown };
  expect(await call({ op: 'diff' })).toMatchObject({ items: [diff], total: 1 });
  expect(await call({ op: 'diff', staged: true })).toMatchObject({
    items: [{ path: join(folder, 'a.txt') }],
  });
  expect(await call({ op: 'diff', path: join(folder, 'a.txt') })).toMatchObject({ items: [] });
});

test('a large diff is cut, and a file that rules do not show is counted', async () => {
  writeFileSync(join(folder, 'a.txt'), 'x\n'.repeat(50_000));
  writeFileSync(join(folder, 'b.txt'), 'secret\n');
  const permit: ServedSession['permit'] = (request) =>
    'path' in request && request.path.endsWith('b.txt')
      ? Promise.reject(new FileAccessError('refused', 'no'))
      : Promise.resolve({ close: () => undefined });
  const found = await call({ op: 'diff' }, { permit });
  expect(found).toMatchObject({ items: [{ path: join(folder, 'a.txt'), truncated: true }], refused: 1 });
  expect(JSON.stringify(found)).not.toContain('secret');
});

test('no program of the configuration of the repository runs', async () => {
  const touch = (name: string): string => `touch ${JSON.stringify(join(folder, name))}; exit 1`;
  git('config', 'core.fsmonitor', touch('monitor'));
  git('config', 'diff.external', touch('external'));
  git('config', 'diff.shown.textconv', touch('textconv'));
  git('config', 'core.pager', touch('pager'));
  writeFileSync(join(folder, '.gitattributes'), '*.txt diff=shown\n');
  writeFileSync(join(folder, 'a.txt'), 'two\n');
  await call({ op: 'status' });
  expect(await call({ op: 'diff' })).toMatchObject({ total: 1 });
  for (const name of ['monitor', 'external', 'textconv', 'pager']) {
    expect([name, existsSync(join(folder, name))]).toEqual([name, false]);
  }
});

test('no filter of the configuration of the repository runs', async () => {
  git('config', 'filter.evil.clean', `touch ${JSON.stringify(join(folder, 'filter'))}; cat`);
  writeFileSync(join(folder, '.gitattributes'), '*.txt filter=evil\n');
  writeFileSync(join(folder, 'a.txt'), 'two\n');
  await call({ op: 'status' });
  expect(await call({ op: 'diff' })).toMatchObject({ items: [{ path: join(folder, 'a.txt') }] });
  expect(existsSync(join(folder, 'filter'))).toBe(false);
});

test('ordinary files that look like a repository make git run nothing', async () => {
  const inner = join(folder, 'sub');
  for (const name of ['objects', 'refs/heads']) mkdirSync(join(inner, name), { recursive: true });
  writeFileSync(join(inner, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(inner, 'refs/heads/main'), `${'1'.repeat(40)}\n`);
  const ran = join(folder, 'ran');
  writeFileSync(
    join(inner, 'config'),
    `[core]
repositoryformatversion = 1
bare = false
worktree = ${JSON.stringify(inner)}
[extensions]
partialClone = origin
[protocol "file"]
allow = always
[remote "origin"]
url = .
promisor = true
uploadpack = ${JSON.stringify(`touch '${ran}'; false`)}
`,
  );
  for (const op of ['status', 'diff']) {
    await expect(call({ op, path: inner })).rejects.toThrow('bare repository');
    await call({ op, path: inner, staged: true }).catch(() => undefined);
  }
  expect(existsSync(ran)).toBe(false);
});

test('a lazy fetch of the repository runs nothing', async () => {
  const ran = join(folder, 'ran');
  git('config', 'core.repositoryFormatVersion', '1');
  git('config', 'extensions.partialClone', 'origin');
  git('config', 'protocol.file.allow', 'always');
  git('config', 'remote.origin.url', '.');
  git('config', 'remote.origin.promisor', 'true');
  git('config', 'remote.origin.uploadpack', `touch '${ran}'; false`);
  writeFileSync(join(folder, '.git', 'refs', 'heads', 'main'), `${'1'.repeat(40)}\n`);
  await call({ op: 'status' }).catch(() => undefined);
  await call({ op: 'diff', staged: true }).catch(() => undefined);
  expect(existsSync(ran)).toBe(false);
});

test('no filter of the configuration of a submodule runs', async () => {
  const inner = join(folder, 'inner');
  const gitInside = (...args: string[]): void => git('-C', inner, ...args);
  git('init', '-q', inner);
  writeFileSync(join(inner, 'c.txt'), 'one\n');
  writeFileSync(join(inner, '.gitattributes'), '*.txt filter=evil\n');
  gitInside('add', '.');
  gitInside('commit', '-q', '-m', 'first');
  git('add', '--no-warn-embedded-repo', 'inner');
  git('commit', '-q', '-m', 'second');
  gitInside('config', 'filter.evil.clean', `touch ${JSON.stringify(join(folder, 'filter'))}; cat`);
  writeFileSync(join(inner, 'c.txt'), 'two\n');
  for (const op of ['status', 'diff']) expect(await call({ op })).toMatchObject({ items: [] });
  expect(existsSync(join(folder, 'filter'))).toBe(false);
});

test('a file that leads to the repository of another folder shows nothing of it', async () => {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'parley-git-')));
  writeFileSync(join(workspace, '.git'), `gitdir: ${join(folder, '.git')}\n`);
  const inside = { roots: [workspace], resolve: (path: string) => resolvePath(path, [workspace]) };
  for (const op of ['status', 'diff'])
    await expect(call({ op }, inside)).rejects.toThrow('leads to the repository of another one');
  rmSync(workspace, { recursive: true });
});

test('only the folders of the session are looked at', async () => {
  mkdirSync(join(folder, 'inner'));
  writeFileSync(join(folder, 'inner', 'c.txt'), 'new\n');
  writeFileSync(join(folder, 'a.txt'), 'two\n');
  const inner = join(folder, 'inner');
  const inside = { roots: [inner], resolve: (path: string) => resolvePath(path, [inner]) };
  expect(await call({ op: 'status' }, inside)).toMatchObject({ items: [{ path: join(inner, 'c.txt') }] });
  await expect(call({ op: 'status', path: folder }, inside)).rejects.toThrow(
    'Only repositories in the folders',
  );
});

test('a folder may be spelled with a slash at its end', async () => {
  writeFileSync(join(folder, 'a.txt'), 'two\n');
  expect(await call({ op: 'status', path: `${folder}/` })).toMatchObject({ root: folder, total: 1 });
  await expect(call({ op: 'status', path: `${folder}/..` })).rejects.toThrow('contains “..”');
  await expect(call({ op: 'status', path: '/' })).rejects.toThrow(/folder/);
});

test('a file whose name is a pattern shows nothing of those that rules do not show', async () => {
  const names = ['*', 'b[.]txt', ':(glob)**', '?.txt'];
  for (const name of names) writeFileSync(join(folder, name), 'one\n');
  git('--literal-pathspecs', 'add', ...names);
  git('commit', '-q', '-m', 'second');
  for (const name of [...names, 'b.txt']) writeFileSync(join(folder, name), `changed ${name}\n`);
  const permit: ServedSession['permit'] = async (request) => {
    if (request.use !== 'command' && request.path.endsWith('/b.txt')) throw new Error('no');
    return { close: () => undefined };
  };
  for (const path of [undefined, ...names.map((name) => join(folder, name))]) {
    expect(JSON.stringify(await call({ op: 'diff', path }, { permit })), path).not.toContain('changed b.txt');
  }
  const only = await call({ op: 'status', path: join(folder, '*') });
  expect(only).toMatchObject({ total: 1, items: [{ path: join(folder, '*') }] });
});

test('a folder without a repository, and a path that is gone, are said to be', async () => {
  await expect(call({ op: 'status', path: join(folder, 'gone', 'file') })).rejects.toThrow('does not exist');
  rmSync(join(folder, '.git'), { recursive: true });
  await expect(call({ op: 'status' })).rejects.toThrow('The folder is in no git repository.');
});
