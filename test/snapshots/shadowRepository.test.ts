// Snapshots of real folders: what is in them, what is not, and that the user's own repository stays as it is.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GitFailed, GitMissing } from '../../src/snapshots/gitProcess.ts';
import { snapshotLimits } from '../../src/snapshots/fileSizes.ts';
import { ShadowRepository, type ShadowRepositoryOptions } from '../../src/snapshots/shadowRepository.ts';
import { SnapshotLimitError, type SnapshotStore } from '../../src/snapshots/snapshotStore.ts';

let base = '';
let folder = '';
let storage = '';
let opened: SnapshotStore[] = [];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'parley-shadow-'));
  folder = join(base, 'project');
  storage = join(base, 'storage');
  mkdirSync(folder);
});

afterEach(async () => {
  for (const repository of opened) repository.dispose();
  opened = [];
  await rm(base, { recursive: true, force: true });
});

function shadow(options: Partial<ShadowRepositoryOptions> = {}): SnapshotStore {
  const repository = new ShadowRepository({ storage, folder, ...options });
  opened.push(repository);
  return repository;
}

function put(path: string, contents: string | Buffer): void {
  const absolute = join(folder, path);
  mkdirSync(dirname(absolute), { recursive: true });
  writeFileSync(absolute, contents);
}

function git(...args: readonly string[]): string {
  const who = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' });
}

/** The paths that differ, relative to the folder. */
async function changed(repository: SnapshotStore, from: string, to: string): Promise<readonly string[]> {
  return (await repository.compare(from, to)).map(({ path }) => relative(folder, path));
}

async function contents(repository: SnapshotStore, hash: string | undefined): Promise<string | undefined> {
  if (hash === undefined) return undefined;
  return (await repository.read([hash])).get(hash)?.toString('utf8');
}

describe('a snapshot', () => {
  test('reports what was changed, created and deleted since, and holds the contents before', async () => {
    put('same.txt', 'same\n');
    put('changed.txt', 'before\n');
    put('in/a/deleted.txt', 'gone\n');
    const repository = shadow();
    const before = await repository.takeSnapshot();
    put('changed.txt', 'after\n');
    put('new/file with späce.txt', 'new\n');
    rmSync(join(folder, 'in/a/deleted.txt'));
    const after = await repository.takeSnapshot();
    const differences = await repository.compare(before.id, after.id);
    expect(differences.map(({ path }) => relative(folder, path))).toEqual([
      'changed.txt',
      'in/a/deleted.txt',
      'new/file with späce.txt',
    ]);
    const [edited, deleted, made] = differences;
    expect(await contents(repository, edited?.from?.hash)).toBe('before\n');
    expect(await contents(repository, edited?.to?.hash)).toBe('after\n');
    expect(await contents(repository, deleted?.from?.hash)).toBe('gone\n');
    expect(deleted?.to).toBeUndefined();
    expect(made?.from).toBeUndefined();
  });

  test('of an unchanged folder is the same one', async () => {
    put('a.txt', 'a\n');
    const repository = shadow();
    const first = await repository.takeSnapshot();
    expect((await repository.takeSnapshot()).id).toBe(first.id);
  });

  test('sees a change of the same length made right after it', async () => {
    const repository = shadow();
    put('a.txt', '1\n');
    let last = await repository.takeSnapshot();
    for (let round = 2; round < 8; round++) {
      put('a.txt', `${round}\n`);
      const next = await repository.takeSnapshot();
      expect(await changed(repository, last.id, next.id)).toEqual(['a.txt']);
      last = next;
    }
  });

  test('keeps bytes as they are: line ends, byte order marks, whatever .gitattributes says', async () => {
    const odd = Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a, 0x62, 0x0a, 0xff, 0x00]);
    put('.gitattributes', '* text=auto eol=lf\n*.odd filter=lfs working-tree-encoding=UTF-16 ident\n');
    put('file.odd', odd);
    put('crlf.txt', 'a\r\n$Id$\r\n');
    const repository = shadow();
    const before = await repository.takeSnapshot();
    rmSync(join(folder, 'file.odd'));
    rmSync(join(folder, 'crlf.txt'));
    const after = await repository.takeSnapshot();
    const [crlf, bytes] = await repository.compare(before.id, after.id);
    expect(await contents(repository, crlf?.from?.hash)).toBe('a\r\n$Id$\r\n');
    const hash = bytes?.from?.hash ?? '';
    expect((await repository.read([hash])).get(hash)).toEqual(odd);
  });

  test('knows links and executable files as what they are', async () => {
    put('target.txt', 'x\n');
    put('run.sh', '#!/bin/sh\n');
    chmodSync(join(folder, 'run.sh'), 0o755);
    symlinkSync('target.txt', join(folder, 'link'));
    symlinkSync('/etc', join(folder, 'outside'));
    const repository = shadow();
    const empty = await repository.takeSnapshot();
    for (const name of ['target.txt', 'run.sh', 'link', 'outside']) rmSync(join(folder, name));
    const differences = await repository.compare(empty.id, (await repository.takeSnapshot()).id);
    expect(differences.map(({ path, from }) => [relative(folder, path), from?.mode])).toEqual([
      ['link', '120000'],
      ['outside', '120000'],
      ['run.sh', '100755'],
      ['target.txt', '100644'],
    ]);
    expect(await contents(repository, differences[1]?.from?.hash)).toBe('/etc');
  });

  test('a file that becomes a folder, and back', async () => {
    put('thing', 'file\n');
    const repository = shadow();
    const file = await repository.takeSnapshot();
    rmSync(join(folder, 'thing'));
    put('thing/inside.txt', 'folder\n');
    const directory = await repository.takeSnapshot();
    expect(await changed(repository, file.id, directory.id)).toEqual(['thing', 'thing/inside.txt']);
    rmSync(join(folder, 'thing'), { recursive: true });
    put('thing', 'file\n');
    expect((await repository.takeSnapshot()).id).toBe(file.id);
  });
});

