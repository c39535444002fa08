// Agents as they should not be: what is reported to the user, what stays, and that no process is left.
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  atEnd,
  floodText,
  connectionTo,
  fakeAgent,
  hastyClock,
  isAlive,
  openRawAgent,
  patientClock,
  pidOf,
  rawAgent,
  rejection,
  temporaryFolder,
  until,
} from '../support/agentHarness.ts';
import type { RawStep } from '../support/programs/rawAgent.ts';

const hello = [{ type: 'text' as const, text: 'hello' }];

describe('an agent that does not start', () => {
  it('an unknown command is reported, with the way to the settings', async () => {
    const { agent, statuses } = connectionTo({ command: 'parley-no-such-command' });
    const error = await rejection(agent.connect());
    expect(error.code).toBe('command-not-found');
    expect(error.actions).toEqual(expect.arrayContaining(['restart-agent', 'show-log', 'edit-settings']));
    expect(statuses).toEqual([{ state: 'starting' }, { state: 'failed', error }]);
  });

  it.each([0, 1, 127])(
    'one that exits at once with code %i is reported, with its stderr tail',
    async (code) => {
      const { agent, log } = rawAgent([{ stderr: 'Error: no API key\n' }, { exit: code }]);
      const error = await rejection(agent.connect());
      expect(error).toMatchObject({ code: 'agent-exited', detail: 'Error: no API key' });
      expect(error.message).toBe(`fake exited with code ${code}.`);
      expect(error.actions).toEqual([
        'restart-agent',
        'show-log',
        'edit-settings',
        'check-agent',
        'choose-agent',
      ]);
      expect(agent.status).toEqual({ state: 'failed', error });
      expect(isAlive(pidOf(log))).toBe(false);
    },
  );

  it('one that prints garbage before it speaks ACP works', async () => {
    const { agent, log } = rawAgent([
      { raw: 'Welcome to the agent\n\u001b[32m✓\u001b[0m ready\n[]\n\n' },
      { handshake: {} },
    ]);
    await agent.connect();
    expect(agent.status.state).toBe('ready');
    expect(log.lines.filter((line) => line.startsWith('Skipped line'))).toHaveLength(3);
  });

  const said = '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{';
  it.each([
    ['a message whose JSON is cut', `${said}"sessionUpdate":"agent\n`, 1],
    ['a message with a word too much', `${said}}} oops}\n`, 1],
    ['several of them in one turn', `${said}\n\n${said}\n`, 1],
    ['what it logs of a message, cut', `[debug] sent ${said}"sess...\n`, 0],
    ['an object of its own that does not end', '{"level":"info","text":\n', 0],
    ['text', 'Reading the config\n', 0],
  ])('one that prints %s gets a line where something is lost', async (_what, raw, lines) => {
    const { agent, client } = await openRawAgent([
      { expect: 'session/prompt' },
      { raw },
      { text: 'done' },
      { wait: 50 },
      { reply: { stopReason: 'end_turn' } },
    ]);
    await agent.prompt('s1', hello);
    const notices = client.updates.flatMap(({ event }) =>
      event.type === 'notice' ? [event.error?.code] : [],
    );
    expect(notices).toEqual(Array.from({ length: lines }, () => 'unreadable-update'));
    expect(client.text).toBe('done');
    await agent.stop();
  });

  it('one that prints only garbage runs into the time limit', async () => {
    const clock = patientClock();
    const { agent, log } = rawAgent([{ raw: 'usage: agent [options]\n' }, { expect: 'never' }], { clock });
    const connecting = rejection(agent.connect());
    await until(() => log.lines.some((line) => line.startsWith('Skipped line')), 'the garbage');
    clock.expire();
    expect(await connecting).toMatchObject({ code: 'start-timed-out', detail: 'usage: agent [options]' });
  });

  it('one that takes itself for another program is reported with what it printed', async () => {
    const { agent } = rawAgent([{ raw: '\u001b[31merror: unknown option --acp\u001b[0m\n' }, { exit: 2 }]);
    const error = await rejection(agent.connect());
    expect(error).toMatchObject({ code: 'agent-exited', detail: 'error: unknown option --acp' });
  });

  it('one that answers with the wrong id runs into the time limit, and the log says so', async () => {
    const clock = patientClock();
    const { agent, log } = rawAgent(
      [{ expect: 'initialize' }, { send: { id: 4711, result: { protocolVersion: 1 } } }],
      { clock },
    );
    const connecting = rejection(agent.connect());
    await until(() => log.lines.some((line) => line.includes('never made')), 'the line in the log');
    clock.expire();
    expect((await connecting).code).toBe('start-timed-out');
  });
});

