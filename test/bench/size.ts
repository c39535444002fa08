// `npm run bench -- size [--files 2000,40000,200000] [--kinds git,crlf,plain] [--rounds 10]`
//
// What snapshots cost by the number of files: the time of each, how long a prompt waits for one, storage and memory.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ShadowRepository } from '../../src/snapshots/shadowRepository.ts';
import { finishTurn, KEY, look, prompt, run, TrackedFolder } from '../support/changes/trackedFolder.ts';
import type { TrackedWindow } from '../support/changes/trackedFolder.ts';
import { treeWatcherProgram } from '../support/changes/treeWatcherProgram.ts';
import { waitUntil } from '../support/wait.ts';

/** A folder that is no repository of git, one that is, and one whose files git converts to other line ends. */
type Kind = 'plain' | 'git' | 'crlf';

const ALL_KINDS: readonly Kind[] = ['git', 'crlf', 'plain'];
const FILES_A_FOLDER = 20;
/** How often a watch may begin anew, and how long each may take. */
const FOLLOW_ATTEMPTS = 10;
const FOLLOW_SECONDS = 30;
const MEBIBYTE = 1024 ** 2;
/** Milliseconds that the user reads before the next prompt. */
const PAUSE_MS = 700;
/** Milliseconds from a save until Enter. */
const TURN_MS = 200;
/** Milliseconds since the user typed last, so that typing counts as begun anew. */
const TYPING_MS = 10_000;
/** Of the processor time that the system counts. */
const TICK_MS = 10;

interface Figures {
  readonly kind: Kind;
  readonly files: number;
  readonly columns: Readonly<Record<string, string>>;
}

/** Measures what the command line says, and prints a table. */
export async function benchSize(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      files: { type: 'string', default: '2000,40000,200000' },
      kinds: { type: 'string', default: '' },
      rounds: { type: 'string', default: '10' },
    },
  });
  const kinds = values.kinds.split(',').filter(Boolean);
  console.log(`\n${await sizeReport(values.files.split(',').map(Number), kinds, Number(values.rounds))}`);
}

/** Measures each kind of folder with each number of files; resolves to a table. */
async function sizeReport(
  counts: readonly number[],
  kinds: readonly string[],
  rounds: number,
): Promise<string> {
  const rows: Figures[] = [];
  for (const files of counts) {
    for (const kind of ALL_KINDS.filter((each) => kinds.length === 0 || kinds.includes(each))) {
      console.log(`${files} files, ${kind} …`);
      const figures = await measure(kind, files, rounds);
      // What other programs took of the machine meanwhile is in all times.
      rows.push({ ...figures, columns: { ...figures.columns, load: (loadavg()[0] ?? 0).toFixed(1) } });
    }
  }
  const names = Object.keys(rows[0]?.columns ?? {});
  const lines = rows.map(({ kind, files, columns }) =>
    [files, kind, ...names.map((name) => columns[name] ?? '–')].join(' | '),
  );
  const head = ['files', 'kind', ...names];
  return [head.join(' | '), head.map(() => '---').join(' | '), ...lines]
    .map((line) => `| ${line} |`)
    .join('\n');
}

