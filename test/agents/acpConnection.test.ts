// The connection to an agent: handshake, state, sessions, prompts, and what goes wrong in each.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WireLog } from '../../src/agents/wire/wireLog.ts';
import { type ContentBlock, pastedText } from '../../src/core/session/content.ts';
import {
  atEnd,
  floodText,
  connectionTo,
  fakeAgent,
  isAlive,
  openRawAgent,
  patientClock,
  pidOf,
  rawAgent,
  recorded,
  rejection,
  temporaryFolder,
  until,
} from '../support/agentHarness.ts';
import { bundledProgram } from '../support/programs/bundledProgram.ts';

const hello = [{ type: 'text' as const, text: 'hello' }];

describe('the handshake', () => {
  it('R18 R19 initialize comes first, with version 1, who Parley is, and what it serves', async () => {
    const file = join(temporaryFolder(), 'received');
    const { agent } = rawAgent([{ record: file }, { handshake: {} }, { session: 's1' }]);
    await agent.connect();
    await agent.sessions.create({ cwd: tmpdir(), additional: [] });
    expect(recorded(file).map(({ method }) => method)).toEqual(['initialize', 'session/new']);
    expect(recorded(file)[0]).toEqual({
      jsonrpc: '2.0',
      id: expect.any(Number),
      method: 'initialize',
      params: {
        protocolVersion: 1,
        clientInfo: { name: 'parley', title: 'Parley', version: '0.0.0' },
        clientCapabilities: {
          session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
          elicitation: { form: {}, url: {} },
          plan: {},
          subagents: {},
          auth: { terminal: true },
          _meta: { terminal_output: true, 'terminal-auth': true },
        },
      },
    });
  });

  it('R1 R11 R12 every line to the agent is one JSON object without fields of our own', async () => {
    const file = join(temporaryFolder(), 'received');
    const { agent } = await openRawAgent(
      [{ expect: 'session/prompt' }, { reply: { stopReason: 'end_turn' } }, { expect: 'session/cancel' }],
      [{ record: file }],
    );
    await agent.prompt('s1', [{ type: 'text', text: 'two\nlines\u2028and more' }]);
    agent.cancel('s1');
    await until(() => recorded(file).length === 4, 'all messages');
    const fields = new Set(recorded(file).flatMap((message) => Object.keys(message)));
    expect([...fields].toSorted()).toEqual(['id', 'jsonrpc', 'method', 'params']);
    expect(recorded(file).at(-1)).toEqual({
      jsonrpc: '2.0',
      method: 'session/cancel',
      params: { sessionId: 's1' },
    });
  });

  it.each([2, 0, '2025-06-18'])(
    'R20 an agent of version %j is reported and stopped',
    async (protocolVersion) => {
      const { agent, log } = rawAgent([{ handshake: { protocolVersion } }]);
      const error = await rejection(agent.connect());
      expect(error.code).toBe('unsupported-protocol');
      expect(error.message).toContain(`ACP version ${protocolVersion}`);
      expect(agent.status).toEqual({ state: 'failed', error });
      await until(() => !isAlive(pidOf(log)), 'the end of the process');
    },
  );

  it('R20 an agent that refuses the version with -32022 is reported with the versions it names', async () => {
    const { agent } = rawAgent([
      { expect: 'initialize' },
      {
        error: {
          code: -32022,
          message: 'Unsupported protocol version',
          data: { requested: 1, supported: [2, 3] },
        },
      },
    ]);
    const error = await rejection(agent.connect());
    expect(error.message).toContain('ACP version 2, 3');
  });

  const everything = { promptCapabilities: { image: true, audio: true, embeddedContext: true } };
  const nothing = { image: false, audio: false, embeddedContext: false };
  it.each([
    ['missing', {}, nothing],
    ['null', { agentCapabilities: null }, nothing],
    ['empty', { agentCapabilities: {} }, nothing],
    ['junk', { agentCapabilities: 'all', authMethods: 'none', agentInfo: 7 }, nothing],
    ['half', { agentCapabilities: { promptCapabilities: { image: true } } }, { ...nothing, image: true }],
    [
      'partly wrong',
      { agentCapabilities: { promptCapabilities: { image: true, audio: 'yes' } } },
      { ...nothing, image: true },
    ],
    ['full', { agentCapabilities: everything }, everything.promptCapabilities],
  ])('R21 R22 works with capabilities that are %s', async (_what, fields, promptCapabilities) => {
    const { agent } = rawAgent([{ handshake: fields }]);
    await agent.connect();
    expect(agent.status.state).toBe('ready');
    expect(agent.description?.promptCapabilities).toEqual(promptCapabilities);
  });

  it.each([
    [{ name: 'qwen-code', title: 'Qwen Code', version: '1.2.3' }, 'Qwen Code', '1.2.3'],
    [{ name: 'qwen-code', title: null, version: '1.2.3' }, 'qwen-code', '1.2.3'],
    [{ name: 'qwen-code', title: ' ' }, 'qwen-code', undefined],
    [null, 'fake', undefined],
    [undefined, 'fake', undefined],
  ])('R23 an agent with info %j is called %s', async (agentInfo, title, version) => {
    const { agent } = rawAgent([{ handshake: { agentInfo } }]);
    await agent.connect();
    expect(agent.description).toMatchObject({ title, version });
  });

  it('gives up on an agent that does not answer, with its stderr tail', async () => {
    const clock = patientClock();
    const { agent, log } = rawAgent([{ stderr: 'still thinking\n' }, { expect: 'never' }], {
      clock,
      startTimeoutSeconds: 12,
    });
    const connecting = rejection(agent.connect());
    await until(() => log.lines.includes('still thinking'), 'the stderr tail');
    clock.expire();
    const error = await connecting;
    expect(error).toMatchObject({ code: 'start-timed-out', detail: 'still thinking' });
    expect(error.message).toContain('within 12 seconds');
    expect(agent.status).toEqual({ state: 'failed', error });
    await until(() => !isAlive(pidOf(log)), 'the end of the process');
  });

  it.each([undefined, 60])('gives an agent that has to be downloaded minutes (limit: %j)', async (limit) => {
    const clock = patientClock();
    const program = bundledProgram('test/support/programs/rawAgent.ts');
    const steps = JSON.stringify([{ stderr: 'fetching\n' }, { expect: 'never' }]);
    const { agent, log, statuses } = connectionTo(
      { command: process.execPath, args: [program, steps], needsDownload: true },
      { clock, ...(limit === undefined ? {} : { startTimeoutSeconds: limit }) },
    );
    const connecting = rejection(agent.connect());
    await until(() => log.lines.includes('fetching'), 'the start');
    expect(statuses).toEqual([{ state: 'starting' }, { state: 'starting', isDownloading: true }]);
    clock.expire();
    expect((await connecting).message).toContain('within 600 seconds');
  });

  it('reports an answer to initialize that is none', async () => {
    const { agent } = rawAgent([{ expect: 'initialize' }, { reply: { hello: 'world' } }]);
    const error = await rejection(agent.connect());
    expect(error.code).toBe('invalid-answer');
  });

  it('reports an error answer to initialize', async () => {
    const { agent } = rawAgent([
      { expect: 'initialize' },
      { error: { code: -32602, message: 'Invalid params', data: 'info is required' } },
    ]);
    const error = await rejection(agent.connect());
    expect(error).toMatchObject({
      code: 'agent-error',
      message: expect.stringContaining('info is required'),
    });
  });
});

