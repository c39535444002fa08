// First snapshots of the user's repositories, which begin with what git has stored already: each holds the bytes on the disk.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ShadowRepository } from '../../src/snapshots/shadowRepository.ts';
import type { SnapshotStore } from '../../src/snapshots/snapshotStore.ts';
import { waitUntil } from '../support/wait.ts';

let base = '';
let folder = '';
let opened: SnapshotStore[] = [];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'parley-borrowed-'));
  folder = join(base, 'project');
  mkdirSync(folder);
  git('init', '--quiet');
  put('a.txt', 'one\ntwo\n');
  put('src/b.ts', 'export {};\n');
});

afterEach(async () => {
  for (const store of opened) store.dispose();
  opened = [];
  await rm(base, { recursive: true, force: true });
});

function put(path: string, contents: string | Buffer): void {
  const absolute = join(folder, path);
  mkdirSync(dirname(absolute), { recursive: true });
  writeFileSync(absolute, contents);
}

function git(...args: readonly string[]): string {
  return gitIn(folder, ...args);
}

function gitIn(cwd: string, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com'];
  const allowed = ['-c', 'protocol.file.allow=always'];
  return execFileSync('git', [...who, ...allowed, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' });
}

/** Stores all files as the user does; those that are older than the index need no second look. */
function commit(): void {
  const old = new Date(Date.now() - 60_000);
  for (const path of filesBelow(folder)) if (!statSync(path).isDirectory()) utimesSync(path, old, old);
  git('add', '--all');
  git('commit', '--quiet', '--message=all');
}

function filesBelow(top: string): readonly string[] {
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !join(entry.parentPath, entry.name).includes('/.git/'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function storeOf(of: string, storage: string): SnapshotStore {
  const store = new ShadowRepository({ storage: join(base, storage), folder: of });
  opened.push(store);
  return store;
}

/** The packed objects of Parley's repository: there are some as soon as something was borrowed. */
function packs(): readonly string[] {
  const [repository = ''] = readdirSync(join(base, 'storage'));
  const objects = join(base, 'storage', repository, 'objects', 'pack');
  try {
    return readdirSync(objects).filter((name) => name.endsWith('.pack'));
  } catch {
    return [];
  }
}

/** The snapshot of the folder, and that of a copy of its files of which no git knows. */
async function snapshots(of = folder): Promise<{ readonly borrowed: string; readonly read: string }> {
  const copy = join(base, 'copy');
  cpSync(of, copy, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    filter: (path) => !path.endsWith('/.git'),
  });
  const borrowed = (await storeOf(of, 'storage').takeSnapshot()).id;
  return { borrowed, read: (await storeOf(copy, 'plain').takeSnapshot()).id };
}

async function expectTheBytes(of = folder): Promise<void> {
  const { borrowed, read } = await snapshots(of);
  expect(borrowed).toBe(read);
  expect(packs()).not.toEqual([]);
}

/** What is in the user's repository, by path. */
function repositoryState(): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(join(folder, '.git'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

describe('the first snapshot of a repository', () => {
  test('holds what git has stored, and what was changed, made, deleted and ignored since', async () => {
    put('gone.txt', 'gone\n');
    put('.gitignore', 'ignored/\n');
    commit();
    put('a.txt', 'one\n2\n');
    put('new.txt', 'new\n');
    put('ignored/x', 'x');
    rmSync(join(folder, 'gone.txt'));
    await expectTheBytes();
  });

  test('leaves the user’s repository as it is', async () => {
    commit();
    const before = repositoryState();
    await expectTheBytes();
    expect(repositoryState()).toEqual(before);
  });

  test('needs nothing of the user’s repository afterwards', async () => {
    commit();
    const store = storeOf(folder, 'storage');
    const { id } = await store.takeSnapshot();
    renameSync(join(folder, '.git'), join(base, 'gone.git'));
    const files = await store.filesIn(id, [join(folder, 'a.txt'), join(folder, 'src/b.ts')]);
    const contents = await store.read([...files.values()].map(({ hash }) => hash));
    expect([...contents.values()].map(String).toSorted()).toEqual(['export {};\n', 'one\ntwo\n']);
  });

  test('sees a change that keeps the size and the time', async () => {
    commit();
    const path = join(folder, 'a.txt');
    const { atime, mtime, ctimeMs } = statSync(path);
    // Many a git compares times by the second; the clock of files is a little behind the others.
    const clock = join(base, 'clock');
    await waitUntil(() => {
      writeFileSync(clock, '');
      return Math.floor(statSync(clock).ctimeMs / 1000) > Math.floor(ctimeMs / 1000);
    }, 'another second');
    put('a.txt', 'one\nTWO\n');
    utimesSync(path, atime, mtime);
    await expectTheBytes();
  });

  test('sees a change in the moment after git has looked', async () => {
    for (let round = 0; round < 5; round++) {
      put('a.txt', `one\n${String(round).padStart(3)}\n`);
      git('add', '--all');
      put('a.txt', `two\n${String(round).padStart(3)}\n`);
      const { borrowed, read } = await snapshots();
      expect(borrowed).toBe(read);
      for (const name of ['copy', 'storage', 'plain'])
        rmSync(join(base, name), { recursive: true, force: true });
    }
  });

  test('holds files that were not committed, also where the repository has no commit', async () => {
    git('add', '--all');
    await expectTheBytes();
  });

  test('holds only the folder that is tracked, where that is a part of the repository', async () => {
    put('srcs/c.ts', 'beside\n');
    commit();
    const store = storeOf(join(folder, 'src'), 'storage');
    const { id } = await store.takeSnapshot();
    const paths = ['src/b.ts', 'srcs/c.ts', 'a.txt'].map((path) => join(folder, path));
    expect([...(await store.filesIn(id, paths)).keys()]).toEqual([join(folder, 'src/b.ts')]);
    expect(packs()).not.toEqual([]);
  });
});

describe('files that git stores as other bytes than they have', () => {
  test.each([
    ['line ends by a setting', () => git('config', 'core.autocrlf', 'true')],
    ['line ends by attributes', () => put('.gitattributes', '*.txt text eol=crlf\n')],
    ['line ends of one folder', () => put('src/.gitattributes', '*.ts text=auto eol=crlf\n')],
    ['keywords', () => put('.gitattributes', '*.txt ident\n')],
    ['an encoding', () => put('.gitattributes', 'u.txt text working-tree-encoding=UTF-16LE\n')],
    [
      'a filter that keeps the size',
      () => {
        put('.gitattributes', '*.txt filter=case\n');
        git('config', 'filter.case.clean', 'tr a-z A-Z');
        git('config', 'filter.case.smudge', 'tr A-Z a-z');
      },
    ],
    [
      'a filter named where git is told in its own folder',
      () => {
        writeFileSync(join(folder, '.git/info/attributes'), '*.txt filter=case\n');
        git('config', 'filter.case.clean', 'tr a-z A-Z');
      },
    ],
  ])('are stored as they are: %s', async (_name, configure) => {
    configure();
    put('a.txt', 'one\r\ntwo\r\n$Id$\r\n');
    put('src/b.ts', 'export {};\r\n');
    put('u.txt', Buffer.from('über\r\n', 'utf16le'));
    put('same.md', 'same\n');
    commit();
    await expectTheBytes();
  });

  test('are stored as they are after a checkout has converted them', async () => {
    put('.gitattributes', '*.txt text eol=crlf ident\n');
    put('a.txt', 'one\n$Id$\n');
    commit();
    rmSync(join(folder, 'a.txt'));
    git('checkout', '--', 'a.txt');
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toMatch(/one\r\n\$Id: [0-9a-f]+ \$\r\n/);
    await expectTheBytes();
  });
});

describe('files that git was told not to look at', () => {
  test.each(['--assume-unchanged', '--skip-worktree'])('are read: %s', async (flag) => {
    commit();
    git('update-index', flag, 'a.txt');
    put('a.txt', 'changed\n');
    await expectTheBytes();
  });

  test('are left out where a sparse checkout has none', async () => {
    put('other/c.txt', 'c\n');
    commit();
    git('sparse-checkout', 'set', '--cone', '--sparse-index', 'src');
    expect(() => statSync(join(folder, 'other/c.txt'))).toThrow('ENOENT');
    await expectTheBytes();
  });

  test('are read where they are there in spite of a sparse checkout', async () => {
    put('other/c.txt', 'c\n');
    commit();
    git('sparse-checkout', 'set', '--cone', 'src');
    put('other/c.txt', 'mine\n');
    await expectTheBytes();
  });

  test('are read where they were only announced', async () => {
    commit();
    put('later.txt', 'later\n');
    git('add', '--intent-to-add', 'later.txt');
    await expectTheBytes();
  });
});

describe('an index', () => {
  test('in two files is read whole', async () => {
    commit();
    git('update-index', '--split-index');
    put('c.txt', 'c\n');
    git('add', '--all');
    expect(readdirSync(join(folder, '.git')).some((name) => name.startsWith('sharedindex.'))).toBe(true);
    await expectTheBytes();
    const [repository = ''] = readdirSync(join(base, 'storage'));
    const names = readdirSync(join(base, 'storage', repository));
    expect(names.filter((name) => name.startsWith('sharedindex.') || name.includes('borrowed'))).toEqual([]);
  });

  test('of version 4 with caches is read', async () => {
    commit();
    git('update-index', '--index-version=4', '--untracked-cache', '--force-untracked-cache');
    await expectTheBytes();
  });

  test('with conflicts is read but for these files', async () => {
    commit();
    git('checkout', '--quiet', '-b', 'other');
    put('a.txt', 'other\n');
    commit();
    git('checkout', '--quiet', '-');
    put('a.txt', 'mine\n');
    commit();
    expect(() => git('merge', 'other')).toThrow('Command failed');
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toContain('<<<<<<<');
    await expectTheBytes();
  });

  test('that is broken, or locked, is left: the files are read', async () => {
    commit();
    writeFileSync(join(folder, '.git/index'), 'DIRC broken');
    const { borrowed, read } = await snapshots();
    expect(borrowed).toBe(read);
    expect(packs()).toEqual([]);
  });

  test('names contents that are gone: these files are read', async () => {
    put('keep.txt', 'keep\n');
    commit();
    const hash = git('rev-parse', ':a.txt').trim();
    rmSync(join(folder, '.git/objects', hash.slice(0, 2), hash.slice(2)));
    await expectTheBytes();
  });
});

describe('links, permissions and names', () => {
  test('are as on the disk', async () => {
    put('run.sh', '#!/bin/sh\n');
    symlinkSync('a.txt', join(folder, 'link'));
    put('übér ‮ "x"\n.txt', 'odd\n');
    commit();
    chmodSync(join(folder, 'run.sh'), 0o755);
    rmSync(join(folder, 'link'));
    symlinkSync('b.txt', join(folder, 'link'));
    await expectTheBytes();
  });

  test('a file in place of a link, and a folder in place of a file', async () => {
    symlinkSync('a.txt', join(folder, 'link'));
    commit();
    rmSync(join(folder, 'link'));
    put('link', 'a.txt');
    rmSync(join(folder, 'a.txt'));
    put('a.txt/b', 'b');
    await expectTheBytes();
  });
});

describe('other kinds of repositories', () => {
  test('a worktree', async () => {
    commit();
    git('worktree', 'add', '--quiet', join(base, 'tree'));
    await expectTheBytes(join(base, 'tree'));
  });

  test('a submodule, beside the repository around it', async () => {
    commit();
    const outer = join(base, 'outer');
    mkdirSync(outer);
    gitIn(outer, 'init', '--quiet');
    gitIn(outer, 'submodule', '--quiet', 'add', folder, 'sub');
    writeFileSync(join(outer, 'own.txt'), 'own\n');
    gitIn(outer, 'add', '--all');
    gitIn(outer, 'commit', '--quiet', '--message=all');
    await expectTheBytes(join(outer, 'sub'));
    const store = storeOf(outer, 'outer');
    const taken = await store.takeSnapshot();
    expect(taken.nestedRepositories).toEqual(['sub']);
    const found = await store.filesIn(taken.id, [join(outer, 'own.txt'), join(outer, 'sub/a.txt')]);
    expect([...found.keys()]).toEqual([join(outer, 'own.txt')]);
  });

  test('a partial clone, of which nothing is fetched', async () => {
    put('src/c.ts', 'c\n');
    commit();
    git('config', 'uploadpack.allowFilter', 'true');
    const clone = join(base, 'clone');
    gitIn(base, 'clone', '--quiet', '--filter=blob:none', `file://${folder}`, clone);
    put('a.txt', 'newer\n');
    commit();
    gitIn(clone, 'fetch', '--quiet');
    // The index names contents that were never fetched.
    gitIn(clone, 'read-tree', 'FETCH_HEAD');
    const { borrowed, read } = await snapshots(clone);
    expect(borrowed).toBe(read);
    expect(gitIn(clone, 'rev-list', '--objects', '--all', '--missing=print')).toContain('?');
  });

  test('one with the hashes of SHA-256: the files are read', async () => {
    rmSync(join(folder, '.git'), { recursive: true });
    git('init', '--quiet', '--object-format=sha256');
    commit();
    const { borrowed, read } = await snapshots();
    expect(borrowed).toBe(read);
  });

  test('one whose .git leads to that of another folder: the files are read', async () => {
    commit();
    const other = join(base, 'other');
    mkdirSync(other);
    writeFileSync(join(other, '.git'), `gitdir: ${join(folder, '.git')}\n`);
    writeFileSync(join(other, 'a.txt'), 'of the other\n');
    const { borrowed, read } = await snapshots(other);
    expect(borrowed).toBe(read);
    expect(packs()).toEqual([]);
  });
});
