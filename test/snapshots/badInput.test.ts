// Snapshots of folders and repositories that change, break or fill up meanwhile: each holds the bytes on the disk, or says why not.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ShadowRepository } from '../../src/snapshots/shadowRepository.ts';
import type { SnapshotStore } from '../../src/snapshots/snapshotStore.ts';

let base = '';
let folder = '';
let opened: SnapshotStore[] = [];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'parley-bad-input-'));
  folder = join(base, 'project');
  for (let index = 0; index < 40; index++) put(`src/file${index}.ts`, `export const value = ${index};\n`);
});

afterEach(async () => {
  for (const store of opened) store.dispose();
  opened = [];
  await rm(base, { recursive: true, force: true });
});

function put(path: string, contents: string): void {
  const absolute = join(folder, path);
  mkdirSync(dirname(absolute), { recursive: true });
  writeFileSync(absolute, contents);
}

function git(...args: readonly string[]): string {
  const who = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

function commit(): void {
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message=all');
}

/** A git for which a line of a shell script is run first. */
function gitAfter(line: string): string {
  const command = join(base, 'git');
  writeFileSync(command, `#!/bin/sh\n${line}\nexec git "$@"\n`, { mode: 0o755 });
  return command;
}

function storeOf(storage: string, command?: string, of = folder): SnapshotStore {
  const store = new ShadowRepository({
    storage: join(base, storage),
    folder: of,
    ...(command === undefined ? {} : { command }),
  });
  opened.push(store);
  return store;
}

/** The snapshot of a copy of the files of which no git knows: what every other one has to be. */
async function idOfBytes(): Promise<string> {
  const copy = join(base, 'copy');
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('/.git') });
  return (await storeOf('plain', undefined, copy).takeSnapshot()).id;
}

describe.skipIf(process.platform === 'win32')('the repository of the user', () => {
  test.each([
    ['packed anew', ['repack', '-a', '-d', '-q']],
    ['cleaned up', ['gc', '--quiet', '--prune=now']],
    ['locked', ['update-index', '--refresh']],
  ])('is %s between all steps of the first snapshot', async (_name, args) => {
    commit();
    put('src/file1.ts', 'changed\n');
    const command = gitAfter(
      `env -u GIT_DIR -u GIT_WORK_TREE -u GIT_INDEX_FILE git -C '${folder}' ${args.join(' ')} >&2 || true`,
    );
    expect((await storeOf('storage', command).takeSnapshot()).id).toBe(await idOfBytes());
    expect(git('fsck')).toBe('');
  });

  test('is cloned again in the middle of the first snapshot', async () => {
    commit();
    const command = gitAfter(
      `case "$*" in *cat-file*) rm -rf '${folder}/.git'; env -u GIT_DIR -u GIT_WORK_TREE -u GIT_INDEX_FILE git init --quiet '${folder}';; esac`,
    );
    expect((await storeOf('storage', command).takeSnapshot()).id).toBe(await idOfBytes());
  });
});

describe.skipIf(process.platform === 'win32')('git', () => {
  test.each(['--debug', 'cat-file', '--force-write-index', 'pack-objects', '--modified', 'write-tree'])(
    'is killed at the step %s of the first snapshot: the next one is whole',
    async (step) => {
      commit();
      put('src/file1.ts', 'changed\n');
      put('src/new.ts', 'new\n');
      const killed = join(base, 'killed');
      const command = gitAfter(
        `case "$*" in *${step}*) test -e '${killed}' || { touch '${killed}'; git "$@" & kill -9 $! $$; };; esac`,
      );
      const store = storeOf('storage', command);
      await store.takeSnapshot().catch(() => undefined);
      expect(readFileSync(killed, 'utf8')).toBe('');
      const expected = await idOfBytes();
      expect((await store.takeSnapshot()).id).toBe(expected);
      expect((await storeOf('storage').takeSnapshot()).id).toBe(expected);
    },
  );

  test('can write nothing, as on a full disk: the snapshot fails, the files stay, and the next one is whole', async () => {
    const full = join(base, 'full');
    const store = storeOf('storage', gitAfter(`test -e '${full}' && ulimit -f 0`));
    const before = await store.takeSnapshot();
    put('src/file1.ts', 'changed\n'.repeat(1_000));
    writeFileSync(full, '');
    await expect(store.takeSnapshot()).rejects.toThrow('git update-index ended with a signal');
    expect(readFileSync(join(folder, 'src/file1.ts'), 'utf8')).toBe('changed\n'.repeat(1_000));
    rmSync(full);
    const after = await store.takeSnapshot();
    expect(after.id).toBe(await idOfBytes());
    expect((await store.compare(before.id, after.id)).map(({ path }) => path)).toEqual([
      join(folder, 'src/file1.ts'),
    ]);
  });
});

test.skipIf(process.platform === 'win32')(
  'a full disk is not taken for files that cannot be read',
  async () => {
    const runs = join(base, 'runs');
    const failure = `echo run >> '${runs}'; echo 'fatal: write error: No space left on device' >&2; exit 128`;
    const command = gitAfter(`case "$*" in *--stdin*) ${failure};; esac`);
    await expect(storeOf('storage', command).takeSnapshot()).rejects.toThrow('No space left on device');
    expect(readFileSync(runs, 'utf8')).toBe('run\n');
  },
);

describe('names', () => {
  const cases = [
    ['of 300 characters', `${'folder/'.repeat(10)}${'n'.repeat(230)}.txt`],
    ['with a line break, a tab and quotes', 'a\nb\t"c".txt'],
    ['that begin like options', '--all'],
    ['that are patterns', ':(exclude)*.[t]xt'],
  ] as const;
  test.skipIf(process.platform === 'win32').each(cases)('%s', async (_name, path) => {
    const store = storeOf('storage');
    put(path, 'before\n');
    const before = await store.takeSnapshot();
    put(path, 'after\n');
    const after = await store.takeSnapshot();
    const [difference] = await store.compare(before.id, after.id);
    expect(difference?.path).toBe(join(folder, path));
    const hash = difference?.from?.hash ?? '';
    expect((await store.read([hash])).get(hash)?.toString('utf8')).toBe('before\n');
  });

  test.runIf(process.platform === 'linux')('that differ only in case are two files', async () => {
    const store = storeOf('storage');
    put('Case.txt', 'one\n');
    put('case.txt', 'two\n');
    const before = await store.takeSnapshot();
    put('Case.txt', 'changed\n');
    rmSync(join(folder, 'case.txt'));
    const changed = await store.compare(before.id, (await store.takeSnapshot()).id);
    expect(changed.map(({ path, to }) => [path, to === undefined])).toEqual([
      [join(folder, 'Case.txt'), false],
      [join(folder, 'case.txt'), true],
    ]);
  });
});

test.skipIf(process.platform === 'win32')(
  'a file that grows while it is read is whole in the first snapshot after it',
  async () => {
    const log = join(folder, 'log.txt');
    const line = 'a line of a log that another program writes\n';
    writeFileSync(log, line.repeat(20_000));
    const writer = spawn('sh', ['-c', `while :; do echo '${line.trim()}' >> '${log}'; done`]);
    const store = storeOf('storage');
    for (let round = 0; round < 3; round++) await store.takeSnapshot().catch(() => undefined);
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    appendFileSync(log, 'the end\n');
    expect((await store.takeSnapshot()).id).toBe(await idOfBytes());
  },
);
