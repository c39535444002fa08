// What the host does for sessions nobody looks at: lists them, marks them, ends idle agents, keeps spares.
import { beforeEach, describe, expect, test } from 'vitest';
import { ParleyError, agentRefused } from '../../../src/core/errors.ts';
import type { SessionSummary } from '../../../src/core/history/sessionSummary.ts';
import { Emitter } from '../../../src/core/base/lifecycle.ts';
import { Sessions } from '../../../src/core/sessionLifecycle/sessions.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { Agents } from '../../../src/host/agents/agentDirectory.ts';
import { IdleAgents } from '../../../src/host/agents/idleAgents.ts';
import { SessionList } from '../../../src/host/sessions/sessionList.ts';
import { SessionMarks } from '../../../src/host/sessions/unreadSessions.ts';
import { WarmSpares } from '../../../src/host/agents/warmSpares.ts';
import { ManualClock } from '../../support/clock.ts';
import { MemoryLog } from '../../support/log.ts';
import { ScriptedAgent } from '../../support/scriptedAgent.ts';
import { countedKeys } from '../../support/sessions.ts';
import { FakeShownSessions } from '../../support/shownSessions.ts';
import { flushMicrotasks } from '../../support/wait.ts';

let agent: ScriptedAgent;
let agents: Agents;
let store: SessionStore;
let clock: ManualClock;
let log: MemoryLog;
let sessions: Sessions;
let chats: FakeShownSessions;

beforeEach(() => {
  agent = new ScriptedAgent('A');
  agents = new Agents(() => agent);
  store = new SessionStore();
  clock = new ManualClock();
  log = new MemoryLog();
  sessions = new Sessions({ newKey: countedKeys(), store, agents, clock, log });
  agent.client = sessions;
  agents.connect(sessions);
  chats = new FakeShownSessions();
});

async function openSession(): Promise<string> {
  const key = sessions.create('A', '/work');
  await flushMicrotasks();
  return key;
}

async function runTurn(key: string, words = 'go'): Promise<void> {
  sessions.prompt(key, [{ type: 'text', text: words }]);
  await flushMicrotasks();
  agent.prompts.at(-1)?.resolve({ stopReason: 'end_turn' });
  await flushMicrotasks();
}

describe('the list', () => {
  const summaries: SessionSummary[] = [];
  const kept = {
    summaries: () => summaries,
    elsewhere: () => new Set<string>(),
    onChange: new Emitter<void>().event,
    refresh: () => Promise.resolve(),
  };

  function listOf(): SessionList {
    return new SessionList({ store, sessions, agents, kept, chats, clock, log });
  }

  test('sessions that only the agent knows are there once it runs, and it is not started for them', async () => {
    agent.offer('list');
    agent.listed = [{ sessionId: 'old', cwd: '/work', title: 'Brewed tea' }];
    const list = listOf();
    list.refresh();
    await flushMicrotasks();
    expect(list.entries()).toEqual([]);
    expect(agent.status.state).toBe('stopped');
    await openSession();
    expect(list.entries().map(({ title }) => title)).toEqual(['Brewed tea']);
  });

  test('an agent that does not advertise a list is not asked for one', async () => {
    agent.offer();
    agent.listed = [{ sessionId: 'old', cwd: '/work' }];
    const list = listOf();
    await openSession();
    expect(list.entries()).toEqual([]);
  });

  test('a title that the agent only lists, and late, becomes that of the session', async () => {
    agent.offer('list');
    listOf();
    const key = await openSession();
    await runTurn(key);
    agent.listed = [{ sessionId: 'acp-1', cwd: '/work', title: 'Brewing tea' }];
    clock.advance(2_000);
    await flushMicrotasks();
    expect(store.state(key)?.info.title).toBe('Brewing tea');
  });

  test('a title that the agent told since is not undone by what it listed before', async () => {
    agent.offer('list');
    agent.listed = [{ sessionId: 'acp-1', cwd: '/work', title: 'Old' }];
    const list = listOf();
    const key = await openSession();
    agent.send('acp-1', { type: 'session_info', at: 1, patch: { title: 'New' } });
    list.refresh();
    await flushMicrotasks();
    expect(store.state(key)?.info.title).toBe('New');
  });

  test('many changes are told as one', async () => {
    const list = listOf();
    let told = 0;
    list.onChange(() => told++);
    const key = await openSession();
    for (let index = 0; index < 50; index++) {
      agent.send('acp-1', { type: 'session_info', at: 1, patch: { title: `Title ${index}` } });
    }
    clock.advance(100);
    expect(told).toBe(1);
    expect(list.find(key)?.title).toBe('Title 49');
  });

  test('an empty session that nobody looks at is not listed', async () => {
    const list = listOf();
    const key = await openSession();
    expect(list.find(key)).toBeUndefined();
    await runTurn(key, 'Make tea');
    expect(list.find(key)?.title).toBe('Make tea');
  });

  test('an agent that refuses to list is told to the log alone', async () => {
    agent.offer('list');
    agent.listSessions = () => Promise.reject(new ParleyError(agentRefused('A', 'no', undefined)));
    const list = listOf();
    await openSession();
    expect(list.entries()).toEqual([]);
    expect(log.lines.join('\n')).toContain('could not be listed');
  });
});

