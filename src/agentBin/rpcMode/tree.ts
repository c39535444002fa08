// Ends a CLI together with what it started.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import treeKill from 'tree-kill';

/** How long it may take to end by itself after its input was closed, in milliseconds. */
const STDIN_GRACE = 1_000;
/** How long it may take after SIGTERM, in milliseconds. */
const TERM_GRACE = 500;
/** How often it is looked whether it is gone, in milliseconds. */
const POLL = 25;

const isWindows = process.platform === 'win32';
const trees = new Set<number>();

process.on('exit', () => {
  for (const pid of trees) signal(pid, 'SIGKILL');
});

/** The process's id, once the system has started it; rejects when it cannot. */
export function spawned(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      if (child.pid === undefined) reject(new Error('The system gave it no process id.'));
      else resolve(child.pid);
    });
  });
}

/** Notes a process that leads its own group: it does not outlive this program. */
export function ownTree(pid: number): void {
  trees.add(pid);
}

/** Waits for the end of a process whose input is closed; ends it and what it left behind where that takes long. */
export async function endTree(pid: number, exited: Promise<void>): Promise<void> {
  if (!(await settles(exited, STDIN_GRACE))) {
    signal(pid, 'SIGTERM');
    if (!(await settles(exited, TERM_GRACE))) {
      signal(pid, 'SIGKILL');
      await settles(exited, TERM_GRACE);
    }
  }
  if (lives(pid)) {
    signal(pid, 'SIGTERM');
    if (!(await groupEnds(pid))) signal(pid, 'SIGKILL');
  }
  trees.delete(pid);
}

/** Kills what a process that has ended left behind. */
export function killTree(pid: number): void {
  if (!isWindows) signal(pid, 'SIGKILL');
  trees.delete(pid);
}

async function groupEnds(pid: number): Promise<boolean> {
  const end = Date.now() + TERM_GRACE;
  while (lives(pid)) {
    if (Date.now() >= end) return false;
    await delay(POLL);
  }
  return true;
}

async function settles(promise: Promise<void>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(milliseconds, false, { signal: timer.signal }).catch(() => false);
  const inTime = await Promise.race([promise.then(() => true), late]);
  timer.abort();
  return inTime;
}

function lives(pid: number): boolean {
  return !isWindows && signal(pid, 0);
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  if (isWindows) {
    if (name !== 0) treeKill(pid, name, () => {});
    return true;
  }
  try {
    process.kill(-pid, name);
    return true;
  } catch {
    return false;
  }
}
