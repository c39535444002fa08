// The traffic log, and what else is written about an agent: whose eyes it is for, and what is not in it.
import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WireLog } from '../../../src/agents/wire/wireLog.ts';
import {
  atEnd,
  connectionTo,
  openRawAgent,
  rejection,
  temporaryFolder,
  until,
} from '../../support/agentHarness.ts';
import { bundledProgram } from '../../support/programs/bundledProgram.ts';

const isWindows = process.platform === 'win32';
const SECRETS = ['mcp-Tok3n-91xQz7', 'flag-8Hq2mNx4', 'hdr-Zk28sLq0Pw'];

it('F11 hides what MCP servers are given, by its place and wherever the agent repeats it', async () => {
  const file = join(temporaryFolder(), 'logs', 'wire.ndjson');
  const wireLog = new WireLog(file);
  atEnd(() => wireLog.dispose());
  const { agent, client, log } = await openRawAgent(
    [
      { stderr: `connecting with ${SECRETS.join(' and ')}\n` },
      { raw: `junk ${SECRETS.join(',')}\n` },
      { update: { sessionUpdate: 'unheard_of', text: SECRETS.join('\n') } },
      { text: `in /dev/shm: “${SECRETS.join('”, “')}”` },
    ],
    [{ serve: {} }],
    {
      wireLog: () => wireLog,
      mcpServers: {
        serversOf: async () => [
          {
            name: 'm',
            command: process.execPath,
            args: ['--api-key', 'flag-8Hq2mNx4'],
            env: [
              { name: 'MCP_TOKEN', value: 'mcp-Tok3n-91xQz7' },
              { name: 'PIN', value: 'short' },
              { name: 'STAGE', value: 'dev' },
            ],
          },
          {
            type: 'http',
            name: 'r',
            url: 'https://me:pw@host/',
            headers: [{ name: 'X-Key', value: 'hdr-Zk28sLq0Pw' }],
          },
        ],
        passed: () => undefined,
      },
    },
  );
  await until(() => client.text !== '', 'the text');
  await until(() => log.lines.some((line) => line.includes('connecting')), 'the line on stderr');
  await agent.stop();
  const text = readFileSync(file, 'utf8');
  for (const secret of SECRETS) {
    expect(text).not.toContain(secret);
    expect(log.lines.join('\n')).not.toContain(secret);
  }
  expect(text).toContain('[{"name":"MCP_TOKEN","value":"•••"},{"name":"PIN","value":"•••"},{"name":"STAGE"');
  expect(text).toContain('in /dev/shm: “•••”');
});

it('hides what the setting took from the environment, and keys in addresses and arguments of the launch', async () => {
  const file = join(temporaryFolder(), 'wire.ndjson');
  const wireLog = new WireLog(file);
  atEnd(() => wireLog.dispose());
  const program = bundledProgram('test/support/programs/rawAgent.ts');
  const steps = JSON.stringify([
    { handshake: { agentInfo: { name: 'x', title: 'Kp92-fromEnv-x81 arg-77Zq1x url-99Qpl1' } } },
  ]);
  const launch = {
    command: process.execPath,
    args: [program, steps, '--token=arg-77Zq1x', 'https://host/?key=url-99Qpl1'],
    expanded: [{ name: 'ANY', value: 'Kp92-fromEnv-x81' }],
  };
  const { agent } = connectionTo(launch, { wireLog: () => wireLog });
  await agent.connect();
  await agent.stop();
  expect(readFileSync(file, 'utf8')).toContain('"title":"••• ••• •••"');
});

it('hides secrets in the errors that the user sees: the stderr tail, answers and the command', async () => {
  const env = { API_KEY: 'sk-Zq81kXw03Nv' };
  const program = bundledProgram('test/support/programs/rawAgent.ts');
  const connectWith = (steps: readonly object[], command = process.execPath) =>
    rejection(connectionTo({ command, args: [program, JSON.stringify(steps)], env }).agent.connect());
  const errors = [
    await connectWith([{ stderr: 'bad key sk-Zq81kXw03Nv\n' }, { exit: 1 }]),
    await connectWith([
      { expect: 'initialize' },
      { error: { code: 1, message: 'no sk-Zq81kXw03Nv', data: 'sk-Zq81kXw03Nv' } },
    ]),
    await connectWith([{ expect: 'initialize' }, { reply: 'sk-Zq81kXw03Nv' }]),
    await connectWith([], '/not/there/agent sk-Zq81kXw03Nv'),
  ];
  for (const error of errors) {
    expect(JSON.stringify(error)).toContain('•••');
    expect(JSON.stringify(error)).not.toContain('sk-Zq81kXw03Nv');
  }
});

it.skipIf(isWindows).each([0, 0o022, 0o077])('is for the user alone under umask %o', async (umask) => {
  const folder = temporaryFolder();
  const file = join(folder, 'logs', 'wire.ndjson');
  const before = process.umask(umask);
  atEnd(() => void process.umask(before));
  const wireLog = new WireLog(file);
  wireLog.raw('a2c', 'x');
  await wireLog.flush();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'logs')).mode & 0o777).toBe(0o700);
});

it.skipIf(isWindows)('is made private when an earlier version wrote it for everybody', async () => {
  const file = join(temporaryFolder(), 'wire.ndjson');
  writeFileSync(file, 'old\n', { mode: 0o644 });
  const wireLog = new WireLog(file);
  wireLog.raw('a2c', 'x');
  await wireLog.flush();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toMatch(/^old\n\{"t":/);
});

it.skipIf(isWindows)('is not written through a link', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'wire.ndjson');
  writeFileSync(join(folder, 'other'), 'theirs');
  symlinkSync(join(folder, 'other'), file);
  const wireLog = new WireLog(file);
  wireLog.raw('a2c', 'x');
  await wireLog.flush();
  expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('theirs');
});