describe('marks', () => {
  test('a session that finishes out of sight is marked until it is looked at', async () => {
    const marks = new SessionMarks(store, chats);
    const key = await openSession();
    await runTurn(key);
    expect(marks.of(key)).toBe('finished');
    chats.setVisible('another');
    expect(marks.of(key)).toBe('finished');
    chats.setVisible(key);
    expect(marks.of(key)).toBeUndefined();
  });

  test('a session in sight is not marked', async () => {
    const marks = new SessionMarks(store, chats);
    const key = await openSession();
    chats.setVisible(key);
    await runTurn(key);
    expect(marks.keys()).toEqual([]);
  });

  test('a session that fails out of sight is marked until it goes on', async () => {
    const marks = new SessionMarks(store, chats);
    const key = await openSession();
    sessions.prompt(key, [{ type: 'text', text: 'go' }]);
    await flushMicrotasks();
    agent.die();
    await flushMicrotasks();
    expect(marks.of(key)).toBe('failed');
    sessions.prompt(key, [{ type: 'text', text: 'again' }]);
    await flushMicrotasks();
    expect(marks.of(key)).toBeUndefined();
  });

  test('a session that comes back after a failure is not marked any more', async () => {
    const marks = new SessionMarks(store, chats);
    agent.connectError = new ParleyError(agentRefused('A', 'not now', undefined));
    const key = await openSession();
    expect(marks.of(key)).toBe('failed');
    agent.connectError = undefined;
    sessions.open(key);
    await flushMicrotasks();
    expect(marks.of(key)).toBeUndefined();
  });

  test('a session that is gone has no mark', async () => {
    const marks = new SessionMarks(store, chats);
    const key = await openSession();
    await runTurn(key);
    await sessions.close(key);
    expect(marks.keys()).toEqual([]);
  });
});

describe('idle agents', () => {
  function watch(minutes: number): readonly string[] {
    const suspended: string[] = [];
    new IdleAgents({
      store,
      sessions,
      agents,
      chats,
      clock,
      log,
      idleMinutes: () => minutes,
      onSuspended: (keys) => suspended.push(...keys),
    });
    return suspended;
  }

  /** Minutes pass, one after the other. */
  async function pass(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute++) {
      clock.advance(60_000);
      await flushMicrotasks();
    }
  }

  test('an agent that nobody uses is ended after the time, and its sessions are told of', async () => {
    agent.offer('load');
    const suspended = watch(5);
    const key = await openSession();
    await runTurn(key);
    await pass(4);
    expect(agent.status.state).toBe('ready');
    await pass(2);
    expect(agent.status.state).toBe('stopped');
    expect(suspended).toEqual([key]);
  });

  test('an agent in use, in sight, busy or without memory goes on', async () => {
    watch(5);
    const key = await openSession();
    await runTurn(key);
    await pass(10);
    expect(agent.status.state).toBe('ready');
    agent.offer('load');
    chats.setVisible(key);
    await pass(10);
    expect(agent.status.state).toBe('ready');
    chats.setVisible();
    agent.isBusy = true;
    await pass(10);
    expect(agent.status.state).toBe('ready');
    agent.isBusy = false;
    sessions.prompt(key, [{ type: 'text', text: 'go' }]);
    await flushMicrotasks();
    await pass(10);
    expect(agent.status.state).toBe('ready');
  });

  test('0 is never', async () => {
    agent.offer('load');
    watch(0);
    await openSession();
    await pass(600);
    expect(agent.status.state).toBe('ready');
  });
});

describe('warm spares', () => {
  test('as soon as a session is used another is asked for, if that is wanted', async () => {
    let isWanted = false;
    const made: string[] = [];
    new WarmSpares({ store, agents, makeSpare: (name) => made.push(name), isWanted: () => isWanted });
    const key = await openSession();
    expect(made).toEqual([]);
    isWanted = true;
    await runTurn(key);
    expect(made).toEqual(['A']);
  });
});
