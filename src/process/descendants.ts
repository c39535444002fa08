// The processes below one, also those that left its group. The list is a snapshot: one that starts meanwhile is missed.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

const PS_TIMEOUT_MS = 2_000;

type Parents = ReadonlyMap<number, number>;

/** The ids of all processes that `pid` started, and those that they started. Empty on Windows, and when they cannot be listed. */
export async function descendantsOf(pid: number): Promise<readonly number[]> {
  const parents = await readParents().catch((): Parents => new Map());
  const children = new Map<number, number[]>();
  for (const [child, parent] of parents) {
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [child]);
    else siblings.push(child);
  }
  const found = new Set<number>();
  const open = [pid];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const child of children.get(next) ?? []) {
      if (child === pid || found.has(child)) continue;
      found.add(child);
      open.push(child);
    }
  }
  return [...found];
}

function readParents(): Promise<Parents> {
  switch (process.platform) {
    case 'linux':
      return readProc();
    case 'win32':
      return Promise.resolve(new Map());
    default:
      return askPs();
  }
}

/** From `/proc`, because small Linux systems have no `ps`. */
async function readProc(): Promise<Parents> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const pairs = await Promise.all(
    pids.map(async (pid): Promise<readonly [number, number] | undefined> => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      // The name before it is in parentheses and may hold anything.
      const parent = /^ \S (\d+)/.exec(stat.slice(stat.lastIndexOf(')') + 1))?.[1];
      return parent === undefined ? undefined : [Number(pid), Number(parent)];
    }),
  );
  return new Map(pairs.filter((pair) => pair !== undefined));
}

function askPs(): Promise<Parents> {
  return new Promise((resolve, reject) => {
    execFile('ps', ['-A', '-o', 'pid=,ppid='], { timeout: PS_TIMEOUT_MS }, (error, stdout) => {
      if (error !== null) reject(error);
      else
        resolve(
          new Map(
            Array.from(stdout.matchAll(/^\s*(\d+)\s+(\d+)/gm), ([, pid, ppid]) => [
              Number(pid),
              Number(ppid),
            ]),
          ),
        );
    });
  });
}
