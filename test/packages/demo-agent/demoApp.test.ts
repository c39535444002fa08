// The demo agent over its real pipe: handshake, talk, streams, odd ends.
import { methods } from '@agentclientprotocol/sdk';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { parseJson } from '../../../src/core/text/parseJson.ts';
import { findCommand } from '../../../packages/demo-agent/src/commands/commandTable.ts';
import { DemoClient } from '../../support/demoClient.ts';

const subagentUpdate = z.object({
  params: z.object({
    sessionId: z.string(),
    update: z.object({
      sessionUpdate: z.literal('subagent_update'),
      sessionId: z.string(),
      state: z.object({ state: z.string(), stopReason: z.string().optional() }),
    }),
  }),
});
type SubagentUpdate = z.infer<typeof subagentUpdate>['params'];

describe('the first word of a prompt', () => {
  test.each([
    ['help', 'help', ''],
    ['HELP!', 'help', ''],
    ['/help', 'help', ''],
    [' `Help`. ', 'help', ''],
    ['? what can you do', 'help', 'what can you do'],
    ['**read**: a.ts\n', 'read', 'a.ts'],
    ['Show a.ts', 'read', 'a.ts'],
    ['!ls -l', 'run', 'ls -l'],
    ['run "npm test"', 'run', '"npm test"'],
  ])('%j is %s', (words, name, argument) => {
    expect(findCommand(words)).toMatchObject({ command: { name }, argument });
  });

  test.each(['', 'helpful words', 'please read it', '帮助'])('%j is talk', (words) => {
    expect(findCommand(words)).toMatchObject({ command: { name: '' }, argument: words });
  });
});