describe('the state of the connection', () => {
  it('goes from stopped over starting to ready, and back', async () => {
    const { agent, statuses, log } = fakeAgent();
    expect(agent.status).toEqual({ state: 'stopped' });
    await agent.connect();
    const pid = pidOf(log);
    await agent.stop();
    expect(statuses).toEqual([{ state: 'starting' }, { state: 'ready' }, { state: 'stopped' }]);
    expect(isAlive(pid)).toBe(false);
  });

  it('is busy while it starts and while it waits for an answer, and may be stopped for being idle else', async () => {
    const { agent, client } = fakeAgent();
    expect(agent.isBusy).toBe(false);
    const connecting = agent.connect();
    expect(agent.isBusy).toBe(true);
    await connecting;
    expect(agent.isBusy).toBe(false);
    const sessionId = await agent.sessions.create({ cwd: tmpdir(), additional: [] });
    const turn = agent.prompt(sessionId, [{ type: 'text', text: 'ask c1' }]);
    await until(() => client.permissions.length === 1, 'the question');
    expect(agent.isBusy).toBe(true);
    client.permissions[0]?.answer({ outcome: 'cancelled' });
    await turn;
    expect(agent.isBusy).toBe(false);
    await agent.stop();
    expect(agent.isBusy).toBe(false);
  });

  it('starts one process however often it is asked to connect', async () => {
    const { agent, log } = fakeAgent();
    await Promise.all([agent.connect(), agent.connect()]);
    await agent.connect();
    expect(log.lines.filter((line) => line.startsWith('Started'))).toHaveLength(1);
  });

  it('starts anew after it was stopped, and after it failed', async () => {
    const { agent, log } = fakeAgent();
    await agent.connect();
    await agent.stop();
    await agent.connect();
    const sessionId = await agent.sessions.create({ cwd: tmpdir(), additional: [] });
    await rejection(agent.prompt(sessionId, [{ type: 'text', text: 'exit 1' }]));
    expect(agent.status.state).toBe('failed');
    await agent.connect();
    expect(agent.status).toEqual({ state: 'ready' });
    expect(log.lines.filter((line) => line.startsWith('Started'))).toHaveLength(3);
  });

  it('can be stopped while it starts', async () => {
    const { agent, log } = rawAgent([{ expect: 'never' }]);
    const connecting = rejection(agent.connect());
    await until(() => log.lines.some((line) => line.startsWith('Started')), 'the process');
    await agent.stop();
    expect((await connecting).code).toBe('agent-stopped');
    expect(agent.status).toEqual({ state: 'stopped' });
    expect(isAlive(pidOf(log))).toBe(false);
  });

  it('leaves no process when it is stopped before there is one', async () => {
    const { agent, log } = rawAgent([{ expect: 'never' }]);
    const connecting = rejection(agent.connect());
    await agent.stop();
    expect((await connecting).code).toBe('agent-stopped');
    expect(isAlive(pidOf(log))).toBe(false);
  });

  it('leaves no process when it is disposed', async () => {
    const { agent, log } = fakeAgent();
    await agent.connect();
    agent.dispose();
    await until(() => !isAlive(pidOf(log)), 'the end of the process');
  });

  it('asking an agent that is not connected is an error, not a hang', async () => {
    const { agent } = fakeAgent();
    const create = async (): Promise<string> => agent.sessions.create({ cwd: tmpdir(), additional: [] });
    expect((await rejection(create())).code).toBe('agent-stopped');
    agent.cancel('s1');
  });

  it('R29 an agent that wants a sign-in says so, and is ready once it lets somebody in', async () => {
    const { agent, statuses } = rawAgent([
      {
        handshake: {
          authMethods: [{ id: 'key', name: 'API key' }, { id: 'browser' }, { name: 'None' }, 'junk'],
        },
      },
      { expect: 'session/new' },
      { error: { code: -32000, message: 'Authentication required' } },
      { session: 's1' },
    ]);
    await agent.connect();
    const error = await rejection(agent.sessions.create({ cwd: tmpdir(), additional: [] }));
    expect(error).toMatchObject({ code: 'sign-in-needed' });
    expect(agent.description?.authMethods).toMatchObject([
      { id: 'key', name: 'API key' },
      { id: 'browser', name: 'browser' },
    ]);
    expect(agent.status).toEqual({ state: 'needs-sign-in', error });
    await agent.connect();
    await expect(agent.sessions.create({ cwd: tmpdir(), additional: [] })).resolves.toBe('s1');
    expect(statuses.map(({ state }) => state)).toEqual(['starting', 'ready', 'needs-sign-in', 'ready']);
  });
});

