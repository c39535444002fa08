// The session methods of ACP, asked of the fake agents: what is sent, what is delivered before the answer, what is reported.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AcpConnectionOptions } from '../../src/agents/acpConnection.ts';
import type { SessionFolders } from '../../src/core/ports/agent.ts';
import type { FileAccess } from '../../src/core/ports/fileAccess.ts';
import type { OpenedSession } from '../../src/core/ports/servedSession.ts';
import type { SessionServers } from '../../src/core/ports/sessionServers.ts';
import {
  fakeAgent,
  patientClock,
  rawAgent,
  recorded,
  rejection,
  temporaryFolder,
  until,
  type Harness,
  type RecordingClient,
} from '../support/agentHarness.ts';
import type { RawStep } from '../support/programs/rawAgent.ts';

const here: SessionFolders = { cwd: tmpdir(), additional: [] };
const hello = [{ type: 'text' as const, text: 'hello' }];

/** What the raw agent advertises: all there is. */
const everything = {
  agentCapabilities: {
    loadSession: true,
    sessionCapabilities: { resume: {}, fork: {}, list: {}, close: {}, delete: {}, additionalDirectories: {} },
  },
};

function chunk(role: 'user' | 'agent', text: string): Record<string, unknown> {
  return { sessionUpdate: `${role}_message_chunk`, content: { type: 'text', text } };
}

/** The raw agent, connected, that advertises everything and then does these steps; what it was sent is recorded. */
async function able(
  steps: readonly RawStep[],
  options: Partial<AcpConnectionOptions> = {},
): Promise<Harness & { readonly sent: () => Record<string, unknown>[] }> {
  const file = join(temporaryFolder(), 'received');
  const harness = rawAgent([{ record: file }, { handshake: everything }, ...steps], options);
  await harness.agent.connect();
  return { ...harness, sent: () => recorded(file) };
}

/** The updates that a client got of one session, in short. */
function updatesOf(client: RecordingClient, sessionId: string): string[] {
  return client.updates.flatMap(({ sessionId: id, event }) => {
    if (id !== sessionId) return [];
    if (event.type === 'message_chunk' && event.content.type === 'text') {
      return [`${event.role}: ${event.content.text}`];
    }
    return event.type === 'tool_call'
      ? [`tool: ${event.call.title ?? ''} ${event.call.status ?? ''}`]
      : [event.type];
  });
}

describe('what an agent does not advertise', () => {
  it.each([
    ['nothing', {}],
    ['null', { agentCapabilities: { loadSession: null, sessionCapabilities: null } }],
    [
      'null for each',
      { agentCapabilities: { sessionCapabilities: { resume: null, list: null, close: null, delete: null } } },
    ],
    ['junk', { agentCapabilities: { loadSession: 'yes', sessionCapabilities: { list: 'yes', fork: 1 } } }],
  ])('R32 is never asked of it: %s', async (_what, handshake) => {
    const file = join(temporaryFolder(), 'received');
    const { agent } = rawAgent([{ record: file }, { handshake }, { session: 's1' }, { expect: 'never' }]);
    await agent.connect();
    await agent.sessions.create(here);
    for (const asking of [
      agent.sessions.load('s1', here),
      agent.sessions.resume('s1', here),
      agent.sessions.fork('s1', here),
      agent.sessions.list(),
      agent.sessions.delete('s1'),
    ]) {
      expect(await rejection(asking)).toMatchObject({
        code: 'ability-missing',
        message: expect.stringMatching(/^fake cannot .+\.$/),
      });
    }
    await agent.sessions.close('s1');
    await agent.stop();
    expect(recorded(file).map(({ method }) => method)).toEqual(['initialize', 'session/new']);
  });

  it('R21 R32 each ability has a capability of its own', async () => {
    const { agent } = fakeAgent({ abilities: ['load', 'list', 'close'] });
    await agent.connect();
    expect(agent.description?.sessions).toEqual({
      load: true,
      resume: false,
      fork: false,
      forkAtPrompt: false,
      forkAfterAnswer: false,
      rewind: false,
      list: true,
      close: true,
      delete: false,
      additionalDirectories: false,
    });
  });
});