describe('the demo agent', () => {
  let demo: DemoClient;
  beforeAll(async () => {
    demo = await DemoClient.start();
  });
  afterAll(() => demo[Symbol.asyncDispose]());

  test('says who it is, with the version of the extension', async () => {
    const manifest = z
      .object({ version: z.string() })
      .parse(JSON.parse(await readFile(join(import.meta.dirname, '..', '..', '..', 'package.json'), 'utf8')));
    expect(demo.initialized).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: 'parley-demo', title: 'Demo agent', version: manifest.version },
    });
  });

  test('help lists what can be tried and how a real agent is added', async () => {
    const answer = await demo.ask('help');
    expect(answer).toContain('no model');
    expect(answer).toContain('**Parley: Add Agent…**');
    expect(answer).not.toContain('json');
    for (const name of [
      'read',
      'explain',
      'edit',
      'run',
      'plan',
      'think',
      'slow',
      'stream',
      'tools',
      'stop',
    ]) {
      expect(answer).toMatch(new RegExp(`^- \`${name}\\b`, 'm'));
    }
  });

  test('offers its commands behind a slash', async () => {
    const sessionId = await demo.newSession();
    await vi.waitFor(() => {
      const names = demo
        .updates(sessionId, 'available_commands_update')
        .flatMap(({ availableCommands }) => availableCommands.map(({ name }) => name));
      expect(names).toEqual(expect.arrayContaining(['help', 'explain', 'stuck']));
    });
  });

  test('anything else gets a friendly answer with three suggestions', async () => {
    const answer = await demo.ask('Refactor the parser, please');
    expect(answer).toContain('demo without a model');
    expect(answer.match(/^- /gm)).toHaveLength(3);
  });

  test('think sends thoughts, then an answer', async () => {
    const sessionId = await demo.newSession();
    expect(await demo.prompt(sessionId, 'think about rivers')).toMatchObject({ stopReason: 'end_turn' });
    const kinds = demo.notifications
      .filter((each) => each.sessionId === sessionId)
      .map(({ update }) => update.sessionUpdate)
      .filter((kind) => kind.endsWith('_chunk'));
    expect(kinds).toEqual(kinds.toSorted((a, b) => Number(a > b ? -1 : 1)));
    expect(new Set(kinds)).toEqual(new Set(['agent_thought_chunk', 'agent_message_chunk']));
    const thoughts = demo
      .updates(sessionId, 'agent_thought_chunk')
      .map(({ content }) => (content.type === 'text' ? content.text : ''));
    expect(thoughts.join('')).toContain('about rivers');
  });

  test('stream sends exactly as many markdown chunks as asked for', async () => {
    const sessionId = await demo.newSession();
    await demo.prompt(sessionId, 'stream 2,000');
    expect(demo.updates(sessionId, 'agent_message_chunk')).toHaveLength(2000);
    const answer = demo.said(sessionId);
    expect(answer).toContain('## Section 125');
    for (const part of ['\n- ', '```ts\n', '| --- |', '**bold**']) expect(answer).toContain(part);
  });

  test('tools sends as many pairs of tool calls as asked for', async () => {
    const sessionId = await demo.newSession();
    await demo.prompt(sessionId, 'tools 7');
    const started = demo.updates(sessionId, 'tool_call').map(({ toolCallId }) => toolCallId);
    const ended = demo.updates(sessionId, 'tool_call_update');
    expect(new Set(started).size).toBe(7);
    expect(ended.map(({ toolCallId }) => toolCallId)).toEqual(started);
    expect(ended.every(({ status }) => status === 'completed')).toBe(true);
  });

  test('plan advances entry by entry until all are done', async () => {
    const sessionId = await demo.newSession();
    await demo.prompt(sessionId, 'plan');
    const done = demo
      .updates(sessionId, 'plan')
      .map(({ entries }) => entries.filter(({ status }) => status === 'completed').length);
    expect(done).toEqual([0, 1, 2, 3, 4, 5]);
    expect(demo.said(sessionId)).toContain('All 5 steps are done.');
  });

  test.each(['slow', 'stream 1000000', 'tools 1000000', 'plan', 'help'])(
    'cancel ends %j before it is done, as cancelled',
    async (words) => {
      const sessionId = await demo.newSession();
      const turn = demo.prompt(sessionId, words);
      await vi.waitFor(() =>
        expect(demo.said(sessionId) || demo.updates(sessionId, 'tool_call').length).not.toBeFalsy(),
      );
      await demo.cancel(sessionId);
      expect(await turn).toEqual({ stopReason: 'cancelled' });
    },
  );

  test('cancel ends one session only, and the session goes on afterwards', async () => {
    const [first, second] = [await demo.newSession(), await demo.newSession()];
    const turns = [demo.prompt(first, 'slow'), demo.prompt(second, 'slow')] as const;
    await demo.cancel(first);
    expect(await turns[0]).toEqual({ stopReason: 'cancelled' });
    const before = demo.updates(second, 'agent_message_chunk').length;
    await vi.waitFor(() =>
      expect(demo.updates(second, 'agent_message_chunk').length).toBeGreaterThan(before),
    );
    await demo.cancel(second);
    expect(await turns[1]).toEqual({ stopReason: 'cancelled' });
    expect(await demo.prompt(first, 'stream 1')).toMatchObject({ stopReason: 'end_turn' });
  });

  test('a second prompt in a running turn is refused with an error', async () => {
    const sessionId = await demo.newSession();
    const turn = demo.prompt(sessionId, 'slow');
    await expect(demo.prompt(sessionId, 'help')).rejects.toThrow('still running');
    await demo.cancel(sessionId);
    await turn;
  });

  test.each(['max_tokens', 'max_turn_requests', 'refusal', 'cancelled', 'end_turn'])(
    'R47 stop %s ends with that stop reason',
    async (reason) => {
      const sessionId = await demo.newSession();
      expect(await demo.prompt(sessionId, `stop ${reason}`)).toMatchObject({ stopReason: reason });
    },
  );

  test('stop without a known reason names the reasons', async () => {
    expect(await demo.ask('stop now')).toContain('`max_tokens`');
  });

  test('fail answers with an error that says why', async () => {
    const sessionId = await demo.newSession();
    await expect(demo.prompt(sessionId, 'fail')).rejects.toMatchObject({
      code: -32603,
      data: { details: 'The demo agent was asked to fail.' },
    });
  });

  test('image sends a picture', async () => {
    const sessionId = await demo.newSession();
    await demo.prompt(sessionId, 'image');
    const blocks = demo.updates(sessionId, 'agent_message_chunk').map(({ content }) => content);
    const picture = blocks.find((block) => block.type === 'image');
    expect(picture).toMatchObject({ mimeType: 'image/png' });
    expect(picture?.data.startsWith('iVBORw0KGgo')).toBe(true);
  });

  test('a session that does not exist, and a relative folder, are refused', async () => {
    await expect(demo.prompt('nobody', 'help')).rejects.toMatchObject({ code: -32002 });
    const relative = demo.context.request(methods.agent.session.new, { cwd: 'here', mcpServers: [] });
    await expect(relative).rejects.toMatchObject({ code: -32602 });
  });
});