describe('signing in', () => {
  it('R24 R25 R27 a method says who signs in: the agent, also for types of the future, a program, or a variable', async () => {
    const { agent } = rawAgent([
      {
        handshake: {
          authMethods: [
            { id: 'plain', name: 'Plain', description: 'two\nlines' },
            { id: 'odd', name: 'Of the future', type: { of: 'the future' } },
            { id: 'tui', name: 'In a terminal', type: 'terminal', args: ['login'], env: { A: 'b' } },
            {
              id: 'meta',
              name: 'By its own command',
              _meta: { 'terminal-auth': { command: '/opt/copilot', args: ['login'], label: 'Login' } },
            },
            {
              id: 'env',
              name: 'By variable',
              type: 'env_var',
              vars: [{ name: 'KEY' }, { name: 'URL', label: 'Address', secret: false, optional: true }],
              link: 'https://example.com/keys',
            },
            { id: 'oldest', name: 'By one variable', type: 'env_var', varName: 'TOKEN', link: 'file:///etc' },
            // None of these can be used.
            { id: 'tui', name: 'The same again' },
            { id: 'bad', name: 'Bad arguments', type: 'terminal', args: 'login' },
            { id: 'zero', name: 'Zero byte', type: 'terminal', args: ['a\0b'] },
          ],
        },
      },
    ]);
    await agent.connect();
    const methods = agent.description?.authMethods ?? [];
    expect(methods).toMatchObject([
      { id: 'plain', kind: 'agent', description: 'two lines' },
      { id: 'odd', kind: 'agent' },
      { id: 'tui', kind: 'terminal', command: { methodEnv: { A: 'b' }, env: { A: 'b' } } },
      { id: 'meta', kind: 'terminal', command: { program: '/opt/copilot', args: ['login'] } },
      {
        id: 'env',
        kind: 'env',
        link: 'https://example.com/keys',
        variables: [
          { name: 'KEY', isSecret: true, isOptional: false },
          { name: 'URL', label: 'Address', isSecret: false, isOptional: true },
        ],
      },
      { id: 'oldest', kind: 'env', variables: [{ name: 'TOKEN', isSecret: true }] },
    ]);
    expect(methods).toHaveLength(6);
    expect(methods.at(-1)).not.toHaveProperty('link');
    // The agent's own program, with its arguments before those of the method.
    expect(methods[2]?.command?.args.at(-1)).toBe('login');
    expect(methods[2]?.command?.args.length).toBeGreaterThan(1);
  });

  it('R24 R29 authenticate names the method, and lets the session be opened', async () => {
    const file = join(temporaryFolder(), 'received');
    const { agent, statuses } = rawAgent([
      { record: file },
      { handshake: { authMethods: [{ id: 'plain', name: 'Plain' }] } },
      { expect: 'session/new' },
      { error: { code: -32000, message: 'Authentication required' } },
      { expect: 'authenticate' },
      { reply: null },
      { session: 's1' },
    ]);
    await agent.connect();
    await rejection(agent.sessions.create({ cwd: tmpdir(), additional: [] }));
    await agent.authenticate('plain');
    await agent.sessions.create({ cwd: tmpdir(), additional: [] });
    expect(statuses.map(({ state }) => state)).toEqual(['starting', 'ready', 'needs-sign-in', 'ready']);
    const sent = recorded(file).find(({ method }) => method === 'authenticate');
    expect(sent).toMatchObject({ params: { methodId: 'plain' } });
  });

  it('a key that the user entered earlier is passed to each process before sessions are opened', async () => {
    const file = join(temporaryFolder(), 'received');
    const authMethods = [
      { id: 'key', name: 'Key', _meta: { 'api-key': { provider: 'x' } } },
      { id: 'plain', name: 'Plain' },
    ];
    const steps = JSON.stringify([
      { record: file },
      { handshake: { authMethods } },
      { expect: 'authenticate' },
      { error: { code: -32000, message: 'Wrong key' } },
      { session: 's1' },
    ]);
    const { agent } = connectionTo({
      command: process.execPath,
      args: [bundledProgram('test/support/programs/rawAgent.ts'), steps],
      apiKeys: { key: 'k-1', plain: 'k-2' },
    });
    await agent.connect();
    // One that is not accepted keeps nobody from starting the agent, which asks for another one.
    await agent.sessions.create({ cwd: tmpdir(), additional: [] });
    const sent = recorded(file).filter(({ method }) => method === 'authenticate');
    expect(sent).toMatchObject([{ params: { methodId: 'key', _meta: { 'api-key': 'k-1' } } }]);
  });

  it('an agent that checks no key starts when the time for all of them is over', async () => {
    const file = join(temporaryFolder(), 'received');
    const clock = patientClock();
    const method = { name: 'Key', _meta: { 'api-key': { provider: 'x' } } };
    const authMethods = [
      { ...method, id: 'a' },
      { ...method, id: 'b' },
    ];
    const steps = JSON.stringify([{ record: file }, { handshake: { authMethods } }, { expect: 'never' }]);
    const program = bundledProgram('test/support/programs/rawAgent.ts');
    const { agent, log } = connectionTo(
      { command: process.execPath, args: [program, steps], apiKeys: { a: 'k-1', b: 'k-2' } },
      { clock },
    );
    const connecting = agent.connect();
    const passed = (): number => recorded(file).filter((each) => each.method === 'authenticate').length;
    await until(() => passed() === 2, 'both requests');
    clock.expire();
    await connecting;
    expect(log.lines.join('\n')).toContain('did not check the stored key within 30 seconds');
    expect(log.lines.join('\n')).not.toContain('not accepted');
  });

  it('an agent that hangs in authenticate is left when the user cancels, and still serves its sessions', async () => {
    const file = join(temporaryFolder(), 'received');
    const { agent } = await openRawAgent(
      [{ expect: 'authenticate' }, { expect: 'session/prompt' }, { reply: { stopReason: 'end_turn' } }],
      [{ record: file }],
    );
    const abort = new AbortController();
    const signingIn = rejection(agent.authenticate('plain', abort.signal));
    await until(() => recorded(file).some(({ method }) => method === 'authenticate'), 'the request');
    abort.abort();
    await signingIn;
    await expect(agent.prompt('s1', hello)).resolves.toMatchObject({ stopReason: 'end_turn' });
  });

  it('an agent that dies in authenticate is an error that says so', async () => {
    const { agent } = await openRawAgent([{ expect: 'authenticate' }, { stderr: 'no browser' }, { exit: 3 }]);
    expect(await rejection(agent.authenticate('plain'))).toMatchObject({ code: 'agent-exited' });
    expect(agent.status).toMatchObject({ state: 'failed' });
  });

  it('R26 R30 after logout the agent needs a sign-in', async () => {
    const { agent } = rawAgent([
      { handshake: { agentCapabilities: { auth: { logout: {} } } } },
      { expect: 'logout' },
      { reply: {} },
    ]);
    await agent.connect();
    expect(agent.description?.signsOut).toBe(true);
    await agent.signOut();
    expect(agent.status).toMatchObject({ state: 'needs-sign-in', error: { code: 'sign-in-needed' } });
  });

  it('a turn that ends after the user has signed out is no sign-in', async () => {
    const { agent } = await openRawAgent([
      { expect: 'session/prompt' },
      { expect: 'logout' },
      { reply: {} },
      // The answer to the prompt, after `initialize` and `session/new`.
      { send: { id: 2, result: { stopReason: 'end_turn' } } },
    ]);
    const turn = agent.prompt('s1', hello);
    await agent.signOut();
    await turn;
    expect(agent.status).toMatchObject({ state: 'needs-sign-in' });
  });

  it('what the agent says about a missing sign-in is passed on', async () => {
    const { agent } = rawAgent([
      { handshake: {} },
      { expect: 'session/new' },
      {
        error: { code: -32000, message: 'Authentication required', data: { message: 'No API key is set.' } },
      },
    ]);
    await agent.connect();
    const user = await rejection(agent.sessions.create({ cwd: tmpdir(), additional: [] }));
    expect(user).toMatchObject({
      detail: 'No API key is set.',
      actions: ['sign-in', 'show-log', 'check-agent'],
    });
  });

  it.each([
    [
      { code: 'command-not-found', command: 'no-such-cli' },
      {
        code: 'command-not-found',
        actions: ['check-agent', 'edit-settings', 'choose-agent', 'restart-agent', 'show-log'],
      },
    ],
    [
      { code: 'agent-exited', message: 'pi was ended by SIGKILL.', stderrTail: 'the end' },
      {
        code: 'program-exited',
        message: 'pi was ended by SIGKILL.',
        detail: 'the end',
        actions: ['try-again', 'show-log', 'edit-settings', 'check-agent'],
      },
    ],
  ])('a program behind RPC mode fails as an agent does: %o', async (known, expected) => {
    const { agent } = await openRawAgent([
      { expect: 'session/prompt' },
      { error: { code: -32603, message: 'Something', data: { 'parley.dev/error': known } } },
    ]);
    expect(await rejection(agent.prompt('s1', hello))).toMatchObject(expected);
  });

  it('an agent that reports that nobody is signed in needs a sign-in, though it opens sessions', async () => {
    const status = (kind: string, label: string) => ({
      send: { method: '_auth/status_update', params: { authStatus: { kind, label } } },
    });
    const { agent } = rawAgent([
      { handshake: {} },
      { expect: 'session/new' },
      status('none', 'Not logged in'),
      { reply: { sessionId: 's1' } },
      { expect: 'session/prompt' },
      status('api_key', 'Anthropic API key'),
      { reply: { stopReason: 'end_turn' } },
    ]);
    await agent.connect();
    await agent.sessions.create({ cwd: tmpdir(), additional: [] });
    expect(agent.status).toMatchObject({ state: 'needs-sign-in', error: { detail: 'Not logged in' } });
    await agent.prompt('s1', hello);
    expect(agent.status).toEqual({ state: 'ready' });
  });

  it('R30 an agent that wants a sign-in in a living session says so, and the session goes on after it', async () => {
    const { agent } = await openRawAgent([
      { expect: 'session/prompt' },
      { error: { code: -32000, message: 'Authentication required' } },
      { expect: 'session/prompt' },
      { reply: { stopReason: 'end_turn' } },
    ]);
    expect(await rejection(agent.prompt('s1', hello))).toMatchObject({ code: 'sign-in-needed' });
    expect(agent.status).toMatchObject({ state: 'needs-sign-in' });
    await expect(agent.prompt('s1', hello)).resolves.toMatchObject({ stopReason: 'end_turn' });
    expect(agent.status).toEqual({ state: 'ready' });
  });
});

