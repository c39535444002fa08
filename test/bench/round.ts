// One round: a new window, the view opened in it, and every load sent through it once.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession } from 'playwright-core';
import type { ParleyServer } from '../e2e/harness/parleyServer.ts';
import { closeBrowser, ParleyWindow } from '../e2e/harness/parleyWindow.ts';
import { measuredFlood, type FloodKind, type FloodRecord } from './floods.ts';
import { closingText } from './markdownText.ts';
import { openView, type OpenView, type PanelStart } from './panelStart.ts';
import { DROPPED_FILES, dropTime } from './dropping.ts';
import type { Subject } from './subjects.ts';
import { composerFocus, LONG_SESSION, switchTime } from './sessionSwitch.ts';
import { longestScrollFrame } from './scrolling.ts';
import { recordTurn, type TurnRecord } from './turnRecorder.ts';
import { longDraftLatency, streamedDraftLatency, typingLatency } from './typing.ts';

/** What the agent is asked to send. */
export interface Load {
  readonly kind: 'chunks' | 'paced' | 'tools' | 'entries' | 'children' | FloodKind;
  readonly count: number;
}

/** Times in milliseconds. */
interface Times extends TurnRecord {
  /** What the page's main thread computed, VS Code's window included; does not grow when other programs run. */
  readonly cpu: number;
}

/** Sizes in bytes. */
interface Heap {
  /** The heap of the page after the turn and a garbage collection. VS Code's window is in it. */
  readonly heap: number;
  /** By how much the turn made it larger. */
  readonly heapGrowth: number;
}

export type Measurement = Times & Heap;

export interface Round {
  readonly start: PanelStart;
  /**
   * VS Code's figure for the loading and the `activate()` of the extension, in milliseconds. Everything else that the
   * extension host did meanwhile is in it.
   */
  readonly activation: number;
  readonly measurements: readonly Measurement[];
  /** Milliseconds until a session of 5,000 entries is painted that is switched to; absent where there are no sessions. */
  readonly switchTime?: number;
  /** The longest frame while that session is scrolled, in milliseconds. */
  readonly scrollFrame?: number;
  /** The 95th percentile of the milliseconds that a key takes while an answer streams in. */
  readonly typingLatency?: number;
  /** The same behind a draft of 100,000 characters: the greater of one line and many. */
  readonly longDraftLatency?: number;
  /** The same behind a long draft while 2,000 chunks a second stream in. */
  readonly streamedDraftLatency?: number;
  /** Milliseconds until 200 dropped files are in the draft. */
  readonly dropTime?: number;
  /** In the order of the floods asked for; absent where they are not measured. */
  readonly floods?: readonly FloodRecord[];
}

export interface RoundOptions {
  readonly loads: readonly Load[];
  /** Sent to Parley alone: the floor renders no markdown. */
  readonly floods: readonly Load[];
  /** Folder for a CPU profile of the page for each load. */
  readonly profiles?: string | undefined;
}

/** Milliseconds without a change until a turn counts as painted, and until it counts as stuck. */
const QUIET = 500;
const DEADLINE = 60_000;
const FLOOD_DEADLINE = 300_000;

