// Programs with pipes: starting them without a shell, and leaving nothing behind at their end.
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withoutElectron } from '../../../packages/process/environment.ts';
import { PipedProcess } from '../../../packages/process/pipedProcess.ts';
import { atEnd, hastyClock, isAlive, temporaryFolder, until } from '../../support/agentHarness.ts';
import type { RawStep } from '../../support/programs/rawAgent.ts';
import { bundledProgram } from '../../support/programs/bundledProgram.ts';

async function start(args: readonly string[]): Promise<PipedProcess> {
  const started = await PipedProcess.start(
    { command: process.execPath, args, env: withoutElectron(process.env), cwd: tmpdir() },
    { clock: hastyClock, grace: { inputMs: 2_000, signalMs: 1_000 } },
  );
  atEnd(() => started.stop());
  return started;
}

function startRaw(steps: readonly RawStep[]): Promise<PipedProcess> {
  return start([bundledProgram('test/support/programs/rawAgent.ts'), JSON.stringify(steps)]);
}

/** The first line that a program prints. */
async function firstLine(started: PipedProcess): Promise<string> {
  let text = '';
  for await (const chunk of started.stdout) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.trim();
}

async function pidIn(file: string): Promise<number> {
  await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '', 'the process id');
  return Number(readFileSync(file, 'utf8'));
}

describe('starting', () => {
  it('uses no shell: arguments arrive as they are', async () => {
    const odd = ['a b', '$HOME', '"quoted"', "'", '*', '; exit 1', ''];
    const started = await start(['-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...odd]);
    expect(JSON.parse(await firstLine(started))).toEqual(odd);
  });
});

describe('ending', () => {
  it('R16 a process that ends with its input is left to do so', async () => {
    const started = await startRaw([{ raw: 'ready\n' }, { expect: 'never' }]);
    // One that has not begun to run cannot have seen that its input ended.
    await firstLine(started);
    await started.stop();
    await expect(started.exited).resolves.toEqual({ code: 0, signal: null });
    expect(isAlive(started.pid)).toBe(false);
  });

  it('R16 a process that ignores the end of its input is terminated', async () => {
    const started = await startRaw([{ ignore: 'stdin-end' }, { raw: 'ready\n' }, { expect: 'never' }]);
    await firstLine(started);
    await started.stop();
    await expect(started.exited).resolves.toEqual({ code: null, signal: 'SIGTERM' });
    expect(isAlive(started.pid)).toBe(false);
  });

  it('R16 a process that ignores SIGTERM too is killed, with its children', async () => {
    const pidFile = join(temporaryFolder(), 'pid');
    const started = await startRaw([
      { ignore: 'stdin-end' },
      { ignore: 'SIGTERM' },
      { spawn: 'stubborn-child', pidFile },
      { raw: 'ready\n' },
      { expect: 'never' },
    ]);
    await firstLine(started);
    const child = await pidIn(pidFile);
    expect(isAlive(child)).toBe(true);
    await started.stop();
    await expect(started.exited).resolves.toEqual({ code: null, signal: 'SIGKILL' });
    expect([started.pid, child].filter(isAlive)).toEqual([]);
  });

  it('R16 children that outlive a process that ended on its own are ended', async () => {
    const pidFile = join(temporaryFolder(), 'pid');
    const started = await startRaw([{ spawn: 'child', pidFile }, { wait: 50 }, { exit: 0 }]);
    const child = await pidIn(pidFile);
    await started.exited;
    await until(() => !isAlive(child), 'the end of the child');
  });

  it.each(['daemon', 'orphan'] as const)(
    'R16 a process that left its group, as a %s, is ended',
    async (spawn) => {
      const pidFile = join(temporaryFolder(), 'pid');
      const started = await startRaw([{ spawn, pidFile }, { expect: 'never' }]);
      const daemon = await pidIn(pidFile);
      await started.stop();
      expect(isAlive(started.pid)).toBe(false);
      // It is no child of ours: we can end it, but not wait for its end.
      await until(() => !isAlive(daemon), 'the end of the daemon');
    },
  );

  it('R16 a daemon of a process that was killed is ended', async () => {
    const pidFile = join(temporaryFolder(), 'pid');
    const started = await startRaw([
      { spawn: 'orphan', pidFile },
      { waitForFile: pidFile },
      { kill: 'SIGKILL' },
    ]);
    const daemon = await pidIn(pidFile);
    await started.exited;
    await until(() => !isAlive(daemon), 'the end of the daemon');
  });

  it('R16 stopping does not wait for a daemon that cannot be found and holds its output', async () => {
    const pidFile = join(temporaryFolder(), 'pid');
    const started = await startRaw([{ spawn: 'hidden-orphan', pidFile }, { expect: 'never' }]);
    const daemon = await pidIn(pidFile);
    atEnd(() => {
      process.kill(daemon, 'SIGKILL');
    });
    await started.stop();
    expect(isAlive(started.pid)).toBe(false);
    expect(started.stdout.destroyed).toBe(true);
    // It has no marker, no parent and no group of ours: ARCHITECTURE says so.
    expect(isAlive(daemon)).toBe(true);
  });

  it('a write to a process that closed its input is no error', async () => {
    const started = await startRaw([{ closeStdin: true }, { raw: 'ready\n' }]);
    await firstLine(started);
    for (let count = 0; count < 10; count++) {
      started.stdin.write('x'.repeat(100_000));
      await new Promise(setImmediate);
    }
    await started.stop();
    expect(isAlive(started.pid)).toBe(false);
  });
});
