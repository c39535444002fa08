// The demo agent's sessions over its real pipe: listed, loaded by a new process, resumed, forked, closed, deleted.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { methods, type ListSessionsResponse, type SessionUpdate } from '@agentclientprotocol/sdk';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { DemoTranscript } from '../../../../packages/demo-agent/src/session/demoTranscript.ts';
import { DemoClient } from '../../../support/demoClient.ts';

let store: string;
beforeEach(async () => {
  store = await mkdtemp(join(tmpdir(), 'parley-demo-store-'));
});
afterEach(() => rm(store, { recursive: true, force: true }));

function list(demo: DemoClient, params: object = {}): Promise<ListSessionsResponse> {
  return demo.context.request(methods.agent.session.list, params);
}

function load(demo: DemoClient, sessionId: string, cwd = demo.folder): Promise<unknown> {
  return demo.context.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] });
}

async function fork(demo: DemoClient, sessionId: string): Promise<string> {
  const params = { sessionId, cwd: demo.folder, mcpServers: [] };
  const answer = await demo.context.request('session/fork', params);
  return z.object({ sessionId: z.string() }).parse(answer).sessionId;
}

/** The updates of a session, without the commands, which come at any time. */
function updatesOf(demo: DemoClient, sessionId: string): SessionUpdate[] {
  return demo.notifications.flatMap((each) =>
    each.sessionId === sessionId && each.update.sessionUpdate !== 'available_commands_update'
      ? [each.update]
      : [],
  );
}

/** A process that said and did something and has ended: the id of its session, and what it answered. */
async function earlier(words = 'stream 40'): Promise<{ readonly id: string; readonly said: string }> {
  await using demo = await DemoClient.start({ store });
  const id = await demo.newSession();
  await demo.prompt(id, words);
  return { id, said: demo.said(id) };
}

describe('what the demo agent offers', () => {
  test('R32 it advertises all it can do with sessions', async () => {
    await using demo = await DemoClient.start();
    expect(demo.initialized.agentCapabilities).toMatchObject({
      loadSession: true,
      sessionCapabilities: { list: {}, resume: {}, fork: {}, close: {}, delete: {} },
    });
  });
});

describe('session/load', () => {
  test('R33 a new process replays what was said, in whole messages, before it answers', async () => {
    const { id, said } = await earlier();
    await using demo = await DemoClient.start({ store });
    await load(demo, id);
    const kinds = updatesOf(demo, id).map(({ sessionUpdate }) => sessionUpdate);
    expect(kinds).toEqual([
      'user_message_chunk',
      'agent_message_chunk',
      'usage_update',
      'session_info_update',
    ]);
    expect(demo.said(id)).toBe(said);
    expect(demo.updates(id, 'user_message_chunk')[0]?.content).toEqual({ type: 'text', text: 'stream 40' });
    expect(demo.updates(id, 'session_info_update')[0]?.title).toBe('Demo: stream 40');
  });

  test('tool calls come back once each, as they ended', async () => {
    const { id } = await earlier('tools 3');
    await using demo = await DemoClient.start({ store });
    await load(demo, id);
    const calls = demo.updates(id, 'tool_call');
    expect(calls.map(({ title, status }) => `${title} ${status}`)).toEqual([
      'Tool call 1 of 3 completed',
      'Tool call 2 of 3 completed',
      'Tool call 3 of 3 completed',
    ]);
    expect(demo.updates(id, 'tool_call_update')).toEqual([]);
  });

  test('the session goes on: options, usage and transcript', async () => {
    const { id } = await earlier();
    await using second = await DemoClient.start({ store });
    await load(second, id);
    await second.context.request(methods.agent.session.setConfigOption, {
      sessionId: id,
      configId: 'model',
      value: 'elm-pro',
    });
    const before = second.updates(id, 'usage_update').at(-1);
    await second.prompt(id, 'stream 2');
    await using third = await DemoClient.start({ store });
    const answer = await load(third, id);
    expect(JSON.stringify(answer)).toContain('"currentValue":"elm-pro"');
    expect(third.updates(id, 'user_message_chunk')).toHaveLength(2);
    expect(third.updates(id, 'usage_update').at(-1)?.used).toBeGreaterThan(before?.used ?? Infinity);
  });

  test('what was said until a crash comes back as far as it was stored: at least the prompt', async () => {
    await using first = await DemoClient.start({ store, asProcess: true });
    const id = await first.newSession();
    await expect(first.prompt(id, 'crash')).rejects.toThrow();
    await using demo = await DemoClient.start({ store });
    await load(demo, id);
    expect(demo.updates(id, 'user_message_chunk')).toHaveLength(1);
  });

  test('a client that goes in mid-turn finds what was said until then', async () => {
    const id = await (async () => {
      await using demo = await DemoClient.start({ store });
      const sessionId = await demo.newSession();
      demo.prompt(sessionId, 'slow').catch(() => undefined);
      await vi.waitFor(() => expect(demo.said(sessionId)).not.toBe(''));
      await demo.end();
      return sessionId;
    })();
    await using demo = await DemoClient.start({ store });
    await load(demo, id);
    expect(demo.said(id)).toContain('one ');
  });

  test('a session that is not there, or whose file is damaged, is not found; others are', async () => {
    const { id } = await earlier();
    await writeFile(join(store, 'broken.facts.json'), '{"id":"bro');
    await using demo = await DemoClient.start({ store });
    for (const each of ['nobody', 'broken', '../broken', `${id}/../${id}`]) {
      await expect(load(demo, each)).rejects.toMatchObject({ code: -32002 });
    }
    expect((await list(demo)).sessions.map(({ sessionId }) => sessionId)).toEqual([id]);
  });

  test('R31 a relative folder is refused', async () => {
    const { id } = await earlier();
    await using demo = await DemoClient.start({ store });
    await expect(load(demo, id, 'here')).rejects.toMatchObject({ code: -32602 });
  });

  test('without a store a session is known as long as the process lives', async () => {
    await using demo = await DemoClient.start();
    const id = await demo.newSession();
    await demo.prompt(id, 'stream 3');
    await demo.context.request(methods.agent.session.close, { sessionId: id });
    await expect(demo.prompt(id, 'help')).rejects.toMatchObject({ code: -32002 });
    const before = demo.said(id);
    await load(demo, id);
    expect(demo.said(id)).toBe(before + before);
  });
});

