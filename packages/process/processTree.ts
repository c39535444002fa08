// Ends a process together with everything it started that has not left its group.
import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import type { Clock } from './clock.ts';
import { systemFolder } from './processTable.ts';
import { settlesWithin } from './wait.ts';

const isWindows = process.platform === 'win32';

/**
 * Signals a process and everything it started that has not left its group. On Windows, where there are no groups,
 * everything below it is ended at once.
 */
export function signalTree(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (isWindows) endWindowsTree(pid);
  else signalGroup(pid, signal);
}

/** Whether anything of the group still runs. On Windows nothing is known, so no. */
export function isGroupAlive(pid: number): boolean {
  return !isWindows && signalGroup(pid, 0);
}

export interface GracePeriods {
  /** How long a process has to end on its own after its input was closed. */
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

function endWindowsTree(pid: number): void {
  const program = win32.join(systemFolder(), 'taskkill.exe');
  execFile(program, ['/pid', String(pid), '/T', '/F'], { windowsHide: true }, () => {});
}

function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}
