// Which processes belong to one that Parley has started, however far they have gone from it, and the end of them all.
import type { Clock } from './clock.ts';
import {
  isRunning,
  isSameStart,
  listProcesses,
  type ProcessIdentity,
  type RunningProcess,
} from './processTable.ts';
import { becomesTrueWithin } from './wait.ts';

/** A program that Parley has started, or is about to: then it has no process yet. */
export interface OwnedProcess {
  /** What all that it starts has in its environment. */
  readonly marker: string;
  /** The process, which leads its own group; absent when neither is left. */
  readonly leader?: ProcessIdentity;
}

/**
 * Of a list of processes, those that belong to the owned ones: the leader, its group, whatever has its marker, and all
 * that these have started. A process that only has the id of the leader does not.
 */
export function belongingTo(
  owned: readonly OwnedProcess[],
  processes: readonly RunningProcess[],
): readonly RunningProcess[] {
  const byId = new Map(processes.map((each) => [each.pid, each]));
  const markers = new Set(owned.map(({ marker }) => marker));
  // As long as anything is in a group, the system gives its number to nothing else.
  const groups = new Set<number>();
  for (const { leader } of owned) {
    if (leader === undefined) continue;
    const present = byId.get(leader.pid);
    if (present === undefined || isSameStart(present.startTime, leader.startTime)) groups.add(leader.pid);
  }
  const found = new Set(
    processes.filter(
      ({ pid, group, markers: own }) =>
        groups.has(pid) || groups.has(group) || own.some((marker) => markers.has(marker)),
    ),
  );
  // On Windows the children of a process that is gone still name it as their parent.
  const gone = owned.flatMap(({ leader }) =>
    leader === undefined || byId.has(leader.pid) ? [] : [{ ...leader }],
  );
  const open: ProcessIdentity[] = [...found, ...gone];
  const children = new Map<number, RunningProcess[]>();
  for (const each of processes) {
    const siblings = children.get(each.parent);
    if (siblings === undefined) children.set(each.parent, [each]);
    else siblings.push(each);
  }
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const child of children.get(parent.pid) ?? []) {
      // One that is older has a parent whose id was given away since.
      const isOlder = child.startTime < parent.startTime && !isSameStart(child.startTime, parent.startTime);
      if (found.has(child) || isOlder) continue;
      found.add(child);
      open.push(child);
    }
  }
  return [...found].filter(({ pid, isZombie }) => pid !== process.pid && !isZombie);
}

/** The processes that belong to the owned ones now. */
export async function findProcesses(owned: readonly OwnedProcess[]): Promise<readonly RunningProcess[]> {
  return belongingTo(owned, await listProcesses());
}

export interface EndOptions {
  readonly clock: Clock;
  /** From SIGTERM to SIGKILL. */
  readonly termMs: number;
  /** How long to wait for what was killed. */
  readonly killMs: number;
  /** Others that are to be ended as well: found before they lost the parent that they were found by. */
  readonly known?: readonly RunningProcess[];
}

/**
 * Ends everything that belongs to the owned processes, gently at first, and what is started meanwhile. Resolves to whether
 * nothing is left that can be found and ended.
 */
export async function endProcesses(owned: readonly OwnedProcess[], options: EndOptions): Promise<boolean> {
  const { clock, termMs, killMs, known = [] } = options;
  const present = async (before: readonly RunningProcess[]): Promise<readonly RunningProcess[]> => {
    const found = await findProcesses(owned);
    const pids = new Set(found.map(({ pid }) => pid));
    return [...found, ...before.filter((each) => !pids.has(each.pid) && isRunning(each))];
  };
  let left = (await present(known)).filter((each) => signalProcess(each, 'SIGTERM'));
  if (left.length === 0) return true;
  await becomesTrueWithin(clock, () => !left.some(isRunning), termMs);
  const end = clock.now() + killMs;
  do {
    left = (await present(left)).filter((each) => signalProcess(each, 'SIGKILL'));
    if (left.length === 0) return true;
    await becomesTrueWithin(clock, () => !left.some(isRunning), Math.max(0, end - clock.now()));
  } while (clock.now() < end);
  return !left.some(isRunning);
}

/** Whether it could be signalled: it may have ended, or run as another user. */
function signalProcess({ pid }: ProcessIdentity, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