describe('session/resume and session/fork', () => {
  test('R35 resume replays nothing and goes on', async () => {
    const { id } = await earlier();
    await using demo = await DemoClient.start({ store });
    const answer = await demo.context.request(methods.agent.session.resume, {
      sessionId: id,
      cwd: demo.folder,
    });
    expect(answer.configOptions?.length).toBeGreaterThan(0);
    expect(updatesOf(demo, id)).toEqual([]);
    expect(await demo.prompt(id, 'stream 1')).toMatchObject({ stopReason: 'end_turn' });
  });

  test('a fork knows what was said, and the two go apart', async () => {
    const { id, said } = await earlier();
    await using demo = await DemoClient.start({ store });
    const forked = await fork(demo, id);
    expect(forked).not.toBe(id);
    await demo.prompt(forked, 'stream 2');
    await load(demo, id);
    expect(demo.said(id)).toBe(said);
    await using other = await DemoClient.start({ store });
    await load(other, forked);
    expect(other.updates(forked, 'user_message_chunk')).toHaveLength(2);
    expect(other.said(forked).startsWith(said)).toBe(true);
  });
});

test('a fork is named as the copy that it is, and says so', async () => {
  const { id } = await earlier();
  await using demo = await DemoClient.start({ store });
  const titleOf = async (sessionId: string): Promise<unknown> =>
    (await list(demo)).sessions.find((session) => session.sessionId === sessionId)?.title;
  const source = await titleOf(id);
  const forked = await fork(demo, id);
  await vi.waitFor(() => {
    expect(demo.updates(forked, 'session_info_update')).toMatchObject([
      { title: `Fork of ${String(source)}` },
    ]);
  });
  expect(await titleOf(forked)).toBe(`Fork of ${String(source)}`);
  expect(await titleOf(id)).toBe(source);
});

test('the title of a session is cut between characters', async () => {
  await using demo = await DemoClient.start({ store });
  const id = await demo.newSession();
  await demo.prompt(id, `${'a'.repeat(59)}\u{1F600} and more`);
  expect(demo.updates(id, 'session_info_update')[0]?.title).toBe(`Demo: ${'a'.repeat(59)}\u{1F600}…`);
});