describe('session/load', () => {
  const replay = [
    chunk('user', 'what is it'),
    { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } },
    { sessionUpdate: 'tool_call', toolCallId: 't1', title: 'ReadFile', status: 'completed' },
    { sessionUpdate: 'plan', entries: [{ content: 'Look', priority: 'low', status: 'completed' }] },
    chunk('agent', 'it is this'),
    { sessionUpdate: 'usage_update', used: 5, size: 10 },
    { sessionUpdate: 'current_mode_update', currentModeId: 'code' },
  ];
  const stored = { sessionId: 'old', cwd: tmpdir(), replay };

  it('R33 all of the history is delivered, in order, before it resolves', async () => {
    const { agent, client } = fakeAgent({ abilities: ['load'], sessions: [stored], loadDelay: 50 });
    await agent.connect();
    await agent.sessions.load('old', here);
    expect(updatesOf(client, 'old')).toEqual([
      'user: what is it',
      'thought: hm',
      'tool: ReadFile completed',
      'plan',
      'agent: it is this',
      'usage',
      'current_mode',
    ]);
  });

  it('R31 R33 sends the folder and the servers, takes null for an answer, and prompts go on after it', async () => {
    const { agent, sent } = await able([
      { expect: 'session/load' },
      { reply: null },
      { expect: 'session/prompt' },
      { reply: { stopReason: 'end_turn' } },
    ]);
    await agent.sessions.load('old', here);
    await expect(agent.prompt('old', hello)).resolves.toMatchObject({ stopReason: 'end_turn' });
    expect(sent()[1]).toMatchObject({
      method: 'session/load',
      params: { sessionId: 'old', cwd: tmpdir(), mcpServers: [] },
    });
  });

  it('R93 the config options of the answer come after the history', async () => {
    const option = {
      id: 'm',
      name: 'M',
      type: 'select',
      currentValue: 'a',
      options: [{ value: 'a', name: 'A' }],
    };
    const { agent, client } = await able([
      { expect: 'session/load' },
      { update: chunk('user', 'hi'), to: 'old' },
      { reply: { configOptions: [option], sessionId: 'old', models: {} } },
    ]);
    await agent.sessions.load('old', here);
    expect(updatesOf(client, 'old')).toEqual(['user: hi', 'config_options']);
  });

  it('R31 a relative folder is refused here', async () => {
    const { agent, sent } = await able([{ expect: 'never' }]);
    for (const asking of [
      agent.sessions.load('old', { cwd: 'here', additional: [] }),
      agent.sessions.resume('old', { cwd: './here', additional: [] }),
      agent.sessions.fork('old', { cwd: '', additional: [] }),
      agent.sessions.list('here'),
    ]) {
      expect((await rejection(asking)).code).toBe('folder-not-absolute');
    }
    await agent.stop();
    expect(sent().map(({ method }) => method)).toEqual(['initialize']);
  });

  it('a session it does not know is reported as gone', async () => {
    const { agent } = fakeAgent({ abilities: ['load', 'resume', 'fork'] });
    await agent.connect();
    const refused = [
      agent.sessions.load('old', here),
      agent.sessions.resume('old', here),
      agent.sessions.fork('old', here),
    ].map(rejection);
    for (const error of await Promise.all(refused)) {
      expect(error).toMatchObject({
        code: 'session-gone',
        message: 'fake no longer has this session.',
        actions: expect.arrayContaining(['continue-in-new']),
      });
    }
    expect(agent.status.state).toBe('ready');
  });

  it('one that says so with -32603 is reported the same way, and the others go on', async () => {
    const { agent } = await able([
      { session: 's1' },
      { expect: 'session/load' },
      {
        error: {
          code: -32603,
          message: 'Internal error',
          data: { details: 'No previous sessions found for this project' },
        },
      },
      { expect: 'session/prompt' },
      { reply: { stopReason: 'end_turn' } },
    ]);
    await agent.sessions.create(here);
    expect(await rejection(agent.sessions.load('old', here))).toMatchObject({
      code: 'session-gone',
      detail: 'No previous sessions found for this project',
    });
    await expect(agent.prompt('s1', hello)).resolves.toMatchObject({ stopReason: 'end_turn' });
  });

  it('R29 one that wants a sign-in says so, and a load that works ends that', async () => {
    const { agent, statuses } = await able([
      { expect: 'session/load' },
      { error: { code: -32000, message: 'Authentication required' } },
      { expect: 'session/load' },
      { reply: {} },
    ]);
    expect((await rejection(agent.sessions.load('old', here))).code).toBe('sign-in-needed');
    await agent.sessions.load('old', here);
    expect(statuses.map(({ state }) => state)).toEqual(['starting', 'ready', 'needs-sign-in', 'ready']);
  });

  it('one that is answered twice resolves once, and what follows is heard', async () => {
    const { agent, client, log } = await able([
      { expect: 'session/load' },
      { update: chunk('agent', 'first'), to: 'old' },
      { reply: {} },
      { update: chunk('agent', 'second'), to: 'old' },
      { reply: {} },
      { expect: 'session/prompt' },
      { reply: { stopReason: 'end_turn' } },
    ]);
    await agent.sessions.load('old', here);
    await expect(agent.prompt('old', hello)).resolves.toMatchObject({ stopReason: 'end_turn' });
    expect(updatesOf(client, 'old')).toEqual(['agent: firstsecond']);
    expect(log.lines.filter((line) => line.includes('never made'))).toHaveLength(1);
  });

  it('R36 R37 what is replayed into another session keeps the id it came with', async () => {
    const { agent, client } = await able([
      { session: 's1' },
      { expect: 'session/load' },
      { update: chunk('user', 'of the wrong one'), to: 's1' },
      { update: chunk('user', 'of nobody'), to: 'nobody' },
      { reply: {} },
    ]);
    await agent.sessions.create(here);
    await agent.sessions.load('old', here);
    expect(updatesOf(client, 'old')).toEqual([]);
    expect(updatesOf(client, 's1')).toEqual(['user: of the wrong one']);
    expect(updatesOf(client, 'nobody')).toEqual(['user: of nobody']);
  });
});