describe('sessions', () => {
  it('R31 session/new carries an absolute folder and always a list of MCP servers', async () => {
    const file = join(temporaryFolder(), 'received');
    const { agent } = await openRawAgent([], [{ record: file }]);
    expect(recorded(file)[1]).toMatchObject({
      method: 'session/new',
      params: { cwd: tmpdir(), mcpServers: [] },
    });
    expect((await rejection(agent.sessions.create({ cwd: 'relative/folder', additional: [] }))).code).toBe(
      'folder-not-absolute',
    );
  });

  it('R31 an answer without a session id is reported', async () => {
    const { agent } = rawAgent([{ handshake: {} }, { expect: 'session/new' }, { reply: {} }]);
    await agent.connect();
    expect(await rejection(agent.sessions.create({ cwd: tmpdir(), additional: [] }))).toMatchObject({
      code: 'invalid-answer',
      detail: expect.stringContaining('sessionId'),
    });
  });

  it('delivers the config options of a new session before it resolves', async () => {
    const { agent, client } = rawAgent([
      { handshake: {} },
      { expect: 'session/new' },
      { reply: { sessionId: 's1', modes: { currentModeId: 'ask', availableModes: [{ id: 'ask' }] } } },
    ]);
    await agent.connect();
    await agent.sessions.create({ cwd: tmpdir(), additional: [] });
    expect(client.updates).toEqual([
      { sessionId: 's1', event: expect.objectContaining({ type: 'config_options' }) },
    ]);
  });

  it('R37 keeps several sessions of one process apart', async () => {
    const { agent, client } = fakeAgent();
    await agent.connect();
    const [first, second] = await Promise.all([
      agent.sessions.create({ cwd: tmpdir(), additional: [] }),
      agent.sessions.create({ cwd: tmpdir(), additional: [] }),
    ]);
    await Promise.all([
      agent.prompt(first, [{ type: 'text', text: 'say one' }]),
      agent.prompt(second, [{ type: 'text', text: 'say two' }]),
    ]);
    const saidIn = (id: string): unknown[] =>
      client.updates.flatMap(({ sessionId, event }) =>
        sessionId === id && event.type === 'message_chunk' ? [event.content] : [],
      );
    expect(saidIn(first)).toEqual([{ type: 'text', text: 'one' }]);
    expect(saidIn(second)).toEqual([{ type: 'text', text: 'two' }]);
  });
});