describe('session/list', () => {
  test('R39 comes in pages, each session once, the newest first', async () => {
    await using demo = await DemoClient.start({ store });
    const ids: string[] = [];
    for (let count = 0; count < 45; count++) {
      const id = await demo.newSession();
      await demo.prompt(id, 'stream 1');
      ids.push(id);
    }
    const found: string[] = [];
    const sizes: number[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list(demo, cursor === undefined ? {} : { cursor });
      found.push(...page.sessions.map(({ sessionId }) => sessionId));
      sizes.push(page.sessions.length);
      cursor = page.nextCursor;
    } while (cursor !== undefined && cursor !== null);
    expect(sizes).toEqual([20, 20, 5]);
    expect(new Set(found)).toEqual(new Set(ids));
    expect(found[0]).toBe(ids.at(-1));
  });

  test('R39 of one folder only, when it is asked so', async () => {
    await using demo = await DemoClient.start({ store });
    const id = await demo.newSession();
    await demo.prompt(id, 'stream 1');
    expect((await list(demo, { cwd: demo.folder })).sessions).toMatchObject([
      { sessionId: id, cwd: demo.folder, title: 'Demo: stream 1' },
    ]);
    expect((await list(demo, { cwd: tmpdir() })).sessions).toEqual([]);
    await expect(list(demo, { cwd: 'here' })).rejects.toMatchObject({ code: -32602 });
  });

  test('a session without a prompt is not in it, a running one is', async () => {
    await using demo = await DemoClient.start({ store });
    await demo.newSession();
    expect((await list(demo)).sessions).toEqual([]);
    const running = await demo.newSession();
    const turn = demo.prompt(running, 'slow');
    await vi.waitFor(() => expect(demo.said(running)).not.toBe(''));
    expect((await list(demo)).sessions.map(({ sessionId }) => sessionId)).toEqual([running]);
    await demo.cancel(running);
    await turn;
  });
});

describe('session/close and session/delete', () => {
  test('close ends the turn and keeps the session', async () => {
    await using demo = await DemoClient.start({ store });
    const id = await demo.newSession();
    const turn = demo.prompt(id, 'slow');
    await vi.waitFor(() => expect(demo.said(id)).not.toBe(''));
    await demo.context.request(methods.agent.session.close, { sessionId: id });
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    expect((await list(demo)).sessions).toHaveLength(1);
  });

  test('delete ends the turn and leaves nothing, also of a session that is gone', async () => {
    const { id: old } = await earlier();
    await using demo = await DemoClient.start({ store });
    const id = await demo.newSession();
    const turn = demo.prompt(id, 'slow');
    await vi.waitFor(() => expect(demo.said(id)).not.toBe(''));
    for (const sessionId of [id, old, old, 'nobody', '../x']) {
      await demo.context.request(methods.agent.session.delete, { sessionId });
    }
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    expect((await list(demo)).sessions).toEqual([]);
    expect(await readdir(store)).toEqual([]);
  });
});

describe('the transcript', () => {
  test('is bounded, and a call whose beginning is gone does not come back', () => {
    const transcript = new DemoTranscript();
    for (let index = 0; index < 50_000; index++) {
      transcript.add({ sessionUpdate: 'tool_call', toolCallId: `call-${index}`, title: 'Look' });
    }
    expect(transcript.updates.length).toBeLessThanOrEqual(20_000);
    expect(transcript.updates.at(-1)).toMatchObject({ toolCallId: 'call-49999' });
  });

  test('leaves terminals out of what it keeps', () => {
    const transcript = new DemoTranscript();
    transcript.add({ sessionUpdate: 'tool_call', toolCallId: 'a', title: 'Run' });
    transcript.add({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'a',
      status: 'completed',
      content: [{ type: 'terminal', terminalId: 't1' }],
    });
    expect(transcript.updates).toEqual([
      { sessionUpdate: 'tool_call', toolCallId: 'a', title: 'Run', status: 'completed', content: [] },
    ]);
  });

  test('keeps the newest plan only', () => {
    const transcript = new DemoTranscript();
    const entry = { content: 'Look', priority: 'medium' as const, status: 'pending' as const };
    transcript.add({ sessionUpdate: 'plan', entries: [entry] });
    transcript.add({ sessionUpdate: 'plan', entries: [{ ...entry, status: 'completed' }] });
    expect(transcript.updates).toMatchObject([{ entries: [{ status: 'completed' }] }]);
  });
});