describe('what is not stored', () => {
  test('what the project ignores, by .gitignore, by .git/info/exclude, and dependencies nobody wants to see', async () => {
    git('init', '--quiet');
    put('.gitignore', '*.log\n/build/\n');
    put('.git/info/exclude', 'private.txt\n');
    const repository = shadow();
    const before = await repository.takeSnapshot();
    for (const path of ['a.log', 'build/out.js', 'private.txt', 'node_modules/x/index.js']) put(path, 'x');
    put('sub/.gitignore', 'secret\n');
    put('sub/secret', 'x');
    expect(await changed(repository, before.id, (await repository.takeSnapshot()).id)).toEqual([
      'sub/.gitignore',
    ]);
  });

  test('rules of the repository around the folder count too', async () => {
    git('init', '--quiet');
    put('.gitignore', 'dist/\n');
    put('packages/one/a.txt', 'a\n');
    put('packages/two/b.txt', 'b\n');
    const repository = shadow({ folder: join(folder, 'packages/one') });
    const before = await repository.takeSnapshot();
    put('packages/one/dist/out.js', 'x');
    put('packages/one/a.txt', 'changed\n');
    put('packages/two/b.txt', 'changed\n');
    expect(await changed(repository, before.id, (await repository.takeSnapshot()).id)).toEqual([
      'packages/one/a.txt',
    ]);
  });

  test('a folder that is ignored itself is tracked all the same', async () => {
    git('init', '--quiet');
    put('.gitignore', 'scratch/\n');
    put('scratch/a.txt', 'a\n');
    const repository = shadow({ folder: join(folder, 'scratch') });
    const before = await repository.takeSnapshot();
    put('scratch/a.txt', 'changed\n');
    expect(await changed(repository, before.id, (await repository.takeSnapshot()).id)).toEqual([
      'scratch/a.txt',
    ]);
  });

  test('big files and big binaries are left out, and named', async () => {
    const limits = { ...snapshotLimits, maxFileBytes: 2_000, maxBinaryBytes: 1_000 };
    put('small.bin', Buffer.alloc(900));
    put('big.bin', Buffer.alloc(1_100));
    put('text.txt', 'x'.repeat(1_500));
    put('long.txt', 'x'.repeat(2_100));
    const repository = shadow({ limits });
    const before = await repository.takeSnapshot();
    expect(before.gaps.tooBig.toSorted()).toEqual(['big.bin', 'long.txt']);
    put('text.txt', 'x'.repeat(2_500));
    put('big.bin', Buffer.alloc(1_200));
    const after = await repository.takeSnapshot();
    // A file that grew too large does not count as deleted.
    expect(await changed(repository, before.id, after.id)).toEqual([]);
    expect(after.gaps.tooBig).toContain('text.txt');
  });

  test.skipIf(process.getuid?.() === 0)('files that cannot be read are left out, and named', async () => {
    put('a.txt', 'a\n');
    put('closed.txt', 'closed\n');
    chmodSync(join(folder, 'closed.txt'), 0);
    const repository = shadow();
    const before = await repository.takeSnapshot();
    expect(before.gaps.unreadable).toEqual(['closed.txt']);
    put('a.txt', 'changed\n');
    expect(await changed(repository, before.id, (await repository.takeSnapshot()).id)).toEqual(['a.txt']);
  });

  test('a folder in it that is a repository of its own is reported', async () => {
    put('a.txt', 'a\n');
    put('nested/b.txt', 'b\n');
    execFileSync('git', ['init', '--quiet'], { cwd: join(folder, 'nested') });
    git('-C', 'nested', 'add', '.');
    git('-C', 'nested', 'commit', '--quiet', '-m', 'x');
    expect((await shadow().takeSnapshot()).nestedRepositories).toEqual(['nested']);
  });

  test.each([
    ['in the place of its files', 'd/e', ['d/e/a'], (): void => void git('init', '--quiet', 'd/e')],
    ['some folders above them', 'd', ['d/e/a', 'd/e/f/b'], (): void => void git('init', '--quiet', 'd')],
    [
      'as a file that names a folder elsewhere',
      'd/e',
      ['d/e/a'],
      (): void => void git('init', '--quiet', '--separate-git-dir', join(base, 'elsewhere'), 'd/e'),
    ],
  ])('an empty repository %s is found at once', async (_where, nested, gone, make) => {
    put('kept', 'kept\n');
    for (const path of gone) put(path, 'gone\n');
    const repository = shadow();
    await repository.takeSnapshot();
    for (const path of gone) rmSync(join(folder, path));
    make();
    expect((await repository.takeSnapshot()).nestedRepositories).toEqual([nested]);
    expect((await repository.takeSnapshot()).nestedRepositories).toEqual([nested]);
  });

  test('a repository around files that are gone, with others that are left in it, is no other one than before', async () => {
    put('d/e/a', 'a\n');
    put('d/b', 'b\n');
    const repository = shadow();
    await repository.takeSnapshot();
    rmSync(join(folder, 'd/e/a'));
    git('init', '--quiet', 'd');
    expect((await repository.takeSnapshot()).nestedRepositories).toEqual([]);
    expect((await repository.takeSnapshot()).nestedRepositories).toEqual([]);
  });
});

