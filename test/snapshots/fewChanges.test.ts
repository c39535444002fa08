// Snapshots in which a few files have changed are made beside the index, and are what git would make of it.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ShadowRepository } from '../../src/snapshots/shadowRepository.ts';
import type { Snapshot } from '../../src/snapshots/snapshotStore.ts';
import { treeWatcherProgram } from '../support/changes/treeWatcherProgram.ts';

let base = '';
let folder = '';
const opened: ShadowRepository[] = [];

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'parley-few-'));
  folder = join(base, 'project');
  mkdirSync(folder);
});

afterEach(() => {
  for (const repository of opened.splice(0)) repository.dispose();
  rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

/** Names that stand beside each other in a tree in another order than their letters have. */
const NAMES = ['a.b/x.ts', 'a/x.ts', 'a-b/x.ts', 'a/b/c/d/e.txt', 'a/b/c d/ä.txt', 'a0', 'z', 'a/z/"q".txt'];

function put(name: string, contents: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), contents);
}

function repository(storage: string, watcher?: string): ShadowRepository {
  const made = new ShadowRepository({ storage: join(base, storage), folder, watcher });
  opened.push(made);
  return made;
}

/** One that follows the folder. */
async function following(storage = 'watched'): Promise<ShadowRepository> {
  const made = repository(storage, treeWatcherProgram);
  for (let looks = 0; looks < 200 && !made.isFollowing; looks++) await made.takeSnapshot();
  expect(made.isFollowing).toBe(true);
  await made.takeSnapshot();
  return made;
}

function gitDir(storage = 'watched'): string {
  const [name = ''] = readdirSync(join(base, storage));
  return join(base, storage, name);
}

/** What the index of the window has; it stays the same where a snapshot was made beside it. */
function index(): string {
  const [name = ''] = readdirSync(gitDir()).filter((each) => /^index-[\w-]+$/.test(each));
  return readFileSync(join(gitDir(), name)).toString('base64');
}

function whole({ id }: Snapshot): string {
  return id;
}

async function wholeId(): Promise<string> {
  return whole(await repository('whole').takeSnapshot());
}

describe('a few files', () => {
  beforeEach(() => {
    for (const name of NAMES) put(name, `${name}\n`);
    put('.gitignore', '*.log\n');
  });

  test('with other contents are in a snapshot, and the index stays as it is', async () => {
    const watched = await following();
    const before = await watched.takeSnapshot();
    const untouched = index();
    put('a/b/c/d/e.txt', 'other\n');
    put('a0', '');
    chmodSync(join(folder, 'z'), 0o755);
    const after = await watched.takeSnapshot();
    expect(index()).toBe(untouched);
    expect(after.id).toBe(await wholeId());
    expect(after.id).not.toBe(before.id);
    const git = ['--git-dir', gitDir()];
    expect(execFileSync('git', [...git, 'show', `${after.id}:a/b/c/d/e.txt`], { encoding: 'utf8' })).toBe(
      'other\n',
    );
    execFileSync('git', [...git, 'fsck', '--strict', '--no-dangling'], { stdio: 'pipe' });
  });

  test.each([
    [
      'saved by a file that takes the place of the old one',
      (): void => {
        put('a/.x.ts.tmp~', 'saved\n');
        renameSync(join(folder, 'a/.x.ts.tmp~'), join(folder, 'a/x.ts'));
      },
    ],
    [
      'beside a file that was made and removed',
      (): void => {
        put('a/x.ts', 'edited\n');
        put('a/made', '');
        rmSync(join(folder, 'a/made'));
      },
    ],
    ['written with what was in it', (): void => put('a/x.ts', 'a/x.ts\n')],
  ])('one that is %s needs no index', async (_how, change) => {
    const watched = await following();
    const untouched = index();
    change();
    const { id } = await watched.takeSnapshot();
    expect(index()).toBe(untouched);
    expect(id).toBe(await wholeId());
  });

  test.each([
    ['a new file', (): void => put('a/new.ts', 'new\n')],
    ['a file that is gone', (): void => rmSync(join(folder, 'a/x.ts'))],
    ['ignore rules', (): void => put('.gitignore', '*.log\n*.new\n')],
    [
      'a folder in the place of a file',
      (): void => {
        rmSync(join(folder, 'z'));
        put('z/in', 'in\n');
      },
    ],
    ['a large file', (): void => put('a/x.ts', 'large\n'.repeat(300_000))],
  ])('%s and another one are in the index', async (_what, change) => {
    const watched = await following();
    put('a0', 'edited\n');
    await watched.takeSnapshot();
    const untouched = index();
    change();
    const { id } = await watched.takeSnapshot();
    expect(index()).not.toBe(untouched);
    expect(id).toBe(await wholeId());
  });

  test('are in the index once the turn is over, and verified there', async () => {
    const watched = await following();
    put('a0', 'edited\n');
    const { id } = await watched.takeSnapshot();
    const untouched = index();
    expect(await watched.verify()).toBe(false);
    expect(index()).not.toBe(untouched);
    expect((await watched.takeSnapshot()).id).toBe(id);
  });

  test('are in the snapshot of the next window, whose index does not have them', async () => {
    const watched = await following();
    put('a0', 'edited\n');
    const { id } = await watched.takeSnapshot();
    await watched.addRef(id, 'kept');
    const next = repository('watched');
    expect((await next.takeSnapshot()).id).toBe(id);
    await next.prune();
    expect(await next.compare(id, id)).toEqual([]);
    expect([...(await next.filesIn(id, [join(folder, 'a0')])).values()]).toHaveLength(1);
  });

  test('of any snapshots, one after the other, are compared and read as git does it', async () => {
    const watched = await following();
    const plain = repository('watched');
    const edit = fc.record({
      name: fc.constantFrom(...NAMES),
      contents: fc.constantFrom('', 'one\n', 'two\r\n', '\0binary', 'ä'),
      isExecutable: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(edit, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        async (rounds) => {
          const ids = [(await watched.takeSnapshot()).id];
          for (const edits of rounds) {
            for (const { name, contents, isExecutable } of edits) {
              put(name, contents);
              chmodSync(join(folder, name), isExecutable ? 0o755 : 0o644);
            }
            ids.push((await watched.takeSnapshot()).id);
          }
          expect(ids.at(-1)).toBe(await wholeId());
          for (const from of ids)
            for (const to of ids) {
              const differences = await watched.compare(from, to);
              expect(differences).toEqual(await plain.compare(from, to));
              const hashes = differences.flatMap(({ to: file }) => (file === undefined ? [] : [file.hash]));
              expect(await watched.read(hashes)).toEqual(await plain.read(hashes));
            }
        },
      ),
      { numRuns: 15 },
    );
  });
});
