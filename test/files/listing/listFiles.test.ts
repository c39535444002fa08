import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listFiles } from '../../../src/files/listing/listFiles.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-list-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, text = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function git(folder: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: join(root, folder),
    stdio: 'ignore',
  });
}

async function list(maxFiles = 1_000, isExcluded = (_path: string) => false): Promise<readonly string[]> {
  const found = new Set<string>();
  await listFiles(root, {
    onFiles: (paths) => paths.forEach((path) => found.add(path)),
    onMissing: (path) => found.delete(path),
    isExcluded,
    maxFiles,
    timeoutMs: 10_000,
    signal: new AbortController().signal,
  });
  return [...found].toSorted();
}

describe('listFiles', () => {
  it('lists a repository without what it ignores, with what is not tracked, and without what was deleted', async () => {
    git('', 'init', '-q');
    put('.gitignore', 'out/\n*.log\n');
    for (const path of ['a.ts', 'src/b.ts', 'gone.ts', 'out/x.js', 'y.log']) put(path);
    git('', 'add', 'a.ts', 'gone.ts');
    rmSync(join(root, 'gone.ts'));
    expect(await list()).toEqual(['.gitignore', 'a.ts', 'src/b.ts']);
  });

  it('lists a folder that is no repository by the same rules', async () => {
    put('.gitignore', '# no\nout/\n*.log\n/top.txt\n!keep.log\nsub/*.tmp\n');
    put('sub/.gitignore', '!back.log\n');
    for (const path of [
      'a.ts',
      'out/x.js',
      'y.log',
      'keep.log',
      'top.txt',
      'sub/top.txt',
      'sub/a.tmp',
      'sub/back.log',
    ])
      put(path);
    expect(await list()).toEqual([
      '.gitignore',
      'a.ts',
      'keep.log',
      'sub/.gitignore',
      'sub/back.log',
      'sub/top.txt',
    ]);
  });

  it('lists no names of another repository that a .git leads to, but the files that are there', async () => {
    const other = realpathSync(mkdtempSync(join(tmpdir(), 'parley-list-other-')));
    writeFileSync(join(other, 'secret-name'), '');
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
    ])
      execFileSync('git', args, { cwd: other });
    put('.gitignore', 'out\n');
    for (const path of ['a.ts', 'out/x.js', 'inner/b.ts']) put(path);
    put('.git', `gitdir: ${other}/.git\n`);
    put('inner/.git', `gitdir: ${other}/.git\n`);
    const reported: string[] = [];
    await listFiles(root, {
      onFiles: (paths) => reported.push(...paths),
      onMissing: (path) => reported.push(path),
      isExcluded: () => false,
      maxFiles: 100,
      startsWithTracked: true,
      timeoutMs: 10_000,
      signal: new AbortController().signal,
    });
    expect(reported.toSorted()).toEqual(['.gitignore', 'a.ts', 'inner/b.ts']);
    rmSync(join(root, '.git'));
    git('', 'init', '-q');
    symlinkSync(join(other, '.git', 'index'), join(root, '.git', 'index'));
    expect(await list()).toEqual(['.gitignore', 'a.ts', 'inner/b.ts']);
    rmSync(other, { recursive: true });
  });

  it('lists repositories below the folder by their own rules', async () => {
    git('', 'init', '-q');
    for (const inner of ['one', 'deep/two']) {
      put(`${inner}/.gitignore`, 'out\n');
      put(`${inner}/out/x.js`);
      put(`${inner}/a.ts`);
      git(inner, 'init', '-q');
    }
    expect(await list()).toEqual(['deep/two/.gitignore', 'deep/two/a.ts', 'one/.gitignore', 'one/a.ts']);
  });

  it('lists names with line feeds, quotes, and characters that turn the text', async () => {
    git('', 'init', '-q');
    const names = ['a\nb.ts', '"q".ts', '\u202Egpj.exe', 'ü.ts', '[@x](file:y).ts'];
    for (const name of names) put(name);
    expect(await list()).toEqual(names.toSorted());
  });

  it('stops at the most files, and follows no links', async () => {
    for (let index = 0; index < 50; index++) put(`f${index}.ts`);
    symlinkSync(root, join(root, 'loop'));
    expect(await list(10)).toHaveLength(10);
    expect(await list()).toHaveLength(51);
  });

  it('leaves out folders that are excluded, unread', async () => {
    put('node_modules/a/b.js');
    put('a.ts');
    expect(await list(1_000, (path) => path === 'node_modules')).toEqual(['a.ts']);
  });

  it('runs nothing that the repository configures', async () => {
    git('', 'init', '-q');
    put('hook.sh', `#!/bin/sh\ntouch ${join(root, 'ran')}\n`);
    chmodSync(join(root, 'hook.sh'), 0o755);
    git('', 'config', 'core.fsmonitor', join(root, 'hook.sh'));
    git('', 'config', 'core.pager', join(root, 'hook.sh'));
    expect(await list()).toEqual(['hook.sh']);
  });

  it('lists nothing of a folder that is not there', async () => {
    rmSync(root, { recursive: true });
    expect(await list()).toEqual([]);
  });
});
