// Processes of agents: starting them, hearing their last words, and leaving nothing behind.
import { chmodSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinPaths } from '../../src/agents/agentEnvironment.ts';
import { AgentProcess } from '../../src/agents/agentProcess.ts';
import type { Launch } from '../../src/core/settings/agentSettings.ts';
import { atEnd, hastyClock, isAlive, rejection, temporaryFolder, until } from '../support/agentHarness.ts';
import type { RawStep } from '../support/rawAgent.ts';

const lines: string[] = [];

async function start(launch: Partial<Launch>): Promise<AgentProcess> {
  lines.length = 0;
  const process = await AgentProcess.start({
    name: 'Fake',
    launch: { command: 'node', args: [], env: {}, cwd: tmpdir(), ...launch },
    clock: hastyClock,
    onStderrLine: (line) => lines.push(line),
  });
  atEnd(() => process.stop());
  return process;
}

function startRaw(steps: readonly RawStep[]): Promise<AgentProcess> {
  const program = join(import.meta.dirname, '../support/rawAgent.ts');
  return start({ command: process.execPath, args: [program, JSON.stringify(steps)] });
}

/** The first line that a program prints. */
async function firstLine(agent: AgentProcess): Promise<string> {
  let text = '';
  for await (const chunk of agent.stdout) {
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
  it('says that a command was not found', async () => {
    const error = await rejection(start({ command: 'parley-no-such-command' }));
    expect(error.code).toBe('command-not-found');
    expect(error.message).toContain('“parley-no-such-command” was not found');
    expect(error.actions).toContain('edit-settings');
  });

  it('tells a missing folder from a missing command', async () => {
    const error = await rejection(start({ cwd: join(tmpdir(), 'parley-no-such-folder') }));
    expect(error.code).toBe('spawn-failed');
    expect(error.detail).toContain('parley-no-such-folder does not exist');
  });

  it('says why a file cannot be run', async () => {
    const file = join(temporaryFolder(), 'agent');
    writeFileSync(file, 'not a program');
    chmodSync(file, 0o644);
    const error = await rejection(start({ command: file }));
    expect(error.code).toBe('spawn-failed');
    expect(error.detail).toContain('EACCES');
  });

  it('uses no shell: arguments arrive as they are', async () => {
    const odd = ['a b', '$HOME', '"quoted"', "'", '*', '; exit 1', ''];
    const agent = await start({
      args: ['-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...odd],
    });
    expect(JSON.parse(await firstLine(agent))).toEqual(odd);
  });

  it('works in the folder of the setting, with its variables over those of VS Code, without those of Electron', async () => {
    const folder = temporaryFolder();
    const before = { ...process.env };
    process.env['PARLEY_TEST_KEPT'] = 'kept';
    process.env['PARLEY_TEST_CHANGED'] = 'old';
    process.env['ELECTRON_RUN_AS_NODE'] = '1';
    atEnd(() => {
      process.env = before;
    });
    const names = ['PARLEY_TEST_KEPT', 'PARLEY_TEST_CHANGED', 'ELECTRON_RUN_AS_NODE'];
    const agent = await start({
      cwd: folder,
      env: { PARLEY_TEST_CHANGED: 'new' },
      args: [
        '-e',
        `console.log(JSON.stringify([process.cwd(), ...${JSON.stringify(names)}.map((n) => process.env[n])]))`,
      ],
    });
    expect(JSON.parse(await firstLine(agent))).toEqual([folder, 'kept', 'new', null]);
  });

  it('puts the login shell’s folders first and keeps the others', () => {
    expect(joinPaths('/opt/bin:/usr/bin', '/usr/bin:/bin:')).toBe('/opt/bin:/usr/bin:/bin');
  });
});

describe('standard error', () => {
  it('R4 is told line by line, without colours, and its end kept as last words', async () => {
    const text = `${Array.from({ length: 50 }, (_, index) => `line ${index}`).join('\n')}\n\u001b[31mred\u001b[0m`;
    const agent = await startRaw([{ stderr: text }, { exit: 3 }]);
    await expect(agent.exited).resolves.toEqual({ code: 3, signal: null });
    await until(() => lines.includes('red'), 'the last line');
    expect(lines).toHaveLength(51);
    expect(agent.lastWords().split('\n')).toHaveLength(20);
    expect(agent.lastWords()).toMatch(/line 49\nred$/);
  });
});

describe('ending', () => {
  it('R16 an agent that ends with its input is left to do so', async () => {
    const agent = await startRaw([{ raw: 'ready\n' }, { expect: 'never' }]);
    // One that has not begun to run cannot have seen that its input ended.
    await firstLine(agent);
    await agent.stop();
    await expect(agent.exited).resolves.toEqual({ code: 0, signal: null });
    expect(isAlive(agent.pid)).toBe(false);
  });

  it('R16 an agent that ignores the end of its input is terminated', async () => {
    const agent = await startRaw([{ ignore: 'stdin-end' }, { raw: 'ready\n' }, { expect: 'never' }]);
    await firstLine(agent);
    await agent.stop();
    await expect(agent.exited).resolves.toEqual({ code: null, signal: 'SIGTERM' });
    expect(isAlive(agent.pid)).toBe(false);
  });

  it('R16 an agent that ignores SIGTERM too is killed, with its children', async () => {
    const pidFile = join(temporaryFolder(), 'pid');
    const agent = await startRaw([
      { ignore: 'stdin-end' },
      { ignore: 'SIGTERM' },
      { spawn: 'stubborn-child', pidFile },
      { raw: 'ready\n' },
      { expect: 'never' },
    ]);
    await firstLine(agent);
    const child = await pidIn(pidFile);
    expect(isAlive(child)).toBe(true);
    await agent.stop();
    await expect(agent.exited).resolves.toEqual({ code: null, signal: 'SIGKILL' });
    expect([agent.pid, child].filter(isAlive)).toEqual([]);
  });

  it('R16 children that outlive an agent that ended by itself are ended', async () => {
    const pidFile = join(temporaryFolder(), 'pid');
    const agent = await startRaw([{ spawn: 'child', pidFile }, { wait: 50 }, { exit: 0 }]);
    const child = await pidIn(pidFile);
    await agent.exited;
    await until(() => !isAlive(child), 'the end of the child');
  });

  it('R16 stopping does not wait for a daemon that holds the agent’s output', async () => {
    const pidFile = join(temporaryFolder(), 'pid');
    const agent = await startRaw([{ spawn: 'daemon', pidFile }, { expect: 'never' }]);
    const daemon = await pidIn(pidFile);
    atEnd(() => {
      process.kill(daemon, 'SIGKILL');
    });
    await agent.stop();
    expect(isAlive(agent.pid)).toBe(false);
    expect(agent.stdout.destroyed).toBe(true);
    // It made itself a daemon on purpose, for other clients too.
    expect(isAlive(daemon)).toBe(true);
  });

  it('writing to an agent that closed its input harms nobody', async () => {
    const agent = await startRaw([{ closeStdin: true }, { raw: 'ready\n' }]);
    await firstLine(agent);
    for (let count = 0; count < 10; count++) {
      agent.stdin.write('x'.repeat(100_000));
      await new Promise(setImmediate);
    }
    await agent.stop();
    expect(isAlive(agent.pid)).toBe(false);
  });
});