describe('a load that is never answered', () => {
  const silent: readonly RawStep[] = [
    { expect: 'session/load' },
    { update: chunk('user', 'a beginning'), to: 'old' },
    { serve: { 'session/new': { sessionId: 's1' }, 'session/prompt': { stopReason: 'end_turn' } } },
    { expect: '$/cancel_request' },
    { text: 'asked to give it up' },
    { expect: 'never' },
  ];

  it('does not hold other sessions up', async () => {
    const { agent, client } = await able(silent);
    const loading = rejection(agent.sessions.load('old', here));
    await until(() => client.updates.length === 1, 'the beginning');
    expect(await agent.sessions.create(here)).toBe('s1');
    await expect(agent.prompt('s1', hello)).resolves.toMatchObject({ stopReason: 'end_turn' });
    await agent.stop();
    expect((await loading).code).toBe('agent-stopped');
  });

  it('is waited for, however long it takes', async () => {
    const clock = patientClock();
    const { agent, client } = await able(
      [
        { expect: 'session/load' },
        { update: chunk('user', 'a beginning'), to: 'old' },
        { expect: 'session/cancel' },
        { reply: {} },
      ],
      { clock },
    );
    const loading = agent.sessions.load('old', here);
    await until(() => client.updates.length === 1, 'the beginning');
    clock.expire();
    agent.cancel('other');
    await loading;
  });

  it('R16 rejects when the process goes', async () => {
    const { agent } = await able([{ expect: 'session/load' }, { stderr: 'no memory\n' }, { exit: 3 }]);
    expect(await rejection(agent.sessions.load('old', here))).toMatchObject({
      code: 'agent-exited',
      detail: 'no memory',
    });
  });

  it('R14 can be given up: it rejects at once, and the agent is notified', async () => {
    const { agent, client } = await able(silent);
    const controller = new AbortController();
    const loading = rejection(agent.sessions.load('old', here, controller.signal));
    await until(() => client.updates.length === 1, 'the beginning');
    controller.abort();
    expect((await loading).code).toBe('open-cancelled');
    await until(() => client.text.includes('asked to give it up'), 'the request to give it up');
  });

  it('R14 is given up at once when nobody wants it any more before it is asked', async () => {
    const { agent } = await able([
      { expect: 'session/resume' },
      { expect: '$/cancel_request' },
      { expect: 'never' },
    ]);
    expect((await rejection(agent.sessions.resume('old', here, AbortSignal.abort()))).code).toBe(
      'open-cancelled',
    );
  });

  it('an answer that comes after it was given up harms nobody', async () => {
    const { agent, sent } = await able([
      { expect: 'session/load' },
      { expect: '$/cancel_request' },
      { reply: {} },
      { expect: 'session/load' },
      { reply: {} },
    ]);
    const controller = new AbortController();
    const loading = rejection(agent.sessions.load('old', here, controller.signal));
    await until(() => sent().length === 2, 'the request');
    controller.abort();
    expect((await loading).code).toBe('open-cancelled');
    await agent.sessions.load('old', here);
  });
});