describe('the process of the demo agent', () => {
  test('crash ends it with exit code 1 and a message on stderr', async () => {
    await using demo = await DemoClient.start({ asProcess: true });
    const sessionId = await demo.newSession();
    await expect(demo.prompt(sessionId, 'crash')).rejects.toThrow();
    expect(await demo.child.exitCode).toBe(1);
    expect(await demo.child.stderr).toContain('asked to crash');
    expect(demo.said(sessionId)).toContain('as if it had crashed');
  });

  test.each(['slow', 'stuck'])('ends when its input ends, also during %s', async (words) => {
    await using demo = await DemoClient.start({ asProcess: true });
    const sessionId = await demo.newSession();
    demo.prompt(sessionId, words).catch(() => undefined);
    await vi.waitFor(() => expect(demo.said(sessionId)).not.toBe(''));
    expect(await demo.end()).toBe(0);
    expect(await demo.child.stderr).toBe('');
  });

  test('stuck does not listen to a cancel', async () => {
    await using demo = await DemoClient.start({ asProcess: true });
    const sessionId = await demo.newSession();
    let ended = false;
    demo.prompt(sessionId, 'stuck').then(
      () => (ended = true),
      () => undefined,
    );
    await vi.waitFor(() => expect(demo.said(sessionId)).toContain('not listen'));
    await demo.cancel(sessionId);
    // Whole turns of another session pass meanwhile, each longer than a cancel may take.
    const other = await demo.newSession();
    await demo.prompt(other, 'think');
    expect(ended).toBe(false);
  });

  test('agents reports sub-agents in the session that started them, and stops each alone', async () => {
    await using demo = await DemoClient.start({ asProcess: true });
    const lines: string[] = [];
    demo.child.process.stdout.on('data', (chunk: Buffer) => lines.push(chunk.toString('utf8')));
    const sessionId = await demo.newSession();
    const updates = (): readonly SubagentUpdate[] =>
      lines
        .join('')
        .split('\n')
        .flatMap((line) => subagentUpdate.safeParse(parseJson(line)).data?.params ?? []);
    const prompted = demo.prompt(sessionId, 'agents 2');
    const announced = await vi.waitFor(() => {
      const found = updates().filter(({ update }) => update.state.state === 'running');
      expect(found).toHaveLength(3);
      return found;
    });
    const [first, second, nested] = announced;
    expect([first?.sessionId, second?.sessionId, nested?.sessionId]).toEqual([
      sessionId,
      sessionId,
      first?.update.sessionId,
    ]);
    await demo.cancel(second?.update.sessionId ?? '');
    expect(await prompted).toMatchObject({ stopReason: 'end_turn' });
    const ends = updates().filter(({ update }) => update.state.state === 'idle');
    const endOf = (id: string | undefined) =>
      ends.find(({ update }) => update.sessionId === id)?.update.state;
    expect(endOf(first?.update.sessionId)).toEqual({ state: 'idle', stopReason: 'end_turn' });
    expect(endOf(second?.update.sessionId)).toEqual({ state: 'idle', stopReason: 'cancelled' });
  });

  test('R9 unknown sends an update and a block that are not in the protocol, and goes on', async () => {
    await using demo = await DemoClient.start({ asProcess: true });
    const lines: string[] = [];
    demo.child.process.stdout.on('data', (chunk: Buffer) => lines.push(chunk.toString('utf8')));
    const sessionId = await demo.newSession();
    expect(await demo.prompt(sessionId, 'unknown')).toMatchObject({ stopReason: 'end_turn' });
    expect(lines.join('')).toContain('"sessionUpdate":"demo_weather"');
    expect(lines.join('')).toContain('"type":"demo_hologram"');
    expect(demo.said(sessionId)).toContain('and this one came');
  });
});
