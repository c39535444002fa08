// The program in front of RPC-mode CLIs, killed: no CLI goes on without it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { withoutElectron } from '../../../packages/process/environment.ts';
import { MARKER_VARIABLE } from '../../../packages/process/marker.ts';
import { PipedProcess } from '../../../packages/process/pipedProcess.ts';
import { atEnd, isAlive, realClock, temporaryFolder, until } from '../../support/agentHarness.ts';
import { bundledProgram } from '../../support/programs/bundledProgram.ts';

/** A CLI that says nothing, survives what asks it to end, and has started a daemon. */
const CLI = `trap '' TERM HUP; setsid sh -c 'echo $$ > daemon; exec sleep 1000' & echo $$ > cli; while :; do sleep 0.2; done`;

/** The program beside its keeper, as it is packaged, and the folder of both. */
function packaged(): { readonly folder: string; readonly args: readonly string[] } {
  const folder = temporaryFolder();
  copyFileSync(bundledProgram('packages/rpc-agent/src/rpcAgent.ts'), join(folder, 'rpc-agent.cjs'));
  copyFileSync(bundledProgram('packages/process/keeper/keeper.ts'), join(folder, 'keeper.js'));
  return { folder, args: [join(folder, 'rpc-agent.cjs'), '--', 'sh', '-c', CLI] };
}

/** Opens a session, and so has the CLI started. */
async function openSession(folder: string, input: Writable, output: Readable): Promise<void> {
  const send = (id: number, method: string, params: object): boolean =>
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  send(1, 'initialize', { protocolVersion: 1, clientCapabilities: {} });
  await once(output, 'data');
  send(2, 'session/new', { cwd: folder, mcpServers: [] });
}

/** The CLI and its daemon, once both run. */
async function running(folder: string): Promise<readonly number[]> {
  const files = ['cli', 'daemon'].map((name) => join(folder, name));
  await until(
    () => files.every((file) => existsSync(file) && readFileSync(file, 'utf8') !== ''),
    'the CLI runs',
  );
  const pids = files.map((file) => Number(readFileSync(file, 'utf8')));
  atEnd(() => {
    for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL');
  });
  expect(pids.every(isAlive)).toBe(true);
  return pids;
}

it('killed below any client, it leaves no CLI behind', async () => {
  const { folder, args } = packaged();
  const { [MARKER_VARIABLE]: _outer, ...env } = process.env;
  const program = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  await openSession(folder, program.stdin, program.stdout);
  const pids = await running(folder);
  program.kill('SIGKILL');
  await until(() => !pids.some(isAlive), 'the end of the CLI');
});

it('killed below Parley, it leaves no CLI behind', async () => {
  const { folder, args } = packaged();
  const program = await PipedProcess.start(
    { command: process.execPath, args, cwd: folder, env: withoutElectron(process.env) },
    { clock: realClock, grace: { inputMs: 1_000, signalMs: 500 } },
  );
  await openSession(folder, program.stdin, program.stdout);
  const pids = await running(folder);
  process.kill(program.pid, 'SIGKILL');
  await until(() => !pids.some(isAlive), 'the end of the CLI');
});