describe('session/resume and session/fork', () => {
  it('R35 resume sends the folder, takes null, and its options are delivered', async () => {
    const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask' }] };
    const { agent, client, sent } = await able([
      { expect: 'session/resume' },
      { reply: { modes } },
      { expect: 'session/resume' },
      { reply: null },
    ]);
    await agent.sessions.resume('old', here);
    expect(updatesOf(client, 'old')).toEqual(['config_options']);
    await agent.sessions.resume('older', here);
    expect(sent()[1]).toMatchObject({
      method: 'session/resume',
      params: { sessionId: 'old', cwd: tmpdir(), mcpServers: [] },
    });
  });

  it('R36 a fork may replay the copy before it is answered', async () => {
    const replay = Array.from({ length: 31 }, (_, index) => chunk('agent', `${index} `));
    const { agent, client } = fakeAgent({
      abilities: ['fork'],
      sessions: [{ sessionId: 'old', cwd: tmpdir(), replay }],
    });
    await agent.connect();
    const forked = await agent.sessions.fork('old', here);
    expect(forked).not.toBe('old');
    const text = Array.from({ length: 31 }, (_, index) => `${index} `).join('');
    expect(updatesOf(client, forked)).toEqual([`agent: ${text}`]);
    expect(updatesOf(client, 'old')).toEqual([]);
  });

  it('R31 a fork says what it copies and where', async () => {
    const { agent, sent } = await able([{ expect: 'session/fork' }, { reply: { sessionId: 'copy' } }]);
    expect(await agent.sessions.fork('old', here)).toBe('copy');
    expect(sent()[1]).toMatchObject({
      method: 'session/fork',
      params: { sessionId: 'old', cwd: tmpdir(), mcpServers: [] },
    });
  });

  it('R31 a fork says after which answer it ends, with the hash of its text', async () => {
    const { agent, sent } = await able([{ expect: 'session/fork' }, { reply: { sessionId: 'copy' } }]);
    await agent.sessions.fork('old', here, {
      kind: 'after-answer',
      messageId: 'm1',
      text: 'abc',
      occurrence: 2,
    });
    expect(sent()[1]).toMatchObject({
      params: {
        _meta: {
          jetbrains: {
            air: {
              fork: {
                version: 1,
                messageId: 'm1',
                messageFingerprint: 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
                messageOccurrence: 2,
              },
            },
          },
        },
      },
    });
  });

  it('R31 a fork that the agent refuses is not asked for again without the place where it ends', async () => {
    const refusal = { code: -32602, message: 'Invalid params', data: 'Fork point message was not found' };
    const { agent, sent } = await able([
      { expect: 'session/fork' },
      { error: refusal },
      { expect: 'session/new' },
      { reply: { sessionId: 'next' } },
    ]);
    const point = { kind: 'after-answer' as const, messageId: 'gone', text: 'abc', occurrence: 1 };
    const refused = await rejection(agent.sessions.fork('old', here, point));
    expect(refused).toMatchObject({ code: 'agent-error', message: expect.stringContaining('not found') });
    // The agent goes on, and the next thing that it is asked for is another.
    expect(await agent.sessions.create(here)).toBe('next');
    expect(sent().map(({ method }) => method)).toEqual(['initialize', 'session/fork', 'session/new']);
  });

  describe('where the agent rewinds sessions', () => {
    const { sessionCapabilities } = everything.agentCapabilities;
    const rewinding = {
      agentCapabilities: { loadSession: true, sessionCapabilities: { ...sessionCapabilities, rewind: {} } },
    };
    const point = { kind: 'after-answer', messageId: 'm-1', text: 'tea', occurrence: 1 } as const;

    async function rewinder(steps: readonly RawStep[]) {
      const file = join(temporaryFolder(), 'received');
      const harness = rawAgent([{ record: file }, { handshake: rewinding }, ...steps]);
      await harness.agent.connect();
      return { ...harness, sent: () => recorded(file).slice(1) };
    }

    it('a fork that ends after an answer is one of all, whose copy is rewound', async () => {
      const { agent, sent } = await rewinder([
        { expect: 'session/fork' },
        { reply: { sessionId: 'copy' } },
        { expect: 'session/rewind' },
        { reply: null },
      ]);
      expect(await agent.sessions.fork('old', here, point)).toBe('copy');
      expect(sent()).toMatchObject([
        { method: 'session/fork', params: { sessionId: 'old' } },
        { method: 'session/rewind', params: { sessionId: 'copy', toMessageId: 'm-1' } },
      ]);
      expect(sent()[0]).not.toHaveProperty('params._meta');
    });

    it('a whole fork is not rewound', async () => {
      const { agent, sent } = await rewinder([{ expect: 'session/fork' }, { reply: { sessionId: 'copy' } }]);
      expect(await agent.sessions.fork('old', here)).toBe('copy');
      expect(sent().map(({ method }) => method)).toEqual(['session/fork']);
    });

    it('a copy that it does not rewind is deleted, and the refusal reported', async () => {
      const { agent, sent } = await rewinder([
        { expect: 'session/fork' },
        { reply: { sessionId: 'copy' } },
        { expect: 'session/rewind' },
        { error: { code: -32602, message: 'Invalid params', data: 'no such message' } },
        { expect: 'session/delete' },
        { reply: null },
      ]);
      const refused = await rejection(agent.sessions.fork('old', here, point));
      expect(refused.message).toContain('no such message');
      expect(sent().map(({ method }) => method)).toEqual([
        'session/fork',
        'session/rewind',
        'session/delete',
      ]);
    });
  });

  it('a fork without an id is reported', async () => {
    const { agent } = await able([{ expect: 'session/fork' }, { reply: {} }]);
    expect((await rejection(agent.sessions.fork('old', here))).code).toBe('invalid-answer');
  });
});

describe('the folders of a session', () => {
  const cwd = tmpdir();
  const additional = [join(cwd, 'b'), join(cwd, 'a'), join(cwd, 'b'), cwd, 'relative', ''];

  it('R38 further roots go out whole each time, absolute, each once, without the working directory', async () => {
    const { agent, sent } = await able([
      { session: 's1' },
      ...['session/load', 'session/resume', 'session/fork'].flatMap((method) => [
        { expect: method },
        { reply: { sessionId: 's2' } },
      ]),
    ]);
    await agent.sessions.create({ cwd, additional });
    await agent.sessions.load('s2', { cwd, additional });
    await agent.sessions.resume('s2', { cwd, additional });
    await agent.sessions.fork('s2', { cwd, additional });
    const roots = sent()
      .slice(1)
      .map(({ params }) => params);
    expect(roots).toHaveLength(4);
    for (const each of roots) {
      expect(each).toMatchObject({ additionalDirectories: [join(cwd, 'b'), join(cwd, 'a')] });
    }
  });

  it('R38 none are sent to an agent that does not take them, and none where there are none', async () => {
    const file = join(temporaryFolder(), 'received');
    const { agent } = rawAgent([{ record: file }, { handshake: {} }, { session: 's1' }]);
    await agent.connect();
    await agent.sessions.create({ cwd, additional });
    expect(recorded(file)[1]).toMatchObject({ params: { cwd, mcpServers: [] } });
    expect(JSON.stringify(recorded(file)[1])).not.toContain('additionalDirectories');
    const { agent: other, sent } = await able([{ session: 's1' }]);
    await other.sessions.create({ cwd, additional: [cwd] });
    expect(JSON.stringify(sent()[1])).not.toContain('additionalDirectories');
  });
});

