// Agents are checked with real processes: good ones, and those that cannot be used in every way that was seen.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProbe } from '../../src/agents/startProbe.ts';
import type { CheckReport } from '../../src/features/agentCheck/core/checkReport.ts';
import { runCheck, type PreparedAgent } from '../../src/features/agentCheck/core/checkSteps.ts';
import { Abort } from '../../src/core/base/abort.ts';
import type { Clock } from '../../src/core/ports/hostPorts.ts';
import { Redactor } from '../../src/core/secrets/redactor.ts';
import type { Launch } from '../../src/core/settings/agentSettings.ts';
import { systemClock } from '../../packages/process/systemClock.ts';
import { inspectProgram } from '../../src/machine/inspectProgram.ts';
import { MemoryLog } from '../support/log.ts';
import { RemoteServer } from '../support/remote/remoteServer.ts';

const programs = join(import.meta.dirname, '..', 'support', 'programs');
const fakeAgent = join(programs, 'fakeAgent.ts');
const rawAgent = join(programs, 'rawAgent.ts');

/** Ten times as fast for timeouts, so that a test does not wait for them. */
const fastClock: Clock = {
  now: () => systemClock.now(),
  after: (milliseconds, callback) =>
    systemClock.after(milliseconds >= 15_000 ? milliseconds / 10 : milliseconds, callback),
};

interface Checked {
  readonly report: CheckReport;
  readonly log: MemoryLog;
}

async function check(
  args: readonly string[],
  {
    launch = {},
    servers = [],
    signal = new Abort(),
    onReport = () => undefined,
    clock = systemClock,
  }: {
    readonly launch?: Partial<Launch>;
    readonly servers?: PreparedAgent['servers'];
    readonly signal?: Abort;
    readonly onReport?: (report: CheckReport) => void;
    readonly clock?: Clock;
  } = {},
): Promise<Checked> {
  const log = new MemoryLog();
  const redactor = new Redactor();
  const clientInfo = { name: 'parley', title: 'Parley', version: '0' };
  const report = await runCheck(
    { name: 'Checked', label: 'Checked' },
    {
      clock,
      log,
      prepare: async () => ({
        launch: { command: process.execPath, args, env: {}, cwd: tmpdir(), ...launch },
        cwd: tmpdir(),
        servers,
        serverProblems: [],
      }),
      inspect: (each) => inspectProgram(each, { clock: systemClock }),
      startProbe: (options) => startProbe({ ...options, clientInfo, clock, redactor }),
      editor: { proxy: '', remoteName: undefined },
      connection: () => undefined,
      redact: (text) => redactor.text(text),
    },
    { onReport, signal },
  );
  return { report, log };
}

const raw = (...steps: readonly object[]): readonly string[] => [rawAgent, JSON.stringify(steps)];

/** The states of the steps, in their order. */
const states = ({ steps }: CheckReport): readonly string[] => steps.map(({ state }) => state);
const fact = ({ facts }: CheckReport, name: string): string | undefined =>
  facts.find((each) => each.name === name)?.value;

function expectEnded({ lines }: MemoryLog): void {
  const pid = Number(/process (\d+)\./.exec(lines.join('\n'))?.[1]);
  expect(pid).toBeGreaterThan(0);
  expect(() => process.kill(pid, 0)).toThrow();
}

test('an agent that works is described with what works in Parley', async () => {
  const stdio = { name: 'files', command: '/bin/files', args: [], env: [] };
  const remote = { type: 'http', name: 'web', url: 'https://example.test', headers: [] } as const;
  const options = { title: 'Fake', image: true, abilities: ['load', 'delete'] };
  const { report, log } = await check([fakeAgent, JSON.stringify(options)], { servers: [stdio, remote] });
  expect(states(report)).toEqual(['done', 'done', 'done', 'done', 'done']);
  expect(report.verdict.severity).toBe('info');
  expect(fact(report, 'path')).toContain(process.execPath);
  expect(fact(report, 'protocolVersion')).toBe('1');
  expect(fact(report, 'startTime')).toMatch(/^\d+ ms$/);
  expect(report.capabilities).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'loadSession', state: 'yes' }),
      expect.objectContaining({ name: 'image', state: 'yes' }),
      expect.objectContaining({ name: 'audio', state: 'no' }),
      expect.objectContaining({ name: 'embeddedContext', state: 'partly' }),
    ]),
  );
  expect(report.servers).toEqual([
    expect.objectContaining({ name: 'files', isPassed: true }),
    expect.objectContaining({ name: 'web', isPassed: false }),
  ]);
  expect(report.signIn.state).toBe('ready');
  expectEnded(log);
});

test('a command that is not there is reported with where it was looked for', async () => {
  const { report } = await check([], { launch: { command: 'parley-no-such-program' } });
  expect(states(report)).toEqual(['done', 'failed', 'failed', 'skipped', 'skipped']);
  expect(report.errors).toMatchObject([{ code: 'command-not-found' }]);
  expect(report.findings[0]).toMatchObject({ topic: 'program', severity: 'error' });
  expect(report.verdict.severity).toBe('error');
});

test('a folder that is not there is reported', async () => {
  const { report } = await check([fakeAgent], { launch: { cwd: join(tmpdir(), 'parley-no-such-folder') } });
  expect(report.findings[0]).toMatchObject({ topic: 'folder', severity: 'error' });
  expect(report.verdict.severity).toBe('error');
});