describe('an agent that ends in a turn', () => {
  it.each([
    [{ exit: 1 }, 'exited with code 1'],
    [{ exit: 0 }, 'exited with code 0'],
    [{ kill: 'SIGKILL' as const }, 'was terminated by SIGKILL'],
  ])('R16 %j rejects the prompt with what happened, after all it had written', async (end, how) => {
    const { agent, client, log, statuses } = await openRawAgent([
      { expect: 'session/prompt' },
      { flood: 300 },
      { stderr: 'out of memory\n' },
      { wait: 50 },
      end,
    ]);
    const error = await rejection(agent.prompt('s1', hello));
    expect(error.code).toBe('agent-exited');
    expect(error.message).toBe(`fake ${how}.`);
    expect(error.detail).toBe('out of memory');
    expect(client.text).toBe(floodText(300));
    expect(statuses.at(-1)).toEqual({ state: 'failed', error });
    expect(isAlive(pidOf(log))).toBe(false);
  });

  const turn = (says: RawStep): RawStep[] => [
    { expect: 'session/prompt' },
    says,
    { wait: 50 },
    { reply: { stopReason: 'end_turn' } },
  ];
  const crash: RawStep[] = [{ expect: 'session/prompt' }, { wait: 50 }, { exit: 0 }];

  it.each<[RawStep, string]>([
    [{ stderr: 'npm notice: a new version\n' }, 'npm notice: a new version'],
    [{ raw: 'Reading the config\n' }, 'Skipped line'],
  ])('is not explained by what it printed in an earlier turn: %j', async (says, logged) => {
    let hours = 0;
    const clock = { ...patientClock(), now: () => hours * 3_600_000 };
    const { agent, log } = await openRawAgent([...turn(says), ...crash], [], { clock });
    await agent.prompt('s1', hello);
    await until(() => log.lines.some((line) => line.includes(logged)), 'the line');
    hours++;
    const error = await rejection(agent.prompt('s1', hello));
    expect(error).toMatchObject({ code: 'agent-exited', message: 'fake exited with code 0.' });
    expect(error.detail).toBeUndefined();
  });

  it('is explained by what it printed shortly before its last prompt', async () => {
    const { agent, log } = await openRawAgent([...turn({ stderr: 'The token has expired\n' }), ...crash]);
    await agent.prompt('s1', hello);
    await until(() => log.lines.includes('The token has expired'), 'the line');
    const error = await rejection(agent.prompt('s1', hello));
    expect(error).toMatchObject({ code: 'agent-exited', detail: 'The token has expired' });
  });

  it('R16 one that closes its output and lives on is stopped', async () => {
    const { agent, client, log } = await openRawAgent(
      [
        { expect: 'session/prompt' },
        { ignore: 'stdin-end' },
        { text: 'half an ans' },
        { closeStdout: true },
        { wait: 60_000 },
      ],
      [],
      { clock: hastyClock },
    );
    const error = await rejection(agent.prompt('s1', hello));
    expect(error.code).toBe('output-closed');
    expect(error.actions).toContain('restart-agent');
    expect(client.text).toBe('half an ans');
    expect(agent.status).toEqual({ state: 'failed', error });
    await until(() => !isAlive(pidOf(log)), 'the end of the process');
  });

  it('R16 one that closes its input and lives on is stopped when it is written to', async () => {
    const { agent, client, log } = await openRawAgent(
      [{ closeStdin: true }, { text: 'deaf now' }, { wait: 60_000 }],
      [],
      { clock: hastyClock },
    );
    await until(() => client.text === 'deaf now', 'the text');
    const error = await rejection(agent.prompt('s1', hello));
    expect(error.code).toBe('input-closed');
    await until(() => !isAlive(pidOf(log)), 'the end of the process');
  });

  it('R16 all that is pending rejects, in every session', async () => {
    const { agent } = fakeAgent();
    await agent.connect();
    const [first, second] = [
      await agent.sessions.create({ cwd: tmpdir(), additional: [] }),
      await agent.sessions.create({ cwd: tmpdir(), additional: [] }),
    ];
    const hanging = rejection(agent.prompt(first, [{ type: 'text', text: 'hang' }]));
    const ending = rejection(agent.prompt(second, [{ type: 'text', text: 'exit 7' }]));
    expect((await hanging).message).toContain('exited with code 7');
    expect((await ending).message).toContain('exited with code 7');
  });

  it('R16 the status reports the end before the prompt rejects', async () => {
    const { agent } = await openRawAgent([{ expect: 'session/prompt' }, { exit: 1 }]);
    let stateThen: string | undefined;
    await agent.prompt('s1', hello).catch(() => {
      stateThen = agent.status.state;
    });
    expect(stateThen).toBe('failed');
  });

  it('one that exits 0 without a word on a malformed line is reported like any other', async () => {
    const { agent } = await openRawAgent([{ expect: 'session/prompt' }, { raw: '[]\n' }, { exit: 0 }]);
    expect((await rejection(agent.prompt('s1', hello))).message).toBe('fake exited with code 0.');
  });

  it('a daemon that it leaves, holding its output, does not hide its end', async () => {
    const pidFile = join(temporaryFolder(), 'pid');
    const { agent } = await openRawAgent([
      { spawn: 'daemon', pidFile },
      { expect: 'session/prompt' },
      { text: 'bye' },
      { exit: 1 },
    ]);
    atEnd(() => {
      if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
    });
    const error = await rejection(agent.prompt('s1', hello));
    expect(error.code).toBe('agent-exited');
  });
});