describe('session/list', () => {
  it('R40 the folders it lists are not those a session is opened with', async () => {
    const listed = { sessionId: 'a', cwd: tmpdir(), additionalDirectories: ['/theirs'] };
    const { agent, sent } = await able([
      { serve: { 'session/list': { sessions: [listed] } } },
      { expect: 'session/load' },
      { reply: null },
    ]);
    const [session] = await agent.sessions.list();
    expect(session).toEqual({ sessionId: 'a', cwd: tmpdir() });
    await agent.sessions.load('a', { cwd: tmpdir(), additional: ['/ours'] });
    expect(sent().at(-1)).toMatchObject({ params: { additionalDirectories: ['/ours'] } });
  });

  const cwd = tmpdir();
  const other = join(cwd, 'other');
  const sessions = [
    { sessionId: 'a', cwd, title: 'First', updatedAt: '2026-08-01T10:00:00Z' },
    { sessionId: 'b', cwd: other, title: 'Second', updatedAt: '2026-08-01T12:00:00+02:00' },
    { sessionId: 'c', cwd, _meta: { tags: ['x'], list: [1, null, 2] } },
    { sessionId: 'd', cwd, title: null, updatedAt: null },
    { sessionId: 'e', cwd, title: 'Last', updatedAt: 'yesterday' },
  ];

  it('R39 brings every page, and reads titles, times and metadata where there are any', async () => {
    const { agent } = fakeAgent({ abilities: ['list'], sessions });
    await agent.connect();
    const time = Date.parse('2026-08-01T10:00:00Z');
    expect(await agent.sessions.list()).toEqual([
      { sessionId: 'a', cwd, title: 'First', updatedAt: time },
      { sessionId: 'b', cwd: other, title: 'Second', updatedAt: time },
      { sessionId: 'c', cwd, meta: { tags: ['x'], list: [1, null, 2] } },
      { sessionId: 'd', cwd },
      { sessionId: 'e', cwd, title: 'Last' },
    ]);
  });

  it('R39 asks for one folder where that is wanted', async () => {
    const { agent } = fakeAgent({ abilities: ['list'], sessions, pageSize: 10 });
    await agent.connect();
    expect((await agent.sessions.list(other)).map(({ sessionId }) => sessionId)).toEqual(['b']);
  });

  it('R39 the cursor goes back as it came, with the folder, and null ends the list', async () => {
    const cursor = ' {"page":2}\u0000\u{1F98A}= ';
    const { agent, sent } = await able([
      { expect: 'session/list' },
      { reply: { sessions: [{ sessionId: 'a', cwd }], nextCursor: cursor } },
      { expect: 'session/list' },
      { reply: { sessions: [{ sessionId: 'b', cwd }], nextCursor: null } },
    ]);
    expect((await agent.sessions.list(cwd)).map(({ sessionId }) => sessionId)).toEqual(['a', 'b']);
    expect(
      sent()
        .slice(1)
        .map(({ params }) => params),
    ).toEqual([{ cwd }, { cwd, cursor }]);
  });

  it('R39 every list begins without a cursor', async () => {
    const { agent, sent } = await able([
      { expect: 'session/list' },
      { reply: { sessions: [{ sessionId: 'a', cwd }], nextCursor: 'x' } },
      { expect: 'session/list' },
      { error: { code: -32603, message: 'broken page' } },
      { expect: 'session/list' },
      { reply: { sessions: [] } },
    ]);
    expect(await agent.sessions.list()).toHaveLength(1);
    expect(await agent.sessions.list()).toEqual([]);
    expect(sent().map(({ params }) => params)).toMatchObject([{}, {}, { cursor: 'x' }, {}]);
    expect(sent()[3]).toMatchObject({ params: {} });
    expect(JSON.stringify(sent()[3])).not.toContain('cursor');
  });

  it('R42 lists without opening anything', async () => {
    const { agent, client, sent } = await able([
      { serve: { 'session/list': { sessions: [{ sessionId: 'a', cwd }] } } },
      { expect: 'never' },
    ]);
    await agent.sessions.list();
    await agent.stop();
    expect(sent().map(({ method }) => method)).toEqual(['initialize', 'session/list']);
    expect(client.updates).toEqual([]);
  });

  it('entries that cannot be used are left out, the others stay', async () => {
    const { agent } = await able([
      { expect: 'session/list' },
      {
        reply: {
          sessions: [
            null,
            'a',
            {},
            { sessionId: '', cwd },
            { sessionId: 'nowhere' },
            { sessionId: 'relative', cwd: 'here' },
            { sessionId: 'a', cwd, title: 7, updatedAt: 12, additionalDirectories: 'x', more: true },
            { sessionId: 'a', cwd, title: 'again' },
            { sessionId: 'long', cwd, title: 'x'.repeat(100_000) },
          ],
        },
      },
    ]);
    const list = await agent.sessions.list();
    expect(list.map(({ sessionId }) => sessionId)).toEqual(['nowhere', 'a', 'long']);
    expect(list[1]).toEqual({ sessionId: 'a', cwd });
    expect(list[2]?.title?.length).toBeLessThan(10_000);
  });

  it.each([{}, null, { sessions: null }, { sessions: 'all' }])(
    'an answer without a list is one without sessions: %j',
    async (reply) => {
      const { agent } = await able([{ expect: 'session/list' }, { reply }]);
      expect(await agent.sessions.list()).toEqual([]);
    },
  );

  it('R39 pages that repeat for ever end', async () => {
    const { agent, sent } = await able([
      { serve: { 'session/list': { sessions: [{ sessionId: 'a', cwd }], nextCursor: 'same' } } },
      { expect: 'never' },
    ]);
    expect(await agent.sessions.list()).toEqual([{ sessionId: 'a', cwd }]);
    expect(sent().filter(({ method }) => method === 'session/list')).toHaveLength(2);
  });

  it('a first page that never comes is reported, a later one ends the list, and nothing else waits', async () => {
    const clock = patientClock();
    const { agent, sent } = await able(
      [
        { expect: 'session/list' },
        { expect: 'session/list' },
        { reply: { sessions: [{ sessionId: 'a', cwd }], nextCursor: 'x' } },
        { serve: { 'session/new': { sessionId: 's1' } } },
        { expect: 'never' },
      ],
      { clock },
    );
    const asked = (): number => sent().filter(({ method }) => method === 'session/list').length;
    const first = rejection(agent.sessions.list());
    await until(() => asked() === 1, 'the first list');
    clock.expire();
    expect((await first).code).toBe('list-timed-out');
    const second = agent.sessions.list();
    await until(() => asked() === 3, 'the second page');
    expect(await agent.sessions.create(here)).toBe('s1');
    clock.expire();
    expect(await second).toEqual([{ sessionId: 'a', cwd }]);
  });
});

