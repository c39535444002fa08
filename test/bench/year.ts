// `npm run bench -- year [--sessions 500] [--megabytes 400] [--folder FOLDER]`: what a year of stored sessions costs.
//
// Writes the sessions (or uses those of an earlier run in FOLDER), then measures each step in a process of its own, beside
// the same step with no sessions. `--sessions 5000 --megabytes 4000` is a whole year.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { systemClock } from '../../packages/process/systemClock.ts';
import { sessionCatalogue } from '../../src/core/sessionLifecycle/sessionCatalogue.ts';
import { SessionStore } from '../../src/core/sessionLifecycle/sessionStore.ts';
import { History } from '../../src/history/history.ts';
import { HistoryFolder } from '../../src/history/historyFolder.ts';
import { SearchTexts } from '../../src/history/searchTexts.ts';
import { MemoryLog } from '../support/log.ts';
import { dispatchAll, turn, unlimited } from '../support/history/sessionTurns.ts';
import { words, writeYear } from './storedYear.ts';

/** As many as Search Sessions shows. */
const MAX_HITS = 200;

const figures = z.record(z.string(), z.number());
type Figures = z.infer<typeof figures>;

function open(folder: string): History {
  return History.open({ folder, clock: systemClock, log: new MemoryLog(), settings: () => unlimited });
}

/** Milliseconds, and for how many of them at once nothing else could run. */
async function timed(
  work: () => Promise<unknown>,
): Promise<{ readonly ms: number; readonly blockedMs: number }> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  await new Promise((resolve) => setTimeout(resolve, 5));
  delays.disable();
  return { ms, blockedMs: delays.max / 1e6 };
}

async function search(history: History, query: string): Promise<Figures> {
  await history.refresh();
  const began = performance.now();
  const before = process.cpuUsage();
  let first: number | undefined;
  let hits = 0;
  const { blockedMs } = await timed(async () => {
    for await (const _hit of history.search(query, {}, new AbortController().signal)) {
      first ??= performance.now() - began;
      if (++hits === MAX_HITS) break;
    }
  });
  const endMs = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  const cpuMs = (user + system) / 1_000;
  return { ...(first === undefined ? {} : { firstMs: first }), endMs, cpuMs, blockedMs, hits };
}

/** Each runs in a process of its own; the list is as it was saved. */
const steps: Readonly<Record<string, (folder: string) => Promise<Figures>>> = {
  'first list, nothing saved': async (folder) => {
    const history = open(folder);
    const all = await timed(() => history.refresh());
    await history.close();
    return { ms: all.ms, blockedMs: all.blockedMs, sessions: history.summaries().length };
  },
  start: async (folder) => {
    const began = performance.now();
    const cpu = process.cpuUsage();
    const history = open(folder);
    // What a chat waits for that comes back.
    await history.claim('none');
    const openMs = performance.now() - began;
    const { blockedMs } = await timed(() => history.refresh());
    const behindCpuMs = process.cpuUsage(cpu).user / 1_000;
    await history.close();
    return { openMs, behindMs: performance.now() - began, behindCpuMs, blockedMs };
  },
  'list, after the start': async (folder) => {
    const began = performance.now();
    const history = open(folder);
    // What the user sees first: the list as it was saved.
    await new Promise<void>((resolve) => history.onChange(resolve));
    sessionCatalogue({ window: [], history: history.summaries(), listed: [] });
    const shownMs = performance.now() - began;
    await history.refresh();
    const readMs = performance.now() - began;
    const rows = sessionCatalogue({ window: [], history: history.summaries(), listed: [] });
    const ms = performance.now() - began - readMs;
    const again = await timed(() => history.refresh());
    return { shownMs, readMs, ms, rows: rows.length, refreshMs: again.ms, refreshBlockedMs: again.blockedMs };
  },
  'texts that are made anew': async (folder) => {
    const history = open(folder);
    await history.refresh();
    const made = await timed(() => history.renewTexts());
    return { ...made, againMs: (await timed(() => history.renewTexts())).ms };
  },
  'a turn in one more session': async (folder) => {
    const history = open(folder);
    await history.refresh();
    const store = new SessionStore();
    const recording = history.record(store);
    store.create('bench', 'claude', '/work');
    dispatchAll(store, 'bench', turn('Look', 'Yes', Date.now()));
    const flushed = await timed(() => history.flush());
    const limits = await timed(() => history.applyLimits());
    recording.dispose();
    await history.flush();
    const deleted = await timed(() => history.delete('bench'));
    return { ...flushed, limitsMs: limits.ms, limitsBlockedMs: limits.blockedMs, deleteMs: deleted.ms };
  },
  ...Object.fromEntries(
    Object.entries(words).map(([name, word]) => [
      `search, ${name} word`,
      async (folder: string) => search(open(folder), word),
    ]),
  ),
  'search, two words': async (folder) => search(open(folder), `${words.rare} ${words.common}`),
  'search, part of a word': async (folder) => search(open(folder), words.rare.slice(2, 7)),
  'search, two characters': async (folder) => search(open(folder), 'zq'),
};

function runStep(step: string, folder: string): Figures {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [import.meta.filename, '--step', step, '--folder', folder],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`“${step}” failed: ${stderr}`);
  return figures.parse(JSON.parse(stdout));
}

function line(step: string, made: Figures): string {
  const parts = Object.entries(made).map(
    ([name, value]) => `${name} ${value.toFixed(name.endsWith('s') && value < 10 ? 1 : 0)}`,
  );
  return `  ${step}: ${parts.join(', ')}`;
}

/** Prints the figures of a year. */
export async function benchYear(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sessions: { type: 'string', default: '500' },
      megabytes: { type: 'string', default: '400' },
      folder: { type: 'string' },
      step: { type: 'string' },
    },
  });
  if (values.step !== undefined) {
    console.log(JSON.stringify(await steps[values.step]?.(values.folder ?? '')));
    process.exit(0);
  }
  const temporary = values.folder === undefined ? mkdtempSync(join(tmpdir(), 'parley-year-')) : undefined;
  process.once('exit', () => temporary !== undefined && rmSync(temporary, { recursive: true, force: true }));
  const folder = join(temporary ?? values.folder ?? '', 'history');
  if (!existsSync(folder)) {
    const year = { sessions: Number(values.sessions), totalBytes: Number(values.megabytes) * 1e6 };
    console.log(`Writing ${year.sessions} sessions of together ${values.megabytes} MB …`);
    const texts = new SearchTexts(new HistoryFolder(folder), new MemoryLog(), (_agent, text) => text);
    await writeYear(folder, year, (state, size) => texts.write(state, size));
  }
  const empty = mkdtempSync(join(tmpdir(), 'parley-year-'));
  process.once('exit', () => rmSync(empty, { recursive: true, force: true }));
  for (const step of Object.keys(steps)) {
    console.log(line(step, runStep(step, folder)));
    if (!step.startsWith('search')) console.log(line('  without sessions', runStep(step, empty)));
  }
}

// Its own steps are processes of this file.
if (import.meta.main) await benchYear(process.argv.slice(2));