export async function runRound(
  server: ParleyServer,
  subject: Subject,
  { loads, floods, profiles }: RoundOptions,
): Promise<Round> {
  const window = await ParleyWindow.open(server, {});
  try {
    const view = await openView(window, subject);
    const session = await window.page.context().newCDPSession(window.page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const measured: Measured = { window, view, subject, session };
    // Starts the agent and compiles what every turn needs.
    await turn(window, view, { kind: 'chunks', count: 10 });
    const times: Times[] = [];
    for (const load of loads) times.push(await timesOf(measured, load, profiles));
    // After all times were taken: a forced collection throws compiled code away, too, and no user's page does that.
    const heaps: Heap[] = [];
    for (const load of loads) heaps.push(await heapOf(measured, load));
    const typed = subject.hasSessions ? await measuredTyping(window, view, subject) : undefined;
    const longDraft = subject.hasSessions ? await measuredLongDraft(window, view, subject) : undefined;
    const streamedDraft = subject.hasSessions
      ? await measuredStreamedDraft(window, view, subject)
      : undefined;
    const dropped = subject.hasSessions ? await measuredDrop(window, view, subject) : undefined;
    const long = subject.hasSessions ? await measuredLongSession(window, view, subject) : undefined;
    const flooded = subject.hasSessions ? await measuredFloods(measured, floods, profiles) : undefined;
    return {
      start: view,
      activation: await activationTime(window, subject),
      measurements: times.flatMap((time, index) => {
        const heap = heaps[index];
        return heap === undefined ? [] : [{ ...time, ...heap }];
      }),
      ...(typed === undefined ? {} : { typingLatency: typed }),
      ...(longDraft === undefined ? {} : { longDraftLatency: longDraft }),
      ...(streamedDraft === undefined ? {} : { streamedDraftLatency: streamedDraft }),
      ...(dropped === undefined ? {} : { dropTime: dropped }),
      ...(flooded === undefined ? {} : { floods: flooded }),
      ...long,
    };
  } catch (error) {
    const shot = await window.screenshot(`bench-${subject.name}`);
    throw new Error(`${subject.name} failed; what it showed is in ${shot}.`, { cause: error });
  } finally {
    await window.close();
    // Each round has a browser of its own, which has compiled and collected nothing yet.
    await closeBrowser();
  }
}

/** What is measured, and where it shows. */
interface Measured {
  readonly window: ParleyWindow;
  readonly view: OpenView;
  readonly subject: Subject;
  readonly session: CDPSession;
}

async function timesOf(measured: Measured, load: Load, profiles: string | undefined): Promise<Times> {
  const { window, view, subject, session } = measured;
  await startAnew(window, view, subject);
  if (profiles !== undefined) await startProfile(session);
  const before = await cpuTime(session);
  const record = await turn(window, view, load);
  const cpu = (await cpuTime(session)) - before;
  if (profiles !== undefined) {
    await writeProfile(session, join(profiles, `${subject.name}-${load.count}-${load.kind}.cpuprofile`));
  }
  console.log(
    `  ${load.count} ${load.kind}: ${record.total.toFixed(0)} ms; ` +
      `longest frame ${record.longestFrame.toFixed(0)} ms, ${record.longestFrameAt.toFixed(0)} ms after Enter`,
  );
  if (record.lostBottom) console.log('  The transcript did not stay at its bottom: this figure is too high.');
  return { ...record, cpu };
}

async function heapOf({ window, view, subject, session }: Measured, load: Load): Promise<Heap> {
  await startAnew(window, view, subject);
  const before = await usedHeap(session);
  await turn(window, view, load);
  const heap = await usedHeap(session);
  return { heap, heapGrowth: heap - before };
}

/** Empties the transcript, and waits until that shows: what is typed before belongs to what was there. */
export async function startAnew(window: ParleyWindow, { frame }: OpenView, subject: Subject): Promise<void> {
  await window.runCommand(subject.startAnew);
  const isEmpty = await frame.evaluate(async () => {
    const deadline = performance.now() + 20_000;
    while (document.querySelector('[data-testid="transcript"]')?.textContent) {
      if (performance.now() > deadline) return false;
      await new Promise(requestAnimationFrame);
    }
    return true;
  });
  if (!isEmpty) throw new Error(`“${subject.startAnew}” did not empty the transcript.`);
  // What is typed into the palette before the panel has done that would be in the draft.
  if (subject.hasSessions) await composerFocus(frame);
}

/**
 * Runs in the frame. Resolves after `span` milliseconds in which no frame took longer than 50: VS Code does a lot in the
 * first seconds of a window, and the garbage collector after a large turn. Resolves at the deadline in any case.
 */
async function smoothFrames({ span, deadline }: { span: number; deadline: number }): Promise<void> {
  const began = performance.now();
  let before = began;
  let smoothSince = began;
  while (before - smoothSince < span && before - began < deadline) {
    const now = await new Promise<number>((resolve) => {
      requestAnimationFrame(() => resolve(performance.now()));
    });
    if (now - before > 50) smoothSince = now;
    before = now;
  }
}

/** Types while chunks stream in, in as many turns of about a second as enough keys take. */
async function measuredTyping(window: ParleyWindow, view: OpenView, subject: Subject): Promise<number> {
  await startAnew(window, view, subject);
  const latency = await typingLatency(window, view.frame, () =>
    turn(window, view, { kind: 'chunks', count: 60_000 }),
  );
  console.log(`  a key during a stream: ${latency.toFixed(0)} ms`);
  return latency;
}

/** Types behind long drafts. */
async function measuredLongDraft(window: ParleyWindow, view: OpenView, subject: Subject): Promise<number> {
  await startAnew(window, view, subject);
  const oneLine = await longDraftLatency(window, view.frame, 'one line');
  const lines = await longDraftLatency(window, view.frame, 'lines');
  console.log(
    `  a key behind 100,000 characters: ${oneLine.toFixed(0)} ms on one line, ${lines.toFixed(0)} ms on many`,
  );
  return Math.max(oneLine, lines);
}

/** Types behind a long draft while 2,000 chunks a second stream in. */
async function measuredStreamedDraft(
  window: ParleyWindow,
  view: OpenView,
  subject: Subject,
): Promise<number> {
  await startAnew(window, view, subject);
  const latency = await streamedDraftLatency(
    window,
    view.frame,
    turn(window, view, { kind: 'paced', count: 16_000 }),
  );
  console.log(`  a key behind 100,000 characters during a stream: ${latency.toFixed(0)} ms`);
  return latency;
}

/** Drops files on an empty draft. */
async function measuredDrop(window: ParleyWindow, view: OpenView, subject: Subject): Promise<number> {
  await startAnew(window, view, subject);
  const time = await dropTime(window, view.frame);
  console.log(`  ${DROPPED_FILES} dropped files: ${time.toFixed(0)} ms`);
  return time;
}

/** Fills a session, begins another one, goes back and forth, and scrolls the long one. */
async function measuredLongSession(
  window: ParleyWindow,
  view: OpenView,
  subject: Subject,
): Promise<Pick<Required<Round>, 'switchTime' | 'scrollFrame'>> {
  await startAnew(window, view, subject);
  await turn(window, view, LONG_SESSION);
  await startAnew(window, view, subject);
  await turn(window, view, { kind: 'chunks', count: 10 });
  await view.frame.evaluate(smoothFrames, { span: 500, deadline: 10_000 });
  const time = await switchTime(window, view.frame);
  await view.frame.evaluate(smoothFrames, { span: 500, deadline: 10_000 });
  const scrollFrame = await longestScrollFrame(window, view.frame);
  console.log(`  switch: ${time.toFixed(0)} ms; longest frame while scrolling: ${scrollFrame.toFixed(0)} ms`);
  return { switchTime: time, scrollFrame };
}

/** Each flood in a session of its own. */
async function measuredFloods(
  { window, view, subject, session }: Measured,
  floods: readonly Load[],
  profiles: string | undefined,
): Promise<readonly FloodRecord[]> {
  const records: FloodRecord[] = [];
  for (const flood of floods) {
    await startAnew(window, view, subject);
    if (profiles !== undefined) await startProfile(session);
    const record = await measuredFlood(session, view.frame, () => turn(window, view, flood, FLOOD_DEADLINE));
    if (profiles !== undefined) {
      await writeProfile(session, join(profiles, `${subject.name}-${flood.count}-${flood.kind}.cpuprofile`));
    }
    console.log(
      `  ${flood.count} ${flood.kind}: shown ${record.afterLast.toFixed(0)} ms after the last, ` +
        `longest task ${record.longestTask.toFixed(0)} ms, ` +
        `heap ${(record.largestHeap / 1e6).toFixed(0)} MB, then ${(record.heap / 1e6).toFixed(0)} MB`,
    );
    records.push(record);
  }
  return records;
}

/** Types a prompt, sends it and records the turn. */
export async function turn(
  { page }: ParleyWindow,
  { frame }: OpenView,
  { kind, count }: Load,
  deadline = DEADLINE,
): Promise<TurnRecord> {
  const composer = frame.getByTestId('composer-input');
  await composer.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(`${kind} ${count}`);
  await frame.evaluate(smoothFrames, { span: 500, deadline: 10_000 });
  await frame.evaluate(recordTurn, {
    closingText: closingText(count, kind === 'paced' ? 'chunks' : kind),
    quiet: QUIET,
    deadline,
  });
  await page.keyboard.press('Enter');
  const record = await frame.evaluate(() => window.benchTurn);
  if (record === undefined) throw new Error('The page was loaded anew while a turn was recorded.');
  return record;
}

async function usedHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/** Milliseconds the main thread has computed so far. */
async function cpuTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('The browser does not report how long its tasks took.');
  return seconds * 1000;
}

export async function startProfile(session: CDPSession): Promise<void> {
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: 500 });
  await session.send('Profiler.start');
}

export async function writeProfile(session: CDPSession, file: string): Promise<void> {
  const { profile } = await session.send('Profiler.stop');
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, JSON.stringify(profile));
}

/** Read from VS Code's list of running extensions. */
async function activationTime(window: ParleyWindow, subject: Subject): Promise<number> {
  await window.runCommand('Developer: Show Running Extensions');
  const name = subject.extensionId.split('.')[1];
  const row = window.page.locator(`.runtime-extensions-editor .monaco-list-row[aria-label="${name}"]`);
  // The list is virtual and begins with the slowest: the row wanted may be further down.
  await window.page.locator('.runtime-extensions-editor .monaco-list').focus();
  await window.page.locator('.runtime-extensions-editor .monaco-list-row').first().waitFor();
  for (let page = 0; page < 10 && (await row.count()) === 0; page++)
    await window.page.keyboard.press('PageDown');
  const text = await row.locator('.activation-time').innerText();
  const found = /(\d+)\s*ms/.exec(text)?.[1];
  if (found === undefined) throw new Error(`VS Code says of the activation of ${subject.name}: ${text}`);
  return Number(found);
}
