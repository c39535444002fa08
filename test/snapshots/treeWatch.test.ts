// Snapshots that look only at what a watch names hold the same as those that look at everything.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ShadowRepository } from '../../src/snapshots/shadowRepository.ts';
import type { Snapshot } from '../../src/snapshots/snapshotStore.ts';
import { TreeWatch } from '../../src/snapshots/treeWatch.ts';
import { failingWatcher, fewWatches } from '../support/changes/limitedWatcher.ts';
import { treeWatcherProgram } from '../support/changes/treeWatcherProgram.ts';
import { waitUntil } from '../support/wait.ts';

let base = '';
let folder = '';
const opened: ShadowRepository[] = [];
/** Programs that work in the folder. */
const programs: ChildProcess[] = [];

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'parley-watch-'));
  folder = join(base, 'project');
  mkdirSync(folder);
});

afterEach(() => {
  for (const program of programs.splice(0)) program.kill();
  for (const repository of opened.splice(0)) repository.dispose();
  rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

function path(name: string): string {
  return join(folder, name);
}

function put(name: string, contents: string): void {
  mkdirSync(dirname(path(name)), { recursive: true });
  writeFileSync(path(name), contents);
}

function repository(storage: string, watcher?: string): ShadowRepository {
  const made = new ShadowRepository({ storage: join(base, storage), folder, watcher });
  opened.push(made);
  return made;
}

/** Two repositories of the folder: one that follows it, and one that looks at everything each time. */
class Pair {
  readonly watched = repository('watched', treeWatcherProgram);
  readonly whole = repository('whole');

  /** Resolves once the folder is followed. */
  async start(): Promise<this> {
    await this.whole.takeSnapshot();
    // A look that ends before the watch has begun is followed by another one.
    for (let looks = 0; looks < 200 && !this.watched.isFollowing; looks++) await this.watched.takeSnapshot();
    expect(this.watched.isFollowing).toBe(true);
    return this;
  }

  async expectSame(): Promise<void> {
    const [watched, whole] = [await this.watched.takeSnapshot(), await this.whole.takeSnapshot()];
    expect(sorted(watched)).toEqual(sorted(whole));
  }
}

function sorted({ id, gaps, nestedRepositories }: Snapshot): unknown {
  return {
    id,
    tooBig: gaps.tooBig.toSorted(),
    unreadable: gaps.unreadable.toSorted(),
    unnamed: gaps.unnamed.map((each) => each.path).toSorted(),
    nested: nestedRepositories.toSorted(),
  };
}

/** Files of all kinds in a folder of the folder, or at its top. */
function putAll(top = ''): void {
  put(`${top}src/a.txt`, 'a');
  put(`${top}src/b.txt`, 'b');
  put(`${top}deep/down/c.txt`, 'c');
  put(`${top}logs/only.log`, 'ignored');
  put(`${top}src/big.bin`, '\0'.repeat(1_100_000));
  put(`${top}.gitignore`, '*.log\n');
  put(`${top}theirs/in.txt`, 'theirs');
  execFileSync('git', ['init', '-q', path(`${top}theirs`)]);
  writeFileSync(join(base, 'outside.txt'), 'one');
  linkSync(join(base, 'outside.txt'), path(`${top}src/linked.txt`));
}

/** What is done to a folder, with the path of each file in it. */
const steps: readonly (readonly [string, (file: (name: string) => string) => void])[] = [
  ['nothing', () => undefined],
  ['a file written in place', (file) => writeFileSync(file('src/a.txt'), 'other')],
  ['a new file', (file) => writeFileSync(file('src/new.txt'), 'new')],
  ['a file that is gone', (file) => rmSync(file('src/a.txt'))],
  ['a file that can be run now', (file) => chmodSync(file('src/a.txt'), 0o755)],
  ['a file moved to another folder', (file) => renameSync(file('src/a.txt'), file('deep/a.txt'))],
  ['a folder moved with its files', (file) => renameSync(file('deep'), file('src/moved'))],
  ['a folder that is gone', (file) => rmSync(file('deep'), { recursive: true })],
  [
    'a folder removed and made anew',
    (file) => {
      rmSync(file('deep'), { recursive: true });
      mkdirSync(file('deep'));
      writeFileSync(file('deep/again.txt'), 'again');
    },
  ],
  [
    'a file in the place of a folder',
    (file) => {
      rmSync(file('deep'), { recursive: true });
      writeFileSync(file('deep'), 'a file');
    },
  ],
  [
    'a link in the place of a folder',
    (file) => {
      renameSync(file('deep'), file('real'));
      symlinkSync('real', file('deep'));
    },
  ],
  [
    'new folders in new folders',
    (file) => {
      mkdirSync(file('x/y/z'), { recursive: true });
      writeFileSync(file('x/y/z/new.txt'), 'deep');
    },
  ],
  [
    'ignored files',
    (file) => {
      writeFileSync(file('src/a.log'), 'log');
      mkdirSync(file('node_modules/x'), { recursive: true });
      writeFileSync(file('node_modules/x/index.js'), '1');
    },
  ],
  ['new ignore rules', (file) => writeFileSync(file('.gitignore'), '*.txt\n')],
  ['ignore rules in a folder', (file) => writeFileSync(file('src/.gitignore'), 'b*\n')],
  [
    'a file beside ignored ones in a folder that had no others',
    (file) => writeFileSync(file('logs/kept.txt'), 'kept'),
  ],
  [
    'a new repository',
    (file) => {
      execFileSync('git', ['init', '-q', file('deep/inner')]);
      writeFileSync(file('deep/inner/in.txt'), 'in');
    },
  ],
  ['a folder that becomes a repository', (file) => execFileSync('git', ['init', '-q', file('deep')])],
  ['a repository that is none any more', (file) => rmSync(file('theirs/.git'), { recursive: true })],
  ['a file that is too large now', (file) => writeFileSync(file('src/a.txt'), Buffer.alloc(1_100_000))],
  ['a file that is no longer too large', (file) => writeFileSync(file('src/big.bin'), 'small')],
  [
    'a name that is not UTF-8',
    (file) => writeFileSync(Buffer.concat([Buffer.from(file('src/')), Buffer.from([0xe9])]), 'latin'),
  ],
  [
    'many files',
    (file) => {
      for (let index = 0; index < 600; index++) writeFileSync(file(`src/many-${index}.txt`), `${index}`);
    },
  ],
  [
    'a second name of a file, written by that',
    (file) => {
      linkSync(file('src/a.txt'), file('src/other-name.txt'));
      writeFileSync(file('src/other-name.txt'), 'written');
    },
  ],
  [
    'a second name in a new folder, written by that',
    (file) => {
      mkdirSync(file('fresh'));
      linkSync(file('src/a.txt'), file('fresh/other-name.txt'));
      writeFileSync(file('fresh/other-name.txt'), 'written');
    },
  ],
  [
    'a file with a second name outside',
    () => {
      writeFileSync(join(base, 'outside.txt'), 'written outside');
    },
  ],
  ['a name with a newline and wildcards', (file) => writeFileSync(file('src/a\n*[b].txt'), 'odd')],
];

describe.runIf(process.platform === 'linux')('a followed folder', () => {
  test.each(steps)('%s', async (_what, work) => {
    putAll();
    const pair = await new Pair().start();
    work(path);
    await pair.expectSame();
    // What comes after that is found too.
    for (const name of ['src', 'deep/down', 'src/moved', 'x/y/z', 'theirs', 'logs', 'deep/inner'])
      if (existsSync(path(name)) && lstatSync(path(name)).isDirectory())
        writeFileSync(path(`${name}/later.txt`), 'later');
    await pair.expectSame();
  });

  // With a second name of a file the watch begins only after another look.
  const stepsBefore = steps.filter(([what]) => !what.startsWith('a second name'));

  test.each(stepsBefore)('before the watch begins: %s', async (_what, work) => {
    putAll('top/');
    // What was there is older than the look by more than the clock of the files is behind.
    await delay(150);
    const pair = new Pair();
    await pair.whole.takeSnapshot();
    await pair.watched.takeSnapshot();
    work((name) => path(`top/${name}`));
    await waitUntil(() => pair.watched.isFollowing, 'the folder being followed');
    await pair.expectSame();
    for (const name of ['src', 'deep/down', 'x/y/z', 'theirs', 'deep/inner'])
      if (existsSync(path(`top/${name}`)) && lstatSync(path(`top/${name}`)).isDirectory())
        put(`top/${name}/later.txt`, 'later');
    await pair.expectSame();
  });

  test('what changes while the watch begins is found', async () => {
    for (let index = 0; index < 300; index++) put(`dir-${index}/a.txt`, `${index}`);
    const pair = new Pair();
    await pair.whole.takeSnapshot();
    await pair.watched.takeSnapshot();
    for (let index = 0; !pair.watched.isFollowing; index++) {
      put(`dir-${index % 300}/b/${index}.txt`, `${index}`);
      await new Promise(setImmediate);
      expect(index).toBeLessThan(100_000);
    }
    await pair.expectSame();
  });

  /** Removes the folder, and makes another one of that name. */
  const makeAnew = (): void => {
    rmSync(folder, { recursive: true });
    put('new.txt', 'new');
  };
  const replaced: readonly (readonly [string, () => void | Promise<void>])[] = [
    ['is removed and made anew', makeAnew],
    [
      'is removed and made anew while a program works in it',
      async (): Promise<void> => {
        const program = spawn('sleep', ['60'], { cwd: folder });
        programs.push(program);
        await once(program, 'spawn');
        makeAnew();
      },
    ],
    [
      'gives its place to another one with the folder around it',
      (): void => {
        renameSync(dirname(folder), join(base, 'away'));
        put('new.txt', 'new');
      },
    ],
    [
      'is moved away and back with the folder around it',
      (): void => {
        renameSync(dirname(folder), join(base, 'away'));
        renameSync(join(base, 'away'), dirname(folder));
      },
    ],
  ];
  test.each(replaced)('that %s', async (_what, work) => {
    folder = join(base, 'around/project');
    put('src/a.txt', 'a');
    put('src/b.txt', 'b');
    const pair = await new Pair().start();
    await work();
    await pair.expectSame();
    put('later.txt', 'later');
    await pair.expectSame();
  });

  test('more events than the system may remember', async () => {
    put('src/a.txt', 'a');
    put('src/b.txt', 'b');
    const pair = await new Pair().start();
    for (let index = 0; index < 10_000; index++)
      chmodSync(path(`src/${index % 2 === 0 ? 'a' : 'b'}.txt`), 0o644);
    put('src/a.txt', 'after them');
    await pair.expectSame();
    await pair.expectSame();
  });

  test('what is written by a name outside, which raises no event, is found when the files are verified', async () => {
    put('a.txt', 'a');
    const pair = await new Pair().start();
    linkSync(path('a.txt'), join(base, 'outside.txt'));
    writeFileSync(join(base, 'outside.txt'), 'written outside');
    await pair.watched.verify();
    await pair.expectSame();
  });

  test('a part of a repository, with ignore rules around it', async () => {
    execFileSync('git', ['init', '-q', base]);
    put('a.txt', 'a');
    put('out/b.txt', 'b');
    const pair = await new Pair().start();
    writeFileSync(join(base, '.gitignore'), 'out\n');
    put('out/new.txt', 'ignored by now');
    await pair.expectSame();
    put('a.txt', 'b');
    await pair.expectSame();
  });

  test('a worker that ends takes nothing with it', async () => {
    put('a.txt', 'a');
    const made = repository('storage', join(base, 'missing.js'));
    const before = await made.takeSnapshot();
    put('a.txt', 'b');
    expect((await made.takeSnapshot()).id).not.toBe(before.id);
  });

  test('whatever is done, in any order', async () => {
    const names = ['a', 'b', 'd/a', 'd/b', 'd/e/a', 'd/e', 'd', '.gitignore', 'a.log', 'e/a'];
    const step = fc.record({
      what: fc.constantFrom('write', 'remove', 'folder', 'move', 'link', 'hardLink', 'chmod', 'init', 'look'),
      name: fc.constantFrom(...names),
      to: fc.constantFrom(...names),
      text: fc.constantFrom('', 'one', 'two\n', '*.log\n', 'e/\n', 'a\n'),
    });
    const repositoryForFile = ['remove', 'init'].map((what) => ({ what, name: 'd/e/a', to: 'a', text: '' }));
    const repositoryAt = (name: string) => ({ what: 'init', name, to: 'a', text: '' });
    const quietly = (work: () => void): void => {
      try {
        work();
      } catch {
        // There is something else at the path.
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
        rmSync(folder, { recursive: true, force: true });
        for (const name of ['watched', 'whole']) rmSync(join(base, name), { recursive: true, force: true });
        mkdirSync(folder);
        put('a', 'a');
        put('d/e/a', 'a');
        const pair = await new Pair().start();
        try {
          for (const { what, name, to, text } of steps) {
            if (what === 'write') quietly(() => put(name, text));
            else if (what === 'remove') rmSync(path(name), { recursive: true, force: true });
            else if (what === 'folder') quietly(() => mkdirSync(path(name), { recursive: true }));
            else if (what === 'move') quietly(() => renameSync(path(name), path(to)));
            else if (what === 'link') quietly(() => symlinkSync('a', path(name)));
            else if (what === 'hardLink') quietly(() => linkSync(path(name), path(to)));
            else if (what === 'chmod') quietly(() => chmodSync(path(name), 0o755));
            else if (what === 'init')
              quietly(() => execFileSync('git', ['init', '-q', path(name)], { stdio: 'ignore' }));
            else await pair.expectSame();
          }
          await pair.expectSame();
        } finally {
          for (const each of opened.splice(0)) each.dispose();
        }
      }),
      {
        numRuns: 15,
        interruptAfterTimeLimit: 45_000,
        examples: [
          [repositoryForFile],
          [[repositoryAt('d/e'), ...repositoryForFile]],
          [[repositoryAt('d'), ...repositoryForFile]],
        ],
      },
    );
  }, 60_000);
});

describe('the limit to raise is named', () => {
  const watches = 'fs.inotify.max_user_watches';
  const failing = (code: string, syscall: string) => (program: string) =>
    failingWatcher(program, { code, syscall });
  test.each([
    ['no watches are left', failing('ENOSPC', 'watch'), watches],
    ['no queues of events are left', failing('EMFILE', 'watch'), 'fs.inotify.max_user_instances'],
    ['others would have too few', (program: string) => fewWatches(program, 8), watches],
    ['the disk is full', failing('ENOSPC', 'mkdir'), undefined],
    ['the folder may not be watched', failing('EACCES', 'watch'), undefined],
  ])('%s', async (_name, made, limit) => {
    put('deep/a.txt', 'a');
    const worker = made(join(base, 'watcher.mjs'));
    const watch = new TreeWatch({ worker, folder, marks: join(base, 'marks') });
    const started = watch.start({ ignored: [], repositories: [] });
    await expect(started).rejects.toMatchObject({ name: 'UnwatchableFolder', limit });
    watch.dispose();
  });

  test('no limit where there are enough', async () => {
    put('deep/a.txt', 'a');
    const worker = fewWatches(join(base, 'watcher.mjs'), 16);
    const watch = new TreeWatch({ worker, folder, marks: join(base, 'marks') });
    expect(await watch.start({ ignored: [], repositories: [], since: Date.now() + 60_000 })).toBe(true);
    watch.dispose();
  });
});

test.runIf(process.platform === 'linux')(
  'a folder of a file system that does not report every change, as that of a network drive, is not followed',
  async () => {
    const start = async (of: string): Promise<boolean> => {
      const watch = new TreeWatch({ worker: treeWatcherProgram, folder: of, marks: join(base, 'marks') });
      return watch.start({ ignored: [], repositories: [] }).finally(() => watch.dispose());
    };
    // The system makes what is in it as it is read.
    await expect(start('/proc/sys/fs/inotify')).rejects.toMatchObject({
      name: 'UnwatchableFolder',
      limit: undefined,
    });
    await expect(start(folder)).resolves.toBe(false);
  },
);