describe('changing the session', () => {
  const option = { id: 'o', name: 'O', setBy: 'config_option' as const };
  const select = { ...option, type: 'select' as const, currentValue: 'a', groups: [] };
  const boolean = { ...option, type: 'boolean' as const, currentValue: false };

  it.each([
    [select, 'b', 'session/set_config_option', { sessionId: 's1', configId: 'o', value: 'b' }],
    [
      boolean,
      true,
      'session/set_config_option',
      { sessionId: 's1', configId: 'o', type: 'boolean', value: true },
    ],
    [{ ...select, setBy: 'mode' as const }, 'b', 'session/set_mode', { sessionId: 's1', modeId: 'b' }],
    [{ ...select, setBy: 'model' as const }, 'b', 'session/set_model', { sessionId: 's1', modelId: 'b' }],
  ])('R91 R98 sets %j to %j by %s', async (changed, value, method, params) => {
    const file = join(temporaryFolder(), 'received');
    const configOptions = [{ id: 'o', name: 'O', type: 'boolean', currentValue: true }];
    const { agent } = await openRawAgent(
      [{ serve: { [method]: changed.setBy === 'config_option' ? { configOptions } : null } }],
      [{ record: file }],
    );
    const answer = await agent.controls.setConfigOption('s1', changed, value);
    expect(recorded(file).at(-1)).toMatchObject({ method, params });
    const complete = [{ ...boolean, currentValue: true }];
    expect(answer).toEqual(changed.setBy === 'config_option' ? complete : undefined);
  });

  it('renames a session only where the agent says it can', async () => {
    const without = await openRawAgent([]);
    await expect(without.agent.controls.setTitle('s1', 'New')).resolves.toBe(false);
    const { agent } = rawAgent([
      { handshake: { agentCapabilities: { sessionCapabilities: { title: {} } } } },
      { expect: 'session/set_title' },
      { reply: null },
    ]);
    await agent.connect();
    await expect(agent.controls.setTitle('s1', 'New')).resolves.toBe(true);
  });
});

