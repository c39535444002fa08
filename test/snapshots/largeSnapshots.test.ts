// Snapshots in which thousands of files have changed: what git writes as one pack, and what is read of it.
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderSnapshots } from '../../src/snapshots/folderSnapshots.ts';
import { ShadowRepository } from '../../src/snapshots/shadowRepository.ts';
import { EMPTY_TREE } from '../../src/snapshots/snapshotStore.ts';
import { MemoryLog } from '../support/log.ts';
import { waitUntil } from '../support/wait.ts';

const COUNT = 1_200;

let base = '';
let folder = '';
let opened: ShadowRepository[] = [];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'parley-large-'));
  folder = join(base, 'project');
  mkdirSync(folder);
});

afterEach(async () => {
  for (const repository of opened) repository.dispose();
  opened = [];
  await rm(base, { recursive: true, force: true });
});

function shadow(command = 'git'): ShadowRepository {
  const repository = new ShadowRepository({ storage: join(base, 'storage'), folder, command });
  opened.push(repository);
  return repository;
}

/** The folder in which git has what is stored. */
function gitDir(): string {
  return join(base, 'storage', readdirSync(join(base, 'storage'))[0] ?? '');
}

function packs(): readonly string[] {
  const objects = join(gitDir(), 'objects', 'pack');
  return existsSync(objects) ? readdirSync(objects).filter((name) => name.endsWith('.pack')) : [];
}

function put(name: string, contents: string | Buffer): void {
  writeFileSync(join(folder, name), contents);
}

function putMany(round: number): void {
  for (let index = 0; index < COUNT; index++) put(`file-${index}.txt`, `${index} in round ${round}\n`);
}

/** A git of an older version, to all appearances. */
function oldGit(version: string): string {
  const path = join(base, 'git');
  const script = `#!/bin/sh\ncase "$*" in version) echo 'git version ${version}';; *) exec git "$@";; esac\n`;
  writeFileSync(path, script, { mode: 0o755 });
  return path;
}

test('many files are stored in one pack, each byte for byte, whatever .gitattributes says', async () => {
  putMany(1);
  const odd = new Map([
    [
      '.gitattributes',
      Buffer.from('* text=auto eol=lf\n*.odd filter=lfs working-tree-encoding=UTF-16 ident\n'),
    ],
    ['crlf.txt', Buffer.from('a\r\n$Id$\r\nb\n')],
    ['empty.txt', Buffer.alloc(0)],
    ['latin.odd', Buffer.from([0xff, 0xfe, 0x61, 0x0d, 0x0a, 0xe4])],
  ]);
  for (const [name, contents] of odd) put(name, contents);
  symlinkSync('crlf.txt', join(folder, 'link'));
  const repository = shadow();
  const { id } = await repository.takeSnapshot();
  expect(packs()).toHaveLength(1);
  const names = [...odd.keys(), 'file-0.txt', `file-${COUNT - 1}.txt`, 'link'];
  const files = await repository.filesIn(
    id,
    names.map((name) => join(folder, name)),
  );
  const stored = await repository.read([...files.values()].map(({ hash }) => hash));
  const bytesOf = (name: string): Buffer | undefined => stored.get(files.get(join(folder, name))?.hash ?? '');
  for (const [name, contents] of odd) expect(bytesOf(name), name).toEqual(contents);
  expect(bytesOf('link')?.toString()).toBe('crlf.txt');
  expect(bytesOf('file-0.txt')?.toString()).toBe('0 in round 1\n');
  expect(bytesOf(`file-${COUNT - 1}.txt`)?.toString()).toBe(`${COUNT - 1} in round 1\n`);
});

test.skipIf(process.platform === 'win32').each(['2.36.6', '2.9.0', '1.9.1'])(
  'git %s, which would make a pack of each file, makes none',
  async (version) => {
    putMany(1);
    const repository = shadow(oldGit(version));
    const first = await repository.takeSnapshot();
    put('file-7.txt', 'changed\n');
    const second = await repository.takeSnapshot();
    expect(packs()).toEqual([]);
    const differences = await repository.compare(first.id, second.id);
    expect(differences.map(({ path }) => relative(folder, path))).toEqual(['file-7.txt']);
  },
);

test.skipIf(process.platform === 'win32')(
  'a file that git cannot read is reported alone, and all others are stored',
  async () => {
    putMany(1);
    const command = join(base, 'git');
    // As git ends where it cannot open one of the files, with what it leaves behind.
    const isNamed = `test "$last" = --stdin && cat > '${base}/input' && tr '\\0' '\\n' < '${base}/input' | grep -q '^file-9.txt$'`;
    const script = [
      '#!/bin/sh',
      'for last; do :; done; packs="$GIT_DIR/objects/pack"',
      'case "$*" in *update-index*)',
      `  if ${isNamed}; then`,
      '    case "$*" in *bigFileThreshold*) mkdir -p "$packs"; touch "$packs/tmp_pack_x";; esac',
      "    echo 'fatal: Unable to process path file-9.txt' >&2; exit 128",
      '  fi',
      `  exec git "$@" < '${base}/input';;`,
      'esac',
      'exec git "$@"',
      '',
    ];
    writeFileSync(command, script.join('\n'), { mode: 0o755 });
    const repository = shadow(command);
    const { id, gaps } = await repository.takeSnapshot();
    expect(gaps.unreadable).toEqual(['file-9.txt']);
    expect(readdirSync(join(gitDir(), 'objects', 'pack'))).toEqual([]);
    const paths = Array.from({ length: COUNT }, (_, index) => join(folder, `file-${index}.txt`));
    const files = await repository.filesIn(
      id,
      [paths[8], paths[9], paths[10]].flatMap((path) => path ?? []),
    );
    expect([...files.keys()].map((path) => relative(folder, path))).toEqual(['file-8.txt', 'file-10.txt']);
    expect(await repository.compare(EMPTY_TREE, id)).toHaveLength(COUNT - 1);
  },
);

test('what was written is packed anew when the turn is over, and not while the next look reads it', async () => {
  putMany(1);
  const repository = shadow();
  await repository.takeSnapshot();
  putMany(2);
  const { id } = await repository.takeSnapshot();
  expect(existsSync(join(gitDir(), 'packed-refs'))).toBe(false);
  await repository.verify();
  await waitUntil(() => existsSync(join(gitDir(), 'packed-refs')), 'the repository being packed');
  await waitUntil(() => packs().length === 1, 'one pack of all');
  expect(await repository.filesIn(id, [join(folder, 'file-3.txt')])).toHaveProperty('size', 1);
});

test('of more contents than are held in memory, the first files are texts and the others whole', async () => {
  const snapshots = new FolderSnapshots({ makeStore: () => shadow(), log: new MemoryLog() });
  const large = (round: number): void => {
    for (let index = 0; index < 210; index++)
      put(`large-${String(index).padStart(3, '0')}.txt`, `${index} ${round}\n`.repeat(15_000));
  };
  large(1);
  const before = await snapshots.takeSnapshot([folder]);
  large(2);
  const after = await snapshots.takeSnapshot([folder]);
  const differences = await snapshots.compare(before, after);
  expect(differences).toHaveLength(210);
  const kinds = differences.map(({ from, to }) => `${from.kind} to ${to.kind}`);
  const texts = kinds.filter((kind) => kind === 'text to text').length;
  expect(texts).toBeGreaterThan(100);
  expect(texts).toBeLessThan(210);
  expect(kinds).toEqual([
    ...Array.from({ length: texts }, () => 'text to text'),
    ...Array.from({ length: 210 - texts }, () => 'bytes to bytes'),
  ]);
});
