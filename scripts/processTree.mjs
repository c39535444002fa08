// Looks at processes by their parents, and ends a tree of them without leaving one behind.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';

/** Every running process: id, parent's id, command line. Zombies count as ended. */
async function processes() {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args='], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
    if (!match || match[3].startsWith('Z')) return [];
    return [{ pid: Number(match[1]), parent: Number(match[2]), command: match[4] }];
  });
}

/** All processes below one, nearest first, without the one itself. */
export async function descendants(pid) {
  const all = await processes();
  const found = [];
  let parents = new Set([pid]);
  while (parents.size > 0) {
    const children = all.filter(({ parent }) => parents.has(parent));
    found.push(...children);
    parents = new Set(children.map((child) => child.pid));
  }
  return found;
}

/** Which of these processes still run. */
export async function stillRunning(pids) {
  const running = new Set((await processes()).map(({ pid }) => pid));
  return pids.filter((pid) => running.has(pid));
}

/** Asks a process and everything below it to end, and kills what is left after the grace time. */
export async function endTree(pid, graceMilliseconds = 5000) {
  let left = [pid, ...(await descendants(pid)).map((entry) => entry.pid)];
  signal(pid, 'SIGTERM');
  const deadline = Date.now() + graceMilliseconds;
  left = await stillRunning(left);
  while (left.length > 0 && Date.now() < deadline) {
    await delay(100);
    left = await stillRunning(left);
  }
  for (const each of left) signal(each, 'SIGKILL');
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended already.
  }
}