async function measure(kind: Kind, files: number, rounds: number): Promise<Figures> {
  const base = mkdtempSync(join(tmpdir(), 'parley-size-'));
  try {
    const folder = join(base, 'project');
    makeFiles(folder, kind, files);
    const memory = new GitMemory();
    const snapshots = await measureSnapshots(base, folder, files);
    const prompts = await measurePrompts(base, files, rounds);
    const columns = { ...snapshots, ...prompts, ...memory.stop() };
    return { kind, files, columns };
  } finally {
    rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function measureSnapshots(base: string, folder: string, files: number): Promise<Figures['columns']> {
  const storage = join(base, 'snapshots');
  const repository = new ShadowRepository({ storage, folder, watcher: treeWatcherProgram });
  const take = (): Promise<number> => timed(() => repository.takeSnapshot());
  try {
    const first = await take();
    const followed = await timed(() => untilFollowed(() => repository.isFollowing, take));
    const later: Record<string, string> = {};
    for (const changed of [0, 1, 100]) {
      const times: number[] = [];
      for (let round = 0; round < 5; round++) {
        changeFiles(folder, files, changed);
        times.push(await take());
      }
      later[`${changed} changed`] = milliseconds(quantile(times, 0.5));
    }
    return {
      'first snapshot': milliseconds(first),
      'until followed': milliseconds(followed),
      ...later,
      storage: mebibytes(sizeOf(storage)),
    };
  } finally {
    repository.dispose();
  }
}

/**
 * The time from Enter until the prompt may go to the agent: what waits is the checkpoint. Cold is a window in which Enter
 * is pressed at once, in a folder that Parley has never seen; in a warm one the session was opened before.
 */
async function measurePrompts(base: string, files: number, rounds: number): Promise<Figures['columns']> {
  const folder = new TrackedFolder().open(base);
  const memoryBefore = process.memoryUsage().rss;
  const cold = folder.openWindow({ watcher: treeWatcherProgram });
  const first = await timed(() => prompt(cold));
  await finishTurn(cold);
  folder.closeWindows();
  const warm = folder.openWindow({ watcher: treeWatcherProgram });
  try {
    const columns = await measureWarm(warm, rounds, (count) => changeFiles(folder.folder, files, count));
    const memory = Math.max(0, process.memoryUsage().rss - memoryBefore);
    return { 'first prompt, cold': milliseconds(first), ...columns, 'host memory': `+${mebibytes(memory)}` };
  } finally {
    folder.closeWindows();
    await delay(100);
  }
}

async function measureWarm(
  window: TrackedWindow,
  rounds: number,
  change: (count: number) => readonly string[],
): Promise<Figures['columns']> {
  const { store, tracker } = window;
  const enter = (): Promise<number> => timed(() => prompt(window));
  store.dispatch(KEY, { type: 'opening', at: 1 });
  store.dispatch(KEY, { type: 'opened', at: 1, sessionId: 'acp-1' });
  await untilFollowed(window.isFollowing, () => finishTurn(window));
  await delay(PAUSE_MS);
  const first = await enter();
  await finishTurn(window);
  await untilFollowed(window.isFollowing, async () => {
    await enter();
    await finishTurn(window);
  });
  const times = new Map<string, number[]>();
  let cpuMs = 0;
  for (let round = 0; round < rounds; round++) {
    for (const [what, before] of [
      ['later', () => undefined],
      ['a program writes', () => change(1)],
      ['a program writes, user types', () => typeAfter(() => change(1))],
      ['user saves', save],
    ] as const) {
      await delay(PAUSE_MS);
      await before();
      const spent = await cpuUsedMs();
      times.set(what, [...(times.get(what) ?? []), await enter()]);
      if (what === 'later') cpuMs += (await cpuUsedMs()) - spent;
      await run(window, () => void change(3));
      await finishTurn(window);
    }
  }
  /** The user saves in VS Code, and turns to the prompt. */
  async function save(): Promise<void> {
    for (const path of change(1)) await tracker.userSaved(path, readFileSync(path, 'utf8'));
    await delay(TURN_MS);
  }
  /** The user begins to type, which stores ahead what has changed. */
  async function typeAfter(work: () => void): Promise<void> {
    work();
    window.clock.advance(TYPING_MS);
    // What was waiting for that time to pass is over when the user types.
    await look(window);
    await tracker.prepare(KEY);
  }
  const columns = [...times].map(([what, all]) => [
    `prompt, ${what} (p50/p95)`,
    `${quantile(all, 0.5).toFixed(0)}/${milliseconds(quantile(all, 0.95))}`,
  ]);
  return {
    'first prompt, warm': milliseconds(first),
    ...Object.fromEntries(columns),
    'CPU of a later one': milliseconds(cpuMs / rounds),
  };
}

/**
 * A watch that could not say in time what has changed, on a busy machine, begins anew after the next look: `look` is that.
 */
async function untilFollowed(isFollowing: () => boolean, look: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; attempt <= FOLLOW_ATTEMPTS; attempt++) {
    const found = await waitUntil(isFollowing, 'the folder being followed', FOLLOW_SECONDS).then(
      () => true,
      () => false,
    );
    if (found) return;
    await look();
  }
  throw new Error('The folder was not followed.');
}

function makeFiles(folder: string, kind: Kind, files: number): void {
  for (let index = 0; index < files; index++) {
    const path = fileAt(folder, index);
    if (index % FILES_A_FOLDER === 0) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text(index, 0, kind === 'crlf' ? '\r\n' : '\n'));
  }
  if (kind === 'plain') return;
  if (kind === 'crlf') writeFileSync(join(folder, '.gitattributes'), '* text=auto eol=crlf\n');
  const git = (...args: readonly string[]): void => {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
    execFileSync('git', ['-c', 'user.name=Me', '-c', 'user.email=me@example.com', ...args], {
      cwd: folder,
      env,
      stdio: 'ignore',
    });
  };
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'All files');
}

/** Counts changes, so that no two contents are the same. */
let changes = 1;

function changeFiles(folder: string, files: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const path = fileAt(folder, (index * 97 + changes) % files);
    writeFileSync(path, text(index, changes++, '\n'));
    return path;
  });
}

function fileAt(folder: string, index: number): string {
  const part = `part-${Math.floor(index / 2_000)}`;
  return join(folder, part, `folder-${Math.floor(index / FILES_A_FOLDER)}`, `file-${index}.ts`);
}

function text(index: number, round: number, lineEnd: string): string {
  return Array.from(
    { length: 10 },
    (_, line) => `export const value${line} = ${index * line + round};${lineEnd}`,
  ).join('');
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The processor time of this process and of those of its children that have ended, as the system counts it. */
async function cpuUsedMs(): Promise<number> {
  const { user, system } = process.cpuUsage();
  const stat = await readFile('/proc/self/stat', 'utf8').catch(() => '');
  const [childUser = '0', childSystem = '0'] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(14, 16);
  return (user + system) / 1_000 + (Number(childUser) + Number(childSystem)) * TICK_MS;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function milliseconds(value: number): string {
  return `${value.toFixed(0)} ms`;
}

function mebibytes(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(0)} MB`;
}

/** git may be packing the folder meanwhile. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    try {
      return sum + (entry.isDirectory() ? sizeOf(path) : statSync(path).size);
    } catch {
      return sum;
    }
  }, 0);
}

/** Looks for the most memory that a child process has used, where the system lists that. */
class GitMemory {
  #mostKibibytes = 0;
  readonly #timer = setInterval(() => this.#look(), 20);

  stop(): Figures['columns'] {
    clearInterval(this.#timer);
    return { 'git memory': mebibytes(this.#mostKibibytes * 1024) };
  }

  #look(): void {
    try {
      const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8');
      for (const child of children.split(' ').filter(Boolean)) {
        const most = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1];
        this.#mostKibibytes = Math.max(this.#mostKibibytes, Number(most ?? 0));
      }
    } catch {
      // The child has ended meanwhile, or the system has no such files.
    }
  }
}
