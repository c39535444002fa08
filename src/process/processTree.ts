// Ends a process together with everything it started.
import treeKill from 'tree-kill';
import type { Clock } from '../core/ports/hostPorts.ts';
import { becomesTrueWithin, settlesWithin } from './wait.ts';

const isWindows = process.platform === 'win32';

/** Groups that must not outlive this process, whatever ends it. */
const groups = new Set<number>();

function onExit(): void {
  for (const pid of groups) signalGroup(pid, 'SIGKILL');
}

/** Registers a process that leads its own group: if this process ends first, the group is killed. */
export function ownGroup(pid: number): void {
  if (groups.size === 0) process.once('exit', onExit);
  groups.add(pid);
}

/** The group is gone, or no longer ours to end. */
export function disownGroup(pid: number): void {
  groups.delete(pid);
  if (groups.size === 0) process.off('exit', onExit);
}

/**
 * Signals a process and everything it started that has not left its group. On Windows, where there are no groups,
 * everything below it is ended at once.
 */
export function signalTree(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (isWindows) treeKill(pid, signal, () => {});
  else signalGroup(pid, signal);
}

/** Whether anything of the group still runs. On Windows nothing is known, so no. */
export function isGroupAlive(pid: number): boolean {
  return !isWindows && signalGroup(pid, 0);
}

export interface GracePeriods {
  /** How long a process has to end by itself after its input was closed. */
  readonly inputMs: number;
  /** How long it has after SIGTERM, and what it left behind after each signal. */
  readonly signalMs: number;
}

/** Waits for the end of a process whose input was closed, and signals its tree when that takes too long. */
export async function endProcess(
  pid: number,
  exited: Promise<unknown>,
  clock: Clock,
  { inputMs, signalMs }: GracePeriods,
): Promise<void> {
  if (await settlesWithin(clock, exited, inputMs)) return;
  signalTree(pid, 'SIGTERM');
  if (!(await settlesWithin(clock, exited, signalMs))) signalTree(pid, 'SIGKILL');
}

/** Ends what a process that has ended left behind in its group, gently at first. */
export async function endLeftovers(
  pid: number,
  clock: Clock,
  { signalMs }: Pick<GracePeriods, 'signalMs'>,
): Promise<void> {
  await terminate({
    signal: (signal) => signalTree(pid, signal),
    isGone: () => !isGroupAlive(pid),
    clock,
    termMs: signalMs,
    killMs: signalMs,
  });
  disownGroup(pid);
}

export interface Termination {
  readonly signal: (signal: 'SIGTERM' | 'SIGKILL') => void | Promise<void>;
  readonly isGone: () => boolean;
  readonly clock: Clock;
  /** From SIGTERM to SIGKILL. */
  readonly termMs: number;
  /** How long to wait for what was killed. */
  readonly killMs: number;
}

/** Ends something gently at first: SIGTERM, a grace period, SIGKILL. Resolves when it is gone or cannot be ended. */
export async function terminate({ signal, isGone, clock, termMs, killMs }: Termination): Promise<void> {
  if (isGone()) return;
  await signal('SIGTERM');
  if (await becomesTrueWithin(clock, isGone, termMs)) return;
  await signal('SIGKILL');
  await becomesTrueWithin(clock, isGone, killMs);
}

function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}