describe('prompts', () => {
  const image = { type: 'image' as const, data: 'AA==', mimeType: 'image/png' };
  const audio = { type: 'audio' as const, data: 'AA==', mimeType: 'audio/wav' };
  const resource = {
    type: 'resource' as const,
    resource: { uri: 'file:///a/b%20c.ts?x#L1', mimeType: 'text/plain', text: 'code' },
  };
  const link = { type: 'resource_link' as const, uri: 'file:///a', name: 'a' };

  /** The params of the prompt that an agent with these capabilities gets. */
  async function sent(capabilities: object, content: readonly ContentBlock[]): Promise<unknown> {
    const file = join(temporaryFolder(), 'received');
    const { agent } = rawAgent([
      { record: file },
      { handshake: { agentCapabilities: { promptCapabilities: capabilities } } },
      { expect: 'session/prompt' },
      { reply: { stopReason: 'end_turn' } },
    ]);
    await agent.connect();
    await agent.prompt('s1', content);
    return recorded(file).at(-1)?.['params'];
  }

  it('R44 sends every kind of block that the agent takes', async () => {
    const content = [...hello, image, audio, resource, link];
    const params = await sent({ image: true, audio: true, embeddedContext: true }, content);
    expect(params).toEqual({ sessionId: 's1', prompt: content });
  });

  it('R44 R45 sends a link, and the lines it is about, where embedded context is not taken', async () => {
    const params = await sent({}, [...hello, resource, link]);
    const asLink = {
      type: 'resource_link',
      uri: 'file:///a/b%20c.ts?x#L1',
      name: 'b c.ts',
      mimeType: 'text/plain',
    };
    const lines = { type: 'text', text: '\n\n```\ncode\n```\n\n' };
    expect(params).toEqual({ sessionId: 's1', prompt: [...hello, asLink, lines, link] });
  });

  it('R45 sends a pasted text as text where embedded context is not taken', async () => {
    const params = await sent({}, [pastedText('all of it', 1), ...hello]);
    const asText = { type: 'text', text: 'Contents of pasted-text-1.txt:\n\nall of it\n\n' };
    expect(params).toEqual({ sessionId: 's1', prompt: [asText, ...hello] });
  });

  it.each([
    ['images', image],
    ['audio', audio],
  ])('R44 refuses %s that the agent does not take, and sends nothing', async (what, block) => {
    const file = join(temporaryFolder(), 'received');
    const { agent } = await openRawAgent([], [{ record: file }]);
    const error = await rejection(agent.prompt('s1', [...hello, block]));
    expect(error.message).toContain(`does not support ${what}`);
    expect(recorded(file)).toHaveLength(2);
  });

  it.each(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled', 'a_new_reason'])(
    'R47 hands on the stop reason %s',
    async (stopReason) => {
      const { agent } = await openRawAgent([{ expect: 'session/prompt' }, { reply: { stopReason } }]);
      await expect(agent.prompt('s1', hello)).resolves.toMatchObject({ stopReason });
    },
  );

  it('hands on the tokens of the turn', async () => {
    const usage = { totalTokens: 5, inputTokens: 3, outputTokens: 2, thoughtTokens: null };
    const { agent } = await openRawAgent([
      { expect: 'session/prompt' },
      { reply: { stopReason: 'end_turn', usage } },
    ]);
    const { tokens } = await agent.prompt('s1', hello);
    expect(tokens).toEqual({ total: 5, input: 3, output: 2 });
  });

  it.each([
    ['no data', undefined, 'Internal error', undefined],
    ['text', 'the model is down', 'the model is down', undefined],
    ['a message', { message: 'the model is down' }, 'the model is down', undefined],
    ['details', { details: 'the model is down\nsince noon' }, 'the model is down', 'since noon'],
    ['anything', { status: 500 }, 'Internal error', '{\n  "status": 500\n}'],
  ])(
    'R49 an error answer with %s is reported, and the session goes on',
    async (_what, data, said, detail) => {
      const { agent } = await openRawAgent([
        { expect: 'session/prompt' },
        { error: { code: -32603, message: 'Internal error', data } },
        { expect: 'session/prompt' },
        { reply: { stopReason: 'end_turn' } },
      ]);
      const error = await rejection(agent.prompt('s1', hello));
      expect(error.code).toBe('agent-error');
      expect(error.message).toContain(said);
      expect(error.detail).toBe(detail);
      expect(agent.status.state).toBe('ready');
      await expect(agent.prompt('s1', hello)).resolves.toMatchObject({ stopReason: 'end_turn' });
    },
  );

  it('R10 every update before the answer is delivered before the prompt resolves, none after it', async () => {
    const { agent, client } = await openRawAgent([
      { expect: 'session/prompt' },
      { flood: 500 },
      { reply: { stopReason: 'end_turn' } },
      { text: 'late' },
    ]);
    await agent.prompt('s1', hello);
    expect(client.text).toBe(floodText(500));
    client.order.push('resolved');
    await until(() => client.text.endsWith('late'), 'the late update');
    expect(client.order).toEqual(['update message_chunk', 'resolved', 'update message_chunk']);
  });

  it('R57 R58 after a cancel updates are still taken, and only the answer ends the turn', async () => {
    const { agent, client } = await openRawAgent([
      { expect: 'session/prompt' },
      { expect: 'session/cancel' },
      { text: 'after the cancel' },
      { reply: { stopReason: 'cancelled' } },
    ]);
    const turn = agent.prompt('s1', hello);
    agent.cancel('s1');
    await expect(turn).resolves.toMatchObject({ stopReason: 'cancelled' });
    expect(client.text).toBe('after the cancel');
  });

  it('R54 a cancel is a notification and stops a running turn', async () => {
    const { agent } = fakeAgent();
    await agent.connect();
    const sessionId = await agent.sessions.create({ cwd: tmpdir(), additional: [] });
    const turn = agent.prompt(sessionId, [{ type: 'text', text: 'hang' }]);
    agent.cancel(sessionId);
    await expect(turn).resolves.toMatchObject({ stopReason: 'cancelled' });
  });
});

describe('what is not served', () => {
  it.each([
    'fs/read_text_file',
    'fs/write_text_file',
    'terminal/create',
    'craft/drainMidTurnQueue',
    '_vendor/anything',
  ])('R6 R79 %s is answered with -32601', async (method) => {
    const file = join(temporaryFolder(), 'received');
    await openRawAgent([{ send: { id: 0, method, params: {} } }, { expect: 'response' }], [{ record: file }]);
    await until(() => recorded(file).length === 3, 'the answer');
    expect(recorded(file)[2]).toEqual({
      jsonrpc: '2.0',
      id: 0,
      error: { code: -32601, message: `Method not found: ${method}` },
    });
  });

  it.each(['_auth/status_update', 'qwen/notify/session/mode-update', 'session/unheard_of', '$/progress'])(
    'R7 the notification %s is ignored',
    async (method) => {
      const { client } = await openRawAgent([{ send: { method, params: { a: 1 } } }, { text: 'on' }]);
      await until(() => client.text === 'on', 'the text after it');
      expect(client.updates).toHaveLength(1);
    },
  );

  it.each([
    ['of an unknown kind', { sessionUpdate: 'hologram', payload: 'recognise me' }],
    ['malformed', { sessionUpdate: 'agent_message_chunk', payload: 'recognise me' }],
    ['without a kind', { payload: 'recognise me' }],
  ])('R9 an update that is %s is dropped alone, with its payload in the log', async (_what, update) => {
    const { client, log } = await openRawAgent([{ text: 'a' }, { update }, { text: 'b' }]);
    await until(() => client.text === 'ab', 'the text after it');
    expect(log.lines.filter((line) => line.includes('recognise me'))).toHaveLength(1);
  });

  it('R9 a stream of what nobody knows fills no log, and its kinds and their number are logged', async () => {
    const odd = (kind: string) => ({ update: { sessionUpdate: kind, payload: 'z' } });
    const { client, log } = await openRawAgent([
      ...Array.from({ length: 1_200 }, () => odd('hologram')),
      odd('smell'),
      { text: 'on' },
    ]);
    await until(() => client.text === 'on', 'the text after it');
    const droppedLines = log.lines.filter((line) => line.startsWith('Dropped'));
    expect(droppedLines.filter((line) => line.includes('hologram'))).toHaveLength(51);
    expect(droppedLines.filter((line) => line.includes('smell'))).toHaveLength(1);
    expect(droppedLines.some((line) => line.includes('1000'))).toBe(true);
  });

  it('R9 a payload of megabytes is cut in the log', async () => {
    const update = { sessionUpdate: 'hologram', payload: 'z'.repeat(100_000) };
    const { client, log } = await openRawAgent([{ update }, { text: 'on' }]);
    await until(() => client.text === 'on', 'the text after it');
    expect(Math.max(...log.lines.map((line) => line.length))).toBeLessThan(1_000);
  });

  it('R4 standard error is logged and never understood', async () => {
    const { client, log } = await openRawAgent([
      { stderr: '{"jsonrpc":"2.0","method":"session/update"}\nplain\n' },
      { text: 'on' },
    ]);
    await until(() => client.text === 'on' && log.lines.includes('plain'), 'both');
    expect(client.updates).toHaveLength(1);
  });
});

