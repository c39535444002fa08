// Lists the processes of this machine: their parents, groups and start times, and the markers in their environments.
import { execFile } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { win32 } from 'node:path';
import { MARKER_VARIABLE } from './marker.ts';

const LIST_TIMEOUT_MS = 5_000;
const MAX_LIST_BYTES = 64 * 1024 * 1024;
/** How much of an environment is read. */
const MAX_ENVIRONMENT_BYTES = 256 * 1024;
/** How many processes are read before anything else may run. */
const BATCH_SIZE = 64;

/** Linux gives the exact start; other systems give milliseconds, compared with a time that was read beside them. */
const START_TOLERANCE = process.platform === 'linux' ? 0 : 2_000;

export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** 0 on Windows, which has no groups. */
  readonly group: number;
  /** Clock ticks since the start of the machine on Linux, elsewhere milliseconds since 1970. */
  readonly startTime: number;
  /** It has ended, and its parent has not asked how. */
  readonly isZombie: boolean;
  /** Empty where the environment cannot be read: that of another user, on Windows, of Apple's programs on macOS. */
  readonly markers: readonly string[];
}

/** A process at one time: its id may be given to another one later. */
export type ProcessIdentity = Pick<RunningProcess, 'pid' | 'startTime'>;

let running: Promise<readonly RunningProcess[]> | undefined;
let next: Promise<readonly RunningProcess[]> | undefined;

/** All processes; none where they cannot be listed. Whoever asks while a list is made shares the one after it. */
export function listProcesses(): Promise<readonly RunningProcess[]> {
  if (running === undefined) {
    running = list().finally(() => {
      running = undefined;
    });
    return running;
  }
  next ??= running.then(() => {
    next = undefined;
    return listProcesses();
  });
  return next;
}

/** When a process was started that this program has started just now. */
export function startTimeOf(pid: number): number {
  return process.platform === 'linux' ? (statOf(pid)?.startTime ?? 0) : Date.now();
}

/** Whether two start times are those of one process. */
export function isSameStart(first: number, second: number): boolean {
  return Math.abs(first - second) <= START_TOLERANCE;
}

/** Whether the process goes on, and its id is not another's by now. On macOS and Windows only the id counts. */
export function isRunning({ pid, startTime }: ProcessIdentity): boolean {
  if (process.platform === 'linux') {
    const stat = statOf(pid);
    return stat !== undefined && !stat.isZombie && isSameStart(stat.startTime, startTime);
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function list(): Promise<readonly RunningProcess[]> {
  try {
    switch (process.platform) {
      case 'linux':
        return await readProc();
      case 'win32':
        return parseCimList(await askCim());
      default:
        return parsePsList(await askPs());
    }
  } catch {
    return [];
  }
}

/** From `/proc`, because small Linux systems have no `ps`. */
async function readProc(): Promise<readonly RunningProcess[]> {
  const found: RunningProcess[] = [];
  const buffer = Buffer.alloc(MAX_ENVIRONMENT_BYTES);
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  for (const [index, pid] of pids.entries()) {
    if (index % BATCH_SIZE === BATCH_SIZE - 1) await new Promise(setImmediate);
    const stat = statOf(Number(pid));
    if (stat !== undefined) found.push({ ...stat, markers: stat.isZombie ? [] : markersOf(pid, buffer) });
  }
  return found;
}

function statOf(pid: number): Omit<RunningProcess, 'markers'> | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name before it is in parentheses and may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group] = fields;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    startTime: Number(fields[19]),
    isZombie: state === 'Z' || state === 'X',
  };
}

function markersOf(pid: string, buffer: Buffer): readonly string[] {
  let file: number;
  try {
    file = openSync(`/proc/${pid}/environ`, 'r');
  } catch {
    return [];
  }
  try {
    let length = 0;
    for (;;) {
      const count = readSync(file, buffer, length, buffer.length - length, null);
      length += count;
      if (count === 0 || length === buffer.length) break;
    }
    return markersIn(`\0${buffer.toString('latin1', 0, length)}`, '\0');
  } catch {
    return [];
  } finally {
    closeSync(file);
  }
}

function askPs(): Promise<string> {
  const columns = 'pid=,ppid=,pgid=,stat=,lstart=,command=';
  return output('/bin/ps', ['-A', '-E', '-ww', '-o', columns], { ...process.env, LC_ALL: 'C' });
}

/** Processes from the lines of `ps`, where the environment follows the command line. */
export function parsePsList(text: string): readonly RunningProcess[] {
  const line = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)(.*)$/gm;
  return Array.from(text.matchAll(line), ([, pid, parent, group, state = '', start = '', rest = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    startTime: Date.parse(start),
    isZombie: state.startsWith('Z'),
    markers: markersIn(rest, ' '),
  }));
}

function askCim(): Promise<string> {
  const shell = win32.join(systemFolder(), 'WindowsPowerShell', 'v1.0', 'powershell.exe');
  const each = `"$($_.ProcessId) $($_.ParentProcessId) $(([DateTimeOffset]$_.CreationDate).ToUnixTimeMilliseconds())"`;
  const script = `Get-CimInstance Win32_Process | ForEach-Object { ${each} }`;
  return output(shell, ['-NoProfile', '-NonInteractive', '-Command', script], process.env);
}

/** Processes from the lines of Windows' own list: id, parent, start. The system's first processes have no start. */
export function parseCimList(text: string): readonly RunningProcess[] {
  return Array.from(text.matchAll(/^(\d+) (\d+) (\d+)\r?$/gm), ([, pid, parent, start]) => ({
    pid: Number(pid),
    parent: Number(parent),
    group: 0,
    startTime: Number(start),
    isZombie: false,
    markers: [],
  }));
}

/** The folder of Windows' own programs. */
export function systemFolder(): string {
  return win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32');
}

/** The markers in an environment whose variables are separated by a character. */
function markersIn(environment: string, separator: string): readonly string[] {
  const start = `${separator}${MARKER_VARIABLE}=`;
  return environment
    .split(start)
    .slice(1)
    .flatMap((rest) => (rest.split(separator, 1)[0] ?? '').split(','));
}

function output(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { env, timeout: LIST_TIMEOUT_MS, maxBuffer: MAX_LIST_BYTES, windowsHide: true };
    execFile(file, args, options, (error, stdout) => {
      if (error === null) resolve(stdout);
      else reject(error);
    });
  });
}