describe('an agent that misbehaves and lives on', () => {
  it('R2 a line of 40 MB is read, and what follows it', async () => {
    const { client } = await openRawAgent([{ longUpdate: 40_000_000 }, { text: '!' }]);
    await until(() => client.text.endsWith('!'), 'what follows it', 20);
    expect(client.text).toHaveLength(40_000_001);
  });

  it('R2 a line of 80 MB of garbage is skipped, and what follows it is read', async () => {
    const { client, log } = await openRawAgent([{ longGarbage: 80_000_000 }, { text: '!' }]);
    await until(() => client.text === '!', 'the text after it', 20);
    const logged = log.lines.filter((line) => line.includes('longer than allowed'));
    expect(logged).toHaveLength(1);
    expect(logged[0]?.length).toBeLessThan(1_000);
  });

  it('R2 characters split across writes arrive whole', async () => {
    const update = {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: 'zażółć 🦜 日本' },
    };
    const message = { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', update } };
    const { client } = await openRawAgent([{ bytewise: `${JSON.stringify(message)}\r\n` }]);
    await until(() => client.text !== '', 'the text');
    expect(client.text).toBe('zażółć 🦜 日本');
  });

  it('R36 updates of a session nobody knows are handed on with their id, before session/new is answered too', async () => {
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'early' } };
    const { agent, client } = rawAgent([
      { handshake: {} },
      { expect: 'session/new' },
      { update, to: 's1' },
      { reply: { sessionId: 's1' } },
      { update, to: 'nobody' },
    ]);
    await agent.connect();
    await agent.sessions.create({ cwd: tmpdir(), additional: [] });
    expect(client.updates.map(({ sessionId }) => sessionId)).toEqual(['s1']);
    await until(() => client.updates.at(-1)?.sessionId === 'nobody', 'the stray update');
    // The user reads about it in the session that is open.
    expect(client.updates.map(({ sessionId, event }) => [sessionId, event.type])).toEqual([
      ['s1', 'message_chunk'],
      ['s1', 'notice'],
      ['nobody', 'message_chunk'],
    ]);
  });

  it('R54 one that ignores a cancel can be stopped, which ends the turn', async () => {
    const { agent, client, log } = await openRawAgent(
      [
        { expect: 'session/prompt' },
        { ignore: 'stdin-end' },
        { ignore: 'SIGTERM' },
        { text: 'going on' },
        { expect: 'never' },
      ],
      [],
      { clock: hastyClock },
    );
    const turn = rejection(agent.prompt('s1', hello));
    agent.cancel('s1');
    await until(() => client.text === 'going on', 'the text');
    const pid = pidOf(log);
    const stopping = agent.stop();
    expect((await turn).code).toBe('agent-stopped');
    await stopping;
    expect(isAlive(pid)).toBe(false);
  });

  it('a flood is delivered whole and in order while the event loop keeps turning', async () => {
    const count = 50_000;
    const { agent, client } = await openRawAgent([
      { expect: 'session/prompt' },
      { flood: count },
      { reply: { stopReason: 'end_turn' } },
    ]);
    let turns = 0;
    let isOver = false;
    const turn = agent.prompt('s1', hello).then(() => {
      isOver = true;
    });
    while (!isOver) {
      turns++;
      await new Promise(setImmediate);
    }
    await turn;
    expect(client.text).toBe(floodText(count));
    expect(turns).toBeGreaterThan(count / 5_000);
  });

  it('one that never reads its input does not hold anything up, and can be stopped', async () => {
    const clock = patientClock();
    const { agent, log } = rawAgent([{ floodRequests: 30_000 }, { wait: 60_000 }], { clock });
    const connecting = rejection(agent.connect());
    const refused = (): number => log.lines.filter((line) => line.startsWith('Refused')).length;
    await until(() => refused() > 10_000, 'as many requests as may be unanswered');
    clock.expire();
    expect((await connecting).code).toBe('start-timed-out');
    expect(refused()).toBeLessThan(30_000);
    await agent.stop();
    expect(isAlive(pidOf(log))).toBe(false);
  });

  it('a long prompt to one that never reads it neither blocks nor fails', async () => {
    const { agent, log } = await openRawAgent([{ wait: 60_000 }]);
    const turn = rejection(agent.prompt('s1', [{ type: 'text', text: 'p'.repeat(5_000_000) }]));
    await new Promise(setImmediate);
    const pid = pidOf(log);
    await agent.stop();
    expect((await turn).code).toBe('agent-stopped');
    expect(isAlive(pid)).toBe(false);
  });

  it('late updates of an agent that was stopped are not delivered', async () => {
    const { agent, client } = await openRawAgent(
      [{ ignore: 'stdin-end' }, { expect: 'session/prompt' }, { wait: 100 }, { text: 'too late' }],
      [],
      { clock: hastyClock },
    );
    const turn = rejection(agent.prompt('s1', hello));
    await agent.stop();
    await turn;
    expect(client.updates).toEqual([]);
  });
});