describe('session/close and session/delete', () => {
  it('R41 a session that is gone counts as closed and as deleted', async () => {
    const gone = { error: { code: -32002, message: 'Resource not found', data: { uri: 'old' } } };
    const { agent, sent } = await able([
      { expect: 'session/close' },
      gone,
      { expect: 'session/delete' },
      gone,
      { expect: 'session/delete' },
      { reply: null },
    ]);
    await agent.sessions.close('old');
    await agent.sessions.delete('old');
    await agent.sessions.delete('old');
    expect(
      sent()
        .slice(1)
        .map(({ method, params }) => [method, params]),
    ).toEqual([
      ['session/close', { sessionId: 'old' }],
      ['session/delete', { sessionId: 'old' }],
      ['session/delete', { sessionId: 'old' }],
    ]);
  });

  it('another error is reported', async () => {
    const { agent } = await able([
      { expect: 'session/delete' },
      { error: { code: -32603, message: 'The disk is read-only' } },
    ]);
    expect(await rejection(agent.sessions.delete('old'))).toMatchObject({
      code: 'agent-error',
      message: 'fake reported an error: The disk is read-only',
    });
  });

  it('a close ends the running turn of that session only', async () => {
    const { agent } = fakeAgent({ abilities: ['close'] });
    await agent.connect();
    const [first, second] = [await agent.sessions.create(here), await agent.sessions.create(here)];
    const hanging = agent.prompt(first, [{ type: 'text', text: 'hang' }]);
    const other = agent.prompt(second, [{ type: 'text', text: 'hang' }]);
    await agent.sessions.close(first);
    expect(await hanging).toEqual({ stopReason: 'cancelled' });
    agent.cancel(second);
    expect(await other).toEqual({ stopReason: 'cancelled' });
  });

  it('a session that the agent closed on its own is reported as gone, and the others go on', async () => {
    const { agent } = await able([
      { session: 's1' },
      { session: 's2' },
      { expect: 'session/prompt' },
      { error: { code: -32002, message: 'Resource not found: s1', data: { uri: 's1' } } },
      { expect: 'session/prompt' },
      { error: { code: -32002, message: 'Session not found' } },
      { expect: 'session/prompt' },
      { reply: { stopReason: 'end_turn' } },
    ]);
    await agent.sessions.create(here);
    await agent.sessions.create(here);
    expect((await rejection(agent.prompt('s1', hello))).code).toBe('session-gone');
    expect((await rejection(agent.prompt('s1', hello))).code).toBe('session-gone');
    await expect(agent.prompt('s2', hello)).resolves.toMatchObject({ stopReason: 'end_turn' });
    expect(agent.status.state).toBe('ready');
  });

  it('a file that a prompt links to and is missing is not a session that is gone', async () => {
    const { agent } = await able([
      { session: 's1' },
      { expect: 'session/prompt' },
      { error: { code: -32002, message: 'Resource not found', data: { uri: 'file:///gone.ts' } } },
    ]);
    await agent.sessions.create(here);
    expect((await rejection(agent.prompt('s1', hello))).code).toBe('agent-error');
  });
});

