// The keeper with real processes: whatever ends the owner, nothing of what it started goes on.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeMessage } from '../../../../packages/process/keeper/keeperMessage.ts';
import { listProcesses, startTimeOf } from '../../../../packages/process/processTable.ts';
import { atEnd, isAlive, temporaryFolder, until } from '../../../support/agentHarness.ts';

const keeperProgram = join(import.meta.dirname, '../../../../packages/process/keeper/keeper.ts');
const ownerProgram = join(import.meta.dirname, '../../../support/programs/ownerProcess.ts');

/** Commands of all kinds. Each writes the ids of its processes into files. */
const commands = [
  ...Array.from({ length: 50 }, (_, index) => `echo $$ > plain-${index}; exec sleep 1000`),
  `sleep 1000 & echo $! > background; wait`,
  `sleep 1000 & echo $! > left`,
  `trap '' TERM HUP INT; echo $$ > stubborn; while :; do sleep 0.2; done`,
  `exec setsid sh -c 'echo $$ > daemon; exec sleep 1000'`,
  `(setsid sh -c 'echo $$ > fork; exec sleep 1000' &)`,
  `nohup sh -c 'echo $$ > nohup; exec sleep 1000' & wait`,
];
const COUNT = commands.length;

interface Owner {
  readonly process: ChildProcess;
  /** What it started. */
  readonly pids: readonly number[];
  /** The keepers that run now. */
  readonly keepers: () => Promise<readonly number[]>;
}

function start(args: readonly string[], cwd: string): ChildProcess {
  const child = spawn(process.execPath, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  atEnd(() => {
    child.kill('SIGKILL');
  });
  return child;
}

async function startOwner(): Promise<Owner> {
  const folder = temporaryFolder();
  const child = start([ownerProgram, keeperProgram, JSON.stringify(commands)], folder);
  if (child.stdout !== null) await once(child.stdout, 'data');
  const read = (): readonly number[] =>
    readdirSync(folder).map((file) => Number(readFileSync(join(folder, file), 'utf8')));
  await until(() => read().length === COUNT && read().every((pid) => pid > 0), 'the commands run');
  const pids = read();
  atEnd(() => {
    for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL');
  });
  const keepers = async (): Promise<readonly number[]> =>
    (await listProcesses())
      .filter(({ parent, pid, isZombie }) => parent === child.pid && !isZombie && isKeeper(pid))
      .map(({ pid }) => pid);
  return { process: child, pids, keepers };
}

function isKeeper(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('keeper.ts');
  } catch {
    // It has ended since it was listed.
    return false;
  }
}

function gone(pids: readonly number[]): Promise<void> {
  return until(() => !pids.some(isAlive), 'the end of all');
}

describe('The end of the owner', () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGHUP', 'SIGSEGV'] as const)(
    'R16 by %s ends all that it has started',
    async (signal) => {
      const owner = await startOwner();
      const keepers = await owner.keepers();
      expect(keepers).toHaveLength(1);
      expect(owner.pids.every(isAlive)).toBe(true);
      owner.process.kill(signal);
      await gone(owner.pids);
      await gone(keepers);
    },
  );

  it('R16 by a signal to its whole group ends all that it has started', async () => {
    const owner = await startOwner();
    process.kill(-(owner.process.pid ?? 0), 'SIGTERM');
    await gone(owner.pids);
  });

  it('R16 does so though the keeper was killed before', async () => {
    const owner = await startOwner();
    const [first = 0] = await owner.keepers();
    process.kill(first, 'SIGKILL');
    await gone([first]);
    await expect.poll(() => owner.keepers()).toHaveLength(1);
    const second = await owner.keepers();
    owner.process.kill('SIGKILL');
    await gone(owner.pids);
    await gone(second);
  });
});

describe('The keeper', () => {
  /** A keeper that is given lines and then loses its owner; resolves once it has ended. */
  async function keep(...lines: readonly string[]): Promise<void> {
    const keeper = start([keeperProgram], temporaryFolder());
    keeper.stdin?.end(lines.join(''));
    await once(keeper, 'exit');
  }

  function sleeper(): { readonly pid: number; readonly startTime: number } {
    const { pid = 0 } = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
    const startTime = startTimeOf(pid);
    atEnd(() => {
      if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    });
    return { pid, startTime };
  }

  it('ends a process that was started when its owner said', async () => {
    const leader = sleeper();
    await keep(writeMessage({ own: { marker: 'a', leader } }));
    expect(isAlive(leader.pid)).toBe(false);
  });

  it('leaves a process alone that only has the id of one that was owned', async () => {
    const { pid, startTime } = sleeper();
    for (const other of [startTime - 1_000_000, startTime + 1_000_000, 0]) {
      await keep(writeMessage({ own: { marker: 'a', leader: { pid, startTime: other } } }));
    }
    expect(isAlive(pid)).toBe(true);
  });

  it('leaves alone what is no longer owned', async () => {
    const leader = sleeper();
    await keep(writeMessage({ own: { marker: 'a', leader } }), writeMessage({ disown: 'a' }));
    expect(isAlive(leader.pid)).toBe(true);
  });

  it('passes over what is no message, and a line that was cut off', async () => {
    const leader = sleeper();
    const cut = writeMessage({ own: { marker: 'b', leader: sleeper() } }).slice(0, -10);
    const system = JSON.stringify({ own: { marker: 'c', leader: { pid: 1, startTime: 0 } } });
    await keep('nonsense\n', '[]\n', `${system}\n`, writeMessage({ own: { marker: 'a', leader } }), cut);
    expect(isAlive(leader.pid)).toBe(false);
  });

  it('ignores the signals that end its owner as long as that runs', async () => {
    const leader = sleeper();
    const keeper = start([keeperProgram], temporaryFolder());
    keeper.stdin?.write(writeMessage({ own: { marker: 'a', leader } }));
    await until(() => handlesSighup(keeper.pid ?? 0), 'it ignores signals');
    for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) keeper.kill(signal);
    await until(() => pendingSignals(keeper.pid ?? 0) === 0, 'the signals have arrived');
    expect(isAlive(keeper.pid ?? 0)).toBe(true);
    keeper.stdin?.end();
    await once(keeper, 'exit');
    expect(isAlive(leader.pid)).toBe(false);
  });
});

/** Node itself handles the others. */
function handlesSighup(pid: number): boolean {
  return (statusMask(pid, 'SigCgt') & 1n) !== 0n;
}

function pendingSignals(pid: number): number {
  return Number(statusMask(pid, 'ShdPnd') | statusMask(pid, 'SigPnd'));
}

function statusMask(pid: number, field: string): bigint {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return BigInt(`0x${new RegExp(`${field}:\\s*(\\w+)`).exec(status)?.[1] ?? '0'}`);
}
