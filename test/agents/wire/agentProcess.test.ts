// Processes of agents: what the user reads when one cannot start, its environment and its stderr tail.
import { chmodSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AgentProcess } from '../../../src/agents/wire/agentProcess.ts';
import type { ProcessLaunch } from '../../../src/core/settings/agentSettings.ts';
import { atEnd, hastyClock, rejection, temporaryFolder, until } from '../../support/agentHarness.ts';
import type { RawStep } from '../../support/programs/rawAgent.ts';
import { bundledProgram } from '../../support/programs/bundledProgram.ts';

const lines: string[] = [];

async function start(launch: Partial<ProcessLaunch>): Promise<AgentProcess> {
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
  const program = bundledProgram('test/support/programs/rawAgent.ts');
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

describe('starting', () => {
  it('reports a command that was not found', async () => {
    const error = await rejection(start({ command: 'parley-no-such-command' }));
    expect(error.code).toBe('command-not-found');
    expect(error.message).toContain('“parley-no-such-command” was not found');
    expect(error.actions).toContain('edit-settings');
  });

  it('distinguishes a missing folder from a missing command', async () => {
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
});

describe('standard error', () => {
  it('R4 is logged line by line without colors, and its last lines are the stderr tail', async () => {
    const text = `${Array.from({ length: 50 }, (_, index) => `line ${index}`).join('\n')}\n\u001b[31mred\u001b[0m`;
    const agent = await startRaw([{ stderr: text }, { exit: 3 }]);
    await expect(agent.exited).resolves.toEqual({ code: 3, signal: null });
    await until(() => lines.includes('red'), 'the last line');
    expect(lines).toHaveLength(51);
    expect(agent.stderrTail().split('\n')).toHaveLength(20);
    expect(agent.stderrTail()).toMatch(/line 49\nred$/);
  });
});