describe('the files of a session that is opened again', () => {
  /** Says which roots a file is read for. */
  const files: FileAccess = {
    readTextFile: async ({ session }) => session.roots.join('|'),
    writeTextFile: async (_request, content) => content,
  };
  const read: RawStep = {
    send: { id: 1, method: 'fs/read_text_file', params: { sessionId: 'old', path: join(tmpdir(), 'f') } },
  };
  const answers = (messages: readonly Record<string, unknown>[]): unknown[] =>
    messages.flatMap(({ id, method, result, error }) =>
      id === 1 && method === undefined ? [result ?? error] : [],
    );
  const unknown = { code: -32602, message: 'Invalid params: there is no session old' };

  it('R38 R78 are served while it is loaded and after that, from the folders it was opened with', async () => {
    const { agent, sent } = await able(
      [{ expect: 'session/load' }, read, { expect: 'response' }, { expect: 'never' }],
      { files },
    );
    const further = join(tmpdir(), 'more');
    const loading = rejection(agent.sessions.load('old', { cwd: tmpdir(), additional: [further] }));
    await until(() => answers(sent()).length === 1, 'the answer');
    expect(answers(sent())).toEqual([{ content: `${tmpdir()}|${further}` }]);
    await agent.stop();
    await loading;
  });

  it('R78 are not served when it could not be opened', async () => {
    const { agent, sent } = await able(
      [{ expect: 'session/load' }, { error: { code: -32002, message: 'no' } }, read, { expect: 'never' }],
      { files },
    );
    await rejection(agent.sessions.load('old', here));
    await until(() => answers(sent()).length === 1, 'the answer');
    expect(answers(sent())).toEqual([unknown]);
  });

  it('R78 a second load that fails leaves the session as it was', async () => {
    const { agent, sent } = await able(
      [
        { expect: 'session/load' },
        { reply: {} },
        { expect: 'session/load' },
        { error: { code: -32603, message: 'It is open already' } },
        read,
        { expect: 'never' },
      ],
      { files },
    );
    await agent.sessions.load('old', here);
    await rejection(agent.sessions.load('old', { cwd: join(tmpdir(), 'elsewhere'), additional: [] }));
    await until(() => answers(sent()).length === 1, 'the answer');
    expect(answers(sent())).toEqual([{ content: tmpdir() }]);
  });

  it.each(['session/close', 'session/delete'])('R78 are not served after %s', async (method) => {
    const { agent, sent } = await able(
      [
        { expect: 'session/load' },
        { reply: {} },
        { expect: method },
        { reply: {} },
        read,
        { expect: 'never' },
      ],
      { files },
    );
    await agent.sessions.load('old', here);
    await (method === 'session/close' ? agent.sessions.close('old') : agent.sessions.delete('old'));
    await until(() => answers(sent()).length === 1, 'the answer');
    expect(answers(sent())).toEqual([unknown]);
  });

  it('R32 R78 are not served after a close that the agent is not notified of', async () => {
    const file = join(temporaryFolder(), 'received');
    const { agent } = rawAgent(
      [
        { record: file },
        { handshake: {} },
        { session: 'old' },
        { expect: 'session/prompt' },
        read,
        { expect: 'never' },
      ],
      { files },
    );
    await agent.connect();
    await agent.sessions.create(here);
    await agent.sessions.close('old');
    const turn = rejection(agent.prompt('old', hello));
    await until(() => answers(recorded(file)).length === 1, 'the answer');
    expect(answers(recorded(file))).toEqual([unknown]);
    await agent.stop();
    await turn;
  });
});

describe('several sessions of one process', () => {
  it('R37 a load, a turn and a new session at once do not mix', async () => {
    const replay = Array.from({ length: 200 }, (_, index) => chunk('agent', `old${index} `));
    const { agent, client } = fakeAgent({
      abilities: ['load', 'fork'],
      sessions: [{ sessionId: 'old', cwd: tmpdir(), replay }],
    });
    await agent.connect();
    const first = await agent.sessions.create(here);
    const [, , second, forked] = await Promise.all([
      agent.prompt(first, [{ type: 'text', text: 'stream 200' }]),
      agent.sessions.load('old', here),
      agent.sessions.create(here),
      agent.sessions.fork('old', here),
    ]);
    await agent.prompt(second, [{ type: 'text', text: 'say fresh' }]);
    const words = (word: string): string =>
      Array.from({ length: 200 }, (_, index) => `${word}${index} `).join('');
    expect(updatesOf(client, first)).toEqual([`agent: ${words('word')}`]);
    expect(updatesOf(client, 'old')).toEqual([`agent: ${words('old')}`]);
    expect(updatesOf(client, forked)).toEqual([`agent: ${words('old')}`]);
    expect(updatesOf(client, second)).toEqual(['agent: fresh']);
  });

  it('R16 a session of the process before is not known to the next one', async () => {
    const { agent } = fakeAgent({ abilities: ['load'] });
    await agent.connect();
    const old = await agent.sessions.create(here);
    const load = async (): Promise<void> => agent.sessions.load(old, here);
    await agent.stop();
    expect((await rejection(load())).code).toBe('agent-stopped');
    await agent.connect();
    expect((await rejection(load())).code).toBe('session-gone');
  });
});