describe('the user’s own repository', () => {
  test('is unchanged, whatever their environment and hooks say', async () => {
    git('init', '--quiet');
    put('a.txt', 'a\n');
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
    const marker = join(base, 'hook-ran');
    for (const hook of ['post-index-change', 'reference-transaction', 'pre-commit']) {
      writeFileSync(join(folder, '.git/hooks', hook), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
    }
    git('config', 'core.fsmonitor', `touch ${marker}`);
    put('b.txt', 'b\n');
    const before = listing(join(folder, '.git'));
    process.env['GIT_DIR'] = join(folder, '.git');
    process.env['GIT_INDEX_FILE'] = join(folder, '.git/index');
    try {
      const repository = shadow();
      const first = await repository.takeSnapshot();
      put('a.txt', 'changed\n');
      const second = await repository.takeSnapshot();
      await repository.addRef(second.id, 'one');
      expect(await changed(repository, first.id, second.id)).toEqual(['a.txt']);
    } finally {
      delete process.env['GIT_DIR'];
      delete process.env['GIT_INDEX_FILE'];
    }
    expect(listing(join(folder, '.git'))).toEqual(before);
    expect(() => readFileSync(marker)).toThrow('ENOENT');
  });
});

describe('limits', () => {
  test('too many files', async () => {
    for (let index = 0; index < 30; index++) put(`f${index}`, 'x');
    const taken = shadow({ limits: { ...snapshotLimits, maxFiles: 20 } }).takeSnapshot();
    await expect(taken).rejects.toEqual(new SnapshotLimitError('files'));
  });

  test('of files that the user has set: one file more, as many, and a higher one', async () => {
    for (let index = 0; index < 21; index++) put(`f${index}`, 'x');
    const limited = (maxFilesOfUser: number, maxFiles = 1_000): SnapshotStore =>
      shadow({ limits: { ...snapshotLimits, maxFiles, maxFilesOfUser } });
    await expect(limited(20).takeSnapshot()).rejects.toEqual(new SnapshotLimitError('maxFiles'));
    await expect(limited(30, 20).takeSnapshot()).rejects.toEqual(new SnapshotLimitError('files'));
    expect((await limited(21).takeSnapshot()).id).toMatch(/^[0-9a-f]{40}$/);
  });

  test('of files count those that the user’s repository has stored, and those of an earlier window', async () => {
    for (let index = 0; index < 21; index++) put(`f${index}`, 'x');
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message=all');
    const limited = (maxFilesOfUser: number): SnapshotStore =>
      shadow({ limits: { ...snapshotLimits, maxFilesOfUser } });
    const tooMany = new SnapshotLimitError('maxFiles');
    await expect(limited(20).takeSnapshot()).rejects.toEqual(tooMany);
    expect((await limited(21).takeSnapshot()).id).toMatch(/^[0-9a-f]{40}$/);
    await expect(limited(20).takeSnapshot()).rejects.toEqual(tooMany);
  });

  test('too many bytes', async () => {
    for (let index = 0; index < 30; index++) put(`f${index}`, 'x'.repeat(100));
    const taken = shadow({ limits: { ...snapshotLimits, maxBytes: 2_000 } }).takeSnapshot();
    await expect(taken).rejects.toEqual(new SnapshotLimitError('bytes'));
  });

  test('too much time, and the next one may succeed', async () => {
    put('a.txt', 'a\n');
    await expect(shadow({ limits: { ...snapshotLimits, timeoutMs: 0 } }).takeSnapshot()).rejects.toEqual(
      new SnapshotLimitError('time'),
    );
    expect((await shadow().takeSnapshot()).id).toMatch(/^[0-9a-f]{40}$/);
  });
});

describe('a reload', () => {
  test('a snapshot with a ref is there for the next window', async () => {
    put('a.txt', 'a\n');
    const first = shadow();
    const before = await first.takeSnapshot();
    await first.addRef(before.id, 'checkpoint-1');
    first.dispose();
    put('a.txt', 'changed\n');
    const next = shadow();
    const after = await next.takeSnapshot();
    const [difference] = await next.compare(before.id, after.id);
    expect(await contents(next, difference?.from?.hash)).toBe('a\n');
  });

  test('git knows a ref, and removes it with others', async () => {
    put('a.txt', 'a\n');
    const repository = shadow();
    const { id } = await repository.takeSnapshot();
    await repository.addRef(id, 'checkpoint-1');
    await repository.addRef(id, 'checkpoint-2');
    const [name = ''] = readdirSync(storage);
    const refs = (): string => git(`--git-dir=${join(storage, name)}`, 'for-each-ref').trim();
    expect(refs().split('\n')).toEqual([
      `${id} tree\trefs/parley/checkpoint-1`,
      `${id} tree\trefs/parley/checkpoint-2`,
    ]);
    await repository.prune();
    await repository.removeRefs(['checkpoint-1', 'checkpoint-2']);
    expect(refs()).toBe('');
    await repository.addRef(id, 'checkpoint-3');
    expect(refs()).toBe(`${id} tree\trefs/parley/checkpoint-3`);
  });

  test('two windows on one folder do not disturb each other', async () => {
    put('a.txt', 'a\n');
    const one = shadow();
    const other = shadow();
    const [first, second] = await Promise.all([one.takeSnapshot(), other.takeSnapshot()]);
    expect(first.id).toBe(second.id);
    for (let round = 0; round < 5; round++) {
      put('a.txt', `round ${round}\n`);
      const [left, right] = await Promise.all([one.takeSnapshot(), other.takeSnapshot()]);
      expect(left.id).toBe(right.id);
    }
  });
});

describe('git', () => {
  test('that is not installed is reported as such', async () => {
    await expect(shadow({ command: join(base, 'no-such-git') }).takeSnapshot()).rejects.toBeInstanceOf(
      GitMissing,
    );
  });

  test.each(['git', './git'])('of the folder itself never runs, as the command “%s”', async (command) => {
    put('git', '#!/bin/sh\ntouch "$0.ran"\n');
    chmodSync(join(folder, 'git'), 0o755);
    const path = process.env['PATH'] ?? '';
    process.env['PATH'] = `.::${path}`;
    try {
      const taken = shadow({ command }).takeSnapshot();
      if (command === 'git') await taken;
      else await expect(taken).rejects.toBeInstanceOf(GitMissing);
    } finally {
      process.env['PATH'] = path;
    }
    expect(readdirSync(folder)).toEqual(['git']);
  });

  test('does not count as missing when the folder is', async () => {
    const taken = shadow({ folder: join(base, 'no-such-folder') }).takeSnapshot();
    await expect(taken).rejects.toBeInstanceOf(GitFailed);
  });
});

test.skipIf(process.platform === 'win32')(
  'permissions are those of now, also where no content changed, and of files that came since',
  async () => {
    put('a.txt', 'a\n');
    const repository = shadow();
    const permissions = async (): Promise<readonly (number | undefined)[]> => {
      await repository.takeSnapshot();
      await repository.recordPermissions(new Set());
      return ['a.txt', 'b.txt'].map((name) => repository.permissionsOf(join(folder, name)));
    };
    expect(await permissions()).toEqual([undefined, undefined]);
    chmodSync(join(folder, 'a.txt'), 0o600);
    expect(await permissions()).toEqual([0o600, undefined]);
    put('b.txt', 'b\n');
    chmodSync(join(folder, 'b.txt'), 0o640);
    expect(await permissions()).toEqual([0o600, 0o640]);
    chmodSync(join(folder, 'a.txt'), 0o644);
    expect(await permissions()).toEqual([undefined, 0o640]);
  },
);

/** Every file under a folder with its contents. */
function listing(directory: string): readonly (readonly [string, string])[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => [path, readFileSync(path, 'base64')] as const);
}