describe('permissions', () => {
  const options = [
    { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
    { optionId: 'no', name: 'Reject', kind: 'reject_once' },
  ];
  const ask = (id: unknown, toolCallId: string, offered: unknown = options) => ({
    send: {
      id,
      method: 'session/request_permission',
      params: { sessionId: 's1', toolCall: { toolCallId, title: 'Do it' }, options: offered },
    },
  });

  it('R71 answers with the chosen option, in the id of the request, also when it is 0', async () => {
    const file = join(temporaryFolder(), 'received');
    const { client } = await openRawAgent([ask(0, 'c1'), { expect: 'response' }], [{ record: file }]);
    await until(() => client.permissions.length === 1, 'the question');
    client.permissions[0]?.answer({ outcome: 'selected', optionId: 'no' });
    await until(() => recorded(file).length === 3, 'the answer');
    expect(recorded(file)[2]).toEqual({
      jsonrpc: '2.0',
      id: 0,
      result: { outcome: { outcome: 'selected', optionId: 'no' } },
    });
  });

  it('F20 a question outlives the turn in which the agent asked, and ends when the user stops the session', async () => {
    const { agent, client } = await openRawAgent([
      { expect: 'session/prompt' },
      ask(7, 'c1'),
      { reply: { stopReason: 'end_turn' } },
    ]);
    await agent.prompt('s1', [{ type: 'text', text: 'go' }]);
    await until(() => client.permissions.length === 1, 'the question');
    expect(client.permissions[0]?.signal.aborted).toBe(false);
    agent.cancel('s1');
    expect(client.permissions[0]?.signal.aborted).toBe(true);
  });

  it('R71 an option that was not offered is answered as cancelled', async () => {
    const file = join(temporaryFolder(), 'received');
    const { client } = await openRawAgent([ask(0, 'c1'), { expect: 'response' }], [{ record: file }]);
    await until(() => client.permissions.length === 1, 'the question');
    client.permissions[0]?.answer({ outcome: 'selected', optionId: 'made-up' });
    await until(() => recorded(file).length === 3, 'the answer');
    expect(recorded(file)[2]).toMatchObject({ result: { outcome: { outcome: 'cancelled' } } });
  });

  it('R66 R72 hands on the call and the options as they are, a kind it does not know included', async () => {
    const odd = [
      { optionId: 'x', name: 'Odd', kind: 'allow_for_ever' },
      { optionId: 'y' },
      { name: 'no id' },
    ];
    const { client } = await openRawAgent([ask('a', 'c1', odd)]);
    await until(() => client.permissions.length === 1, 'the question');
    expect(client.permissions[0]?.question).toEqual({
      call: { toolCallId: 'c1', title: 'Do it' },
      writesThroughClient: false,
      options: [
        { optionId: 'x', name: 'Odd', kind: 'allow_for_ever' },
        { optionId: 'y', name: 'y', kind: 'other' },
      ],
    });
  });

  it('R10 a permission does not overtake the call before it, nor the update after it the permission', async () => {
    const { client } = await openRawAgent([
      { update: { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Do it' } },
      ask(0, 'c1'),
      { update: { sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed' } },
    ]);
    await until(() => client.order.length === 3, 'all of it');
    expect(client.order).toEqual(['tool c1', 'permission c1', 'tool c1']);
  });

  it('R73 requests are independent: they are answered in any order', async () => {
    const file = join(temporaryFolder(), 'received');
    const { client } = await openRawAgent(
      [ask(0, 'c0'), ask('1', 'c1'), { expect: 'response' }, { expect: 'response' }],
      [{ record: file }],
    );
    await until(() => client.permissions.length === 2, 'both questions');
    client.permissions[1]?.answer({ outcome: 'selected', optionId: 'yes' });
    await until(() => recorded(file).length === 3, 'the first answer');
    client.permissions[0]?.answer({ outcome: 'cancelled' });
    await until(() => recorded(file).length === 4, 'the second answer');
    expect(recorded(file).slice(2)).toEqual([
      { jsonrpc: '2.0', id: '1', result: { outcome: { outcome: 'selected', optionId: 'yes' } } },
      { jsonrpc: '2.0', id: 0, result: { outcome: { outcome: 'cancelled' } } },
    ]);
  });

  it('R14 R60 a request that is withdrawn while its turn is cancelled is answered once', async () => {
    const file = join(temporaryFolder(), 'received');
    const { client } = await openRawAgent(
      [
        ask(0, 'c1'),
        { wait: 50 },
        { send: { method: '$/cancel_request', params: { requestId: 0 } } },
        { send: { method: '$/cancel_request', params: { requestId: 0 } } },
        { expect: 'response' },
        { text: 'done' },
      ],
      [{ record: file }],
    );
    await until(() => client.permissions.length === 1, 'the question');
    const [asked] = client.permissions;
    // On a busy machine it may be withdrawn already.
    await until(() => asked?.signal.aborted === true, 'the withdrawal');
    asked?.answer({ outcome: 'cancelled' });
    await until(() => client.text === 'done', 'the answer');
    expect(recorded(file).slice(2)).toEqual([
      { jsonrpc: '2.0', id: 0, result: { outcome: { outcome: 'cancelled' } } },
    ]);
  });

  it.each([
    ['a call without an id', { sessionId: 's1', toolCall: { title: 'The question' }, options }],
    ['a call with an id of another kind', { sessionId: 's1', toolCall: { toolCallId: 7 }, options }],
  ])('a request with %s is asked all the same', async (_what, params) => {
    const { client } = await openRawAgent([
      { send: { id: 5, method: 'session/request_permission', params } },
    ]);
    await until(() => client.permissions.length === 1, 'the question');
    const [asked] = client.permissions;
    expect(asked?.question.call.toolCallId).toMatch(/./);
    expect(asked?.question.options).toHaveLength(options.length);
  });

  it.each([
    ['no params', undefined],
    ['no session', { toolCall: { toolCallId: 'c' }, options }],
    ['no call', { sessionId: 's1', options }],
    ['a text in the place of the call', { sessionId: 's1', toolCall: 'c', options }],
    ['options that are no list', { sessionId: 's1', toolCall: { toolCallId: 'c' }, options: 'yes' }],
  ])('R8 a request with %s is answered with -32602', async (_what, params) => {
    const file = join(temporaryFolder(), 'received');
    const { client } = await openRawAgent(
      [{ send: { id: 5, method: 'session/request_permission', params } }, { expect: 'response' }],
      [{ record: file }],
    );
    await until(() => recorded(file).length === 3, 'the answer');
    expect(recorded(file)[2]).toMatchObject({ id: 5, error: { code: -32602 } });
    expect(client.permissions).toEqual([]);
  });

  it('R8 a client that fails is answered with -32603', async () => {
    const file = join(temporaryFolder(), 'received');
    const { client } = await openRawAgent([ask(0, 'c1'), { expect: 'response' }], [{ record: file }]);
    await until(() => client.permissions.length === 1, 'the question');
    client.permissions[0]?.fail(new Error('it broke'));
    await until(() => recorded(file).length === 3, 'the answer');
    expect(recorded(file)[2]).toMatchObject({ id: 0, error: { code: -32603 } });
  });

  it('a request without options is answered as cancelled and not shown', async () => {
    const file = join(temporaryFolder(), 'received');
    const { client, log } = await openRawAgent(
      [ask(0, 'c1', []), { expect: 'response' }],
      [{ record: file }],
    );
    await until(() => recorded(file).length === 3, 'the answer');
    expect(recorded(file)[2]).toMatchObject({ result: { outcome: { outcome: 'cancelled' } } });
    expect(client.permissions).toEqual([]);
    expect(log.lines.join('\n')).toContain('without options');
  });

  it('R16 a request of a process that is gone has its signal aborted', async () => {
    const { client } = await openRawAgent([ask(0, 'c1'), { wait: 50 }, { exit: 1 }]);
    await until(() => client.permissions[0]?.signal.aborted === true, 'the abort');
  });

  it('R15 a request that is open when the agent is stopped is answered before its input is closed', async () => {
    const file = join(temporaryFolder(), 'received');
    const { agent, client } = await openRawAgent([ask(0, 'c1')], [{ record: file }]);
    await until(() => client.permissions.length === 1, 'the question');
    const [asked] = client.permissions;
    asked?.signal.addEventListener('abort', () => asked.answer({ outcome: 'cancelled' }));
    await agent.stop();
    expect(recorded(file).at(-1)).toMatchObject({ id: 0, result: { outcome: { outcome: 'cancelled' } } });
  });

  it('the whole way with an agent of the SDK', async () => {
    const { agent, client } = fakeAgent();
    await agent.connect();
    const sessionId = await agent.sessions.create({ cwd: tmpdir(), additional: [] });
    const turn = agent.prompt(sessionId, [{ type: 'text', text: 'tool t1 Look\nask c1\nsay bye' }]);
    await until(() => client.permissions.length === 1, 'the question');
    client.permissions[0]?.answer({ outcome: 'selected', optionId: 'yes' });
    await expect(turn).resolves.toMatchObject({ stopReason: 'end_turn' });
    expect(client.order).toEqual(['tool t1', 'tool t1', 'tool t1', 'permission c1', 'update message_chunk']);
    expect(client.text).toBe('chose yesbye');
  });
});

describe('the traffic log', () => {
  it('holds every message both ways and what was skipped, but not the values of the environment', async () => {
    const file = join(temporaryFolder(), 'deep', 'wire.ndjson');
    const wireLog = new WireLog(file);
    const steps = JSON.stringify([
      { raw: 'junk sk-secret-123\n' },
      { handshake: { agentInfo: { name: 'echo', title: 'sk-secret-123 here' } } },
      { session: 's1' },
    ]);
    const { agent } = connectionTo(
      {
        command: process.execPath,
        args: [bundledProgram('test/support/programs/rawAgent.ts'), steps],
        env: { API_KEY: 'sk-secret-123', DEBUG: 'true' },
      },
      { wireLog: () => wireLog },
    );
    atEnd(() => wireLog.dispose());
    await agent.connect();
    await agent.sessions.create({ cwd: tmpdir(), additional: [] });
    await agent.stop();
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('sk-secret');
    const lines = recorded(file);
    const shape = lines.map(({ dir, msg, raw }) => [dir, typeof raw === 'string' ? raw : typeof msg]);
    expect(shape).toEqual([
      ['c2a', 'object'],
      ['a2c', 'junk •••'],
      ['a2c', 'object'],
      ['c2a', 'object'],
      ['a2c', 'object'],
    ]);
  });

  it('begins a new file when the old one is full', async () => {
    const file = join(temporaryFolder(), 'wire.ndjson');
    const wireLog = new WireLog(file, 1_000);
    for (let count = 0; count < 5; count++) {
      wireLog.raw('a2c', 'x'.repeat(400));
      await wireLog.flush();
    }
    expect(recorded(`${file}.old`)).toHaveLength(2);
    expect(recorded(file)).toHaveLength(1);
  });

  it('swallows a file that cannot be written', async () => {
    const wireLog = new WireLog('/dev/null/not/there');
    wireLog.raw('a2c', 'x');
    await expect(wireLog.flush()).resolves.toBeUndefined();
  });
});
