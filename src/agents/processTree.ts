// Ends a process together with what it started.
import treeKill from 'tree-kill';

const isWindows = process.platform === 'win32';

/** Groups that must not outlive this process, whatever ends it. */
const groups = new Set<number>();

function onExit(): void {
  for (const pid of groups) signalGroup(pid, 'SIGKILL');
}

/** Notes a process that leads its own group: if Parley's process ends first, the group is killed. */
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
 * Signals a process and everything it started that has not left its group; on Windows, where there are no groups,
 * everything below it is ended at once.
 */
export function signalTree(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (isWindows) treeKill(pid, signal, () => {});
  else signalGroup(pid, signal);
}

/** Whether anything of the group still runs. On Windows nothing is known, so no. */
export function groupLives(pid: number): boolean {
  return !isWindows && signalGroup(pid, 0);
}

function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}