test('an agent of another version of the protocol is reported with that version', async () => {
  const { report, log } = await check(
    raw({ handshake: { protocolVersion: 0, agentInfo: { name: 'old', version: '0.0.1' } } }),
  );
  expect(states(report)).toEqual(['done', 'done', 'done', 'failed', 'skipped']);
  expect(fact(report, 'protocolVersion')).toBe('0');
  expect(fact(report, 'version')).toBe('0.0.1');
  expect(report.errors).toMatchObject([{ code: 'unsupported-protocol' }]);
  expectEnded(log);
});

test('an agent that hangs in initialize is given up and ended', async () => {
  const { report, log } = await check(raw({ stderr: 'Loading the model.\n' }, { expect: 'never' }), {
    clock: fastClock,
  });
  expect(states(report)).toEqual(['done', 'done', 'done', 'failed', 'skipped']);
  expect(report.errors).toMatchObject([{ code: 'start-timed-out' }]);
  expect(report.stderrTail).toBe('Loading the model.');
  expectEnded(log);
});

test('lines of the output that are no messages are reported, and the agent still works', async () => {
  const { report } = await check(
    raw({ raw: 'Welcome to my agent\n' }, { raw: 'v1.2\n' }, { handshake: {} }, { session: 's1' }),
  );
  expect(report.verdict.severity).toBe('warning');
  expect(report.findings[0]).toMatchObject({ topic: 'output', severity: 'warning' });
  expect(report.findings[0]?.text).toContain('Welcome to my agent');
});

test('an agent that needs a sign-in is reported with its methods', async () => {
  const { report } = await check([fakeAgent, JSON.stringify({ signIn: true })]);
  expect(states(report)).toEqual(['done', 'done', 'done', 'done', 'warning']);
  expect(report.signIn.state).toBe('needed');
  expect(report.signIn.methods.length).toBeGreaterThan(0);
  expect(report.capabilities.length).toBeGreaterThan(0);
});

const withKey = {
  handshake: { authMethods: [{ id: 'key', name: 'Key', _meta: { 'api-key': { provider: 'x' } } }] },
};
const signedOut = { send: { method: '_auth/status_update', params: { authStatus: { kind: 'none' } } } };

test('an agent is passed the stored key, as at the start of a chat', async () => {
  const { report } = await check(
    raw(withKey, signedOut, { expect: 'authenticate' }, { reply: {} }, { session: 's1' }),
    { launch: { apiKeys: { key: 'k-1' } }, clock: fastClock },
  );
  expect(states(report)).toEqual(['done', 'done', 'done', 'done', 'done']);
  expect(report.signIn.state).toBe('ready');
});

test('an agent that does not accept the stored key needs a sign-in', async () => {
  const refusal = { error: { code: -32000, message: 'Wrong key' } };
  const { report } = await check(
    raw(withKey, { expect: 'authenticate' }, refusal, { expect: 'session/new' }, refusal),
    { launch: { apiKeys: { key: 'k-1' } }, clock: fastClock },
  );
  expect(states(report)).toEqual(['done', 'done', 'done', 'done', 'warning']);
  expect(report.signIn.state).toBe('needed');
});

test('an agent that hangs when it checks the key still has the time to open a session', async () => {
  const { report, log } = await check(raw(withKey, { expect: 'authenticate' }, { session: 's1' }), {
    launch: { apiKeys: { key: 'k-1' } },
    clock: fastClock,
  });
  expect(states(report)).toEqual(['done', 'done', 'done', 'done', 'done']);
  expect(log.lines.join('\n')).toContain('did not check the stored key within 30 seconds');
});

test('an agent that crashes at once is reported with its stderr tail, without secrets', async () => {
  const script = 'console.error("Bad key " + process.env.MY_API_KEY); process.exit(3)';
  const { report } = await check(['-e', script], {
    launch: { env: { MY_API_KEY: 'sk-abcdefghijklmnop0123456789' } },
  });
  expect(report.errors).toMatchObject([{ code: 'agent-exited' }]);
  expect(report.stderrTail).toContain('Bad key');
  expect(JSON.stringify(report)).not.toContain('sk-abcdefghijklmnop');
  expect(JSON.stringify(report.findings)).toContain('MY_API_KEY');
});

test('a check is ended when the user cancels', async () => {
  const signal = new Abort();
  const { report, log } = await check(raw({ expect: 'never' }), {
    signal,
    onReport: ({ steps }) => {
      if (steps.some(({ id, state }) => id === 'initialize' && state === 'running')) signal.abort();
    },
  });
  expect(report.state).toBe('cancelled');
  expect(states(report)).toEqual(['done', 'done', 'done', 'skipped', 'skipped']);
  expectEnded(log);
});

test('a remote agent is checked by its URL, without looking for a program', async () => {
  const server = await RemoteServer.start({ title: 'Far away' });
  try {
    const launch = { url: server.url('http'), headers: { Authorization: 'Bearer 9secret-Token9' } };
    const { report } = await check([], { launch });
    expect(report.verdict.severity).toBe('info');
    expect(report.facts.find(({ name }) => name === 'url')?.value).toBe(launch.url);
    expect(report.facts.map(({ name }) => name)).not.toContain('command');
    expect(report.steps.map(({ id, state }) => [id, state])).toEqual([
      ['settings', 'done'],
      ['program', 'skipped'],
      ['start', 'done'],
      ['initialize', 'done'],
      ['session', 'done'],
    ]);
    expect(JSON.stringify(report)).not.toContain('9secret');
  } finally {
    await server.dispose();
  }
});

test('a remote agent that is not there says so', async () => {
  const { report } = await check([], { launch: { url: 'ws://127.0.0.1:9/acp', headers: {} } });
  expect(report.verdict).toMatchObject({ severity: 'error', text: expect.stringContaining('127.0.0.1:9') });
  expect(report.errors).toMatchObject([{ code: 'remote-unreachable' }]);
});
