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
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ShadowRepository } from '../../src/snapshots/shadowRepository.ts';
import { treeWatcherProgram } from '../support/changes/treeWatcherProgram.ts';
import { waitUntil } from '../support/wait.ts';

let base = '';
let folder = '';
const opened: ShadowRepository[] = [];

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'parley-few-'));
  folder = join(base, 'project');
  mkdirSync(folder);
});

afterEach(() => {
  vi.useRealTimers();
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

const MAX_ATTEMPTS = 5;

async function untilFollowing(watched: ShadowRepository): Promise<void> {
  for (let looks = 0; looks < 200 && !watched.isFollowing; looks++) await watched.takeSnapshot();
  expect(watched.isFollowing).toBe(true);
  await watched.takeSnapshot();
}

/** One that follows the folder. */
async function following(): Promise<ShadowRepository> {
  const made = repository('watched', treeWatcherProgram);
  await untilFollowing(made);
  return made;
}

function gitDir(): string {
  const [name = ''] = readdirSync(join(base, 'watched'));
  return join(base, 'watched', name);
}

/** What the index of the window has; it stays the same where a snapshot was made beside it. */
function index(): string {
  const [name = ''] = readdirSync(gitDir()).filter((each) => /^index-[\w-]+$/.test(each));
  return readFileSync(join(gitDir(), name)).toString('base64');
}

/** What a look at all files names the folder as it is. */
async function wholeId(): Promise<string> {
  return (await repository('whole').takeSnapshot()).id;
}

/**
 * The snapshot after a change, made beside the index: where a busy machine is late with the event of a mark, all files are
 * looked at, and the change is made again.
 */
async function madeBeside(watched: ShadowRepository, change: (attempt: number) => void): Promise<string> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    await untilFollowing(watched);
    const untouched = index();
    change(attempt);
    const { id } = await watched.takeSnapshot();
    expect(id).toBe(await wholeId());
    if (index() === untouched) return id;
  }
  throw new Error('The index was written each time.');
}

describe('a few files', () => {
  beforeEach(async () => {
    for (const name of NAMES) put(name, `${name}\n`);
    put('.gitignore', '*.log\n');
    // A folder that has changed just before the first look is looked at as a whole once more.
    await waitUntil(() => Date.now() - statSync(folder).ctimeMs > 150, 'the folder being older');
  });

  test('with other contents are in a snapshot, and the index stays as it is', async () => {
    const watched = await following();
    const before = await watched.takeSnapshot();
    const id = await madeBeside(watched, (attempt) => {
      put('a/b/c/d/e.txt', `other ${attempt}\n`);
      put('a0', '');
      chmodSync(join(folder, 'z'), 0o755);
    });
    expect(id).not.toBe(before.id);
    const git = ['--git-dir', gitDir()];
    const shown = execFileSync('git', [...git, 'show', `${id}:a/b/c/d/e.txt`], { encoding: 'utf8' });
    expect(shown).toMatch(/^other \d\n$/);
    execFileSync('git', [...git, 'fsck', '--strict', '--no-dangling'], { stdio: 'pipe' });
  });

  test.each([
    [
      'saved by a file that takes the place of the old one',
      (attempt: number): void => {
        put('a/.x.ts.tmp~', `saved ${attempt}\n`);
        renameSync(join(folder, 'a/.x.ts.tmp~'), join(folder, 'a/x.ts'));
      },
    ],
    [
      'beside a file that was made and removed',
      (attempt: number): void => {
        put('a/x.ts', `edited ${attempt}\n`);
        put('a/made', '');
        rmSync(join(folder, 'a/made'));
      },
    ],
    ['written with what was in it', (): void => put('a/x.ts', 'a/x.ts\n')],
  ])('one that is %s needs no index', async (_how, change) => {
    await madeBeside(await following(), change);
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
    const id = await madeBeside(watched, (attempt) => put('a0', `edited ${attempt}\n`));
    const untouched = index();
    expect(await watched.verify()).toBe(false);
    expect(index()).not.toBe(untouched);
    expect((await watched.takeSnapshot()).id).toBe(id);
  });

  test('are in the snapshot of the next window, whose index does not have them', async () => {
    const watched = await following();
    const id = await madeBeside(watched, (attempt) => put('a0', `edited ${attempt}\n`));
    await watched.addRef(id, 'kept');
    const next = repository('watched');
    expect((await next.takeSnapshot()).id).toBe(id);
    await next.prune();
    expect(await next.compare(id, id)).toEqual([]);
    expect([...(await next.filesIn(id, [join(folder, 'a0')])).values()]).toHaveLength(1);
  });

  test('are written anew after an hour: what no name holds may have been removed by then', async () => {
    const watched = await following();
    const id = await madeBeside(watched, (attempt) => put('a/x.ts', `edited ${attempt}\n`));
    rmSync(join(gitDir(), 'objects', id.slice(0, 2), id.slice(2)));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_001 });
    expect((await watched.takeSnapshot()).id).toBe(id);
    execFileSync('git', ['--git-dir', gitDir(), 'ls-tree', '-r', id], { stdio: 'pipe' });
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
      { numRuns: 8 },
    );
  });
});