describe('an agent that replays its inner context', () => {
  const replay = [
    chunk('user', '<session_context>\nThis is the folder …\n</session_context>'),
    chunk('user', '<session_context>\nMore\n</session_context>\n\nfix the bug'),
    chunk('user', 'a <session_context> that I write about'),
    { sessionUpdate: 'tool_call', toolCallId: 't1', title: 'ReadFile', status: 'completed' },
    chunk('user', '[Function Response: read_file]'),
    chunk('agent', '<session_context> is a tag'),
    { sessionUpdate: 'user_message_chunk', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
  ];
  const sessions = [{ sessionId: 'old', cwd: tmpdir(), replay }];
  const abilities = ['load', 'fork'];

  it('Gemini CLI: is not shown as the user who said it', async () => {
    const { agent, client } = fakeAgent({ name: 'gemini-cli', abilities, sessions });
    await agent.connect();
    await agent.sessions.load('old', here);
    expect(updatesOf(client, 'old')).toEqual([
      'user: fix the bug',
      'user: a <session_context> that I write about',
      'tool: ReadFile completed',
      'agent: <session_context> is a tag',
      'message_chunk',
    ]);
  });

  it('any other agent is taken at its word', async () => {
    const { agent, client } = fakeAgent({ name: 'other', abilities, sessions });
    await agent.connect();
    await agent.sessions.load('old', here);
    expect(updatesOf(client, 'old')).toHaveLength(replay.length);
  });

  it('outside a load it is taken at its word too', async () => {
    const { agent, client } = fakeAgent({ name: 'gemini-cli', abilities, sessions });
    await agent.connect();
    const forked = await agent.sessions.fork('old', here);
    expect(updatesOf(client, forked)).toHaveLength(replay.length);
  });
});

describe('what real agents replay', () => {
  it('a call that is reported completed and then failed comes as both, in order', async () => {
    const { agent, client } = await able([
      { expect: 'session/load' },
      {
        update: { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Run', status: 'completed' },
        to: 'old',
      },
      { update: { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'failed' }, to: 'old' },
      { reply: {} },
    ]);
    await agent.sessions.load('old', here);
    expect(updatesOf(client, 'old')).toEqual(['tool: Run completed', 'tool:  failed']);
  });

  it('R9 an update nobody knows in a replay does not take the rest away', async () => {
    const { agent, client, log } = await able([
      { expect: 'session/load' },
      { update: { sessionUpdate: 'hologram' }, to: 'old' },
      { update: { sessionUpdate: 'user_message_chunk' }, to: 'old' },
      { update: chunk('user', 'hi'), to: 'old' },
      { reply: {} },
    ]);
    await agent.sessions.load('old', here);
    expect(updatesOf(client, 'old')).toEqual(['notice', 'user: hi']);
    expect(log.lines.filter((line) => line.startsWith('Dropped'))).toHaveLength(2);
  });
});

describe('the MCP servers of a session', () => {
  /** Remembers the sessions that servers were asked for. */
  async function observed(
    steps: readonly RawStep[],
  ): Promise<Harness & { readonly opened: readonly OpenedSession[] }> {
    const opened: OpenedSession[] = [];
    const mcpServers: SessionServers = {
      serversOf: (session) => {
        opened.push(session);
        return Promise.resolve([]);
      },
      passed: () => undefined,
    };
    return { ...(await able(steps, { mcpServers })), opened };
  }

  it('R43 are of that session alone, from the request until it is closed', async () => {
    const { agent, opened } = await observed([
      { session: 's1' },
      { session: 's2' },
      { serve: { 'session/close': {} } },
    ]);
    await agent.sessions.create(here);
    await agent.sessions.create(here);
    expect(opened.map(({ id, roots }) => [id(), roots])).toEqual([
      ['s1', [tmpdir()]],
      ['s2', [tmpdir()]],
    ]);
    await agent.sessions.close('s1');
    expect(opened.map(({ isOpen }) => isOpen())).toEqual([false, true]);
  });

  it('R43 are of nobody once the agent has refused the session, or has ended', async () => {
    const { agent, opened } = await observed([
      { expect: 'session/new' },
      { error: { code: -32603, message: 'no' } },
      { session: 's1' },
    ]);
    await rejection(agent.sessions.create(here));
    expect(opened.map(({ id, isOpen }) => [id(), isOpen()])).toEqual([[undefined, false]]);
    await agent.sessions.create(here);
    expect(opened[1]?.isOpen()).toBe(true);
    await agent.stop();
    expect(opened[1]?.isOpen()).toBe(false);
  });
});
