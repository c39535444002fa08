// The examples of the document about RPC mode, verbatim, through the program that makes ACP of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreateElicitationResponse } from '@agentclientprotocol/sdk';
import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { atEnd, until } from '../support/agentHarness.ts';
import { serveOverHttp } from '../support/mcpHttp.ts';
import { openScripted, openTurn, optionOf, startScripted } from '../support/rpcModeClient.ts';
import type { CliScript } from '../support/scriptedCli.ts';

const frame = z.looseObject({ type: z.string(), id: z.string().optional() });
type Frame = z.infer<typeof frame>;

function exampleText(name: string): string {
  return readFileSync(join(import.meta.dirname, 'proposals', 'rpc', name), 'utf8');
}

/** The frames of an example: a whole file of JSON, or one on each line. */
function frames(name: string): Frame[] {
  const text = exampleText(name);
  const texts = name.endsWith('.ndjson') ? text.trim().split('\n') : [text];
  return texts.map((each) => frame.parse(JSON.parse(each)));
}

function onlyFrame(name: string): Frame {
  const [first, ...others] = frames(name);
  if (first === undefined || others.length > 0) throw new Error(`${name} has not one frame`);
  return first;
}

/** A command without its id, which the host is free to choose. */
function withoutId({ id: _free, ...rest }: Frame): object {
  return rest;
}

/** A CLI that says what the document says, and of itself nothing more. */
const script: CliScript = {
  family: 'xcsh',
  handlers: {
    prompt: (command, cli) => {
      for (const each of frames('1-prompt.stdout.ndjson')) {
        cli.send(each.type === 'response' ? { ...each, id: command.id } : each);
      }
    },
  },
};

const words = (name: string): string =>
  z
    .object({ assistantMessageEvent: z.object({ delta: z.string() }) })
    .parse(frames(name).find(({ type }) => type === 'message_update')).assistantMessageEvent.delta;

describe('prompt and stream', () => {
  test('every prompt is answered in a message of its own', async () => {
    const { client, cli, sessionId } = await openScripted(script);
    const prompt = onlyFrame('1-prompt.stdin.ndjson');
    for (const _turn of [1, 2]) {
      const answer = await client.prompt(sessionId, String(prompt['message']));
      expect(answer).toMatchObject({ stopReason: 'end_turn' });
      expect(withoutId(await cli.next('prompt'))).toEqual(withoutId(prompt));
    }
    const chunks = client.updates(sessionId, 'agent_message_chunk');
    expect(chunks.map(({ content }) => content)).toEqual([
      { type: 'text', text: words('1-prompt.stdout.ndjson') },
      { type: 'text', text: words('1-prompt.stdout.ndjson') },
    ]);
    expect(chunks[0]?.messageId).not.toBe(chunks[1]?.messageId);
  });

  test('a thought ends where the answer begins', async () => {
    const thought = {
      type: 'message_update',
      assistantMessageEvent: { type: 'thinking_delta', delta: 'Hm' },
    };
    const { client, sessionId } = await openScripted({
      ...script,
      handlers: {
        prompt: (command, cli) => {
          const [response, start, ...rest] = frames('1-prompt.stdout.ndjson');
          cli.send({ ...response, id: command.id }, { ...start }, thought, ...rest);
        },
      },
    });
    await client.prompt(sessionId, 'One');
    await client.prompt(sessionId, 'Two');
    const kinds = client.notifications.flatMap(({ update }) =>
      update.sessionUpdate.endsWith('_chunk') ? [update.sessionUpdate] : [],
    );
    expect(kinds).toEqual([
      'agent_thought_chunk',
      'agent_message_chunk',
      'agent_thought_chunk',
      'agent_message_chunk',
    ]);
  });
});

test('a prompt during a turn says that it follows', async () => {
  const example = onlyFrame('2-follow-up.stdin.ndjson');
  const { client, cli, sessionId, turn } = await openTurn({ family: 'xcsh' }, { begun: 'Half' });
  const second = client.prompt(sessionId, String(example['message']));
  expect(withoutId(await cli.next('prompt'))).toEqual(withoutId(example));
  cli.endTurn();
  await Promise.all([turn, second]);
});

test('the queue is inspected and tuned', async () => {
  const [state, steering, interrupt] = frames('3-queue.stdin.ndjson');
  const { client, cli, sessionId } = await openScripted({
    family: 'xcsh',
    start: (process) => {
      process.state['interruptMode'] = 'immediate';
    },
  });
  expect(withoutId(await cli.next('get_state'))).toEqual(withoutId(state ?? { type: '' }));
  await client.setOption(sessionId, 'steering_mode', 'all');
  expect(withoutId(await cli.next('set_steering_mode'))).toEqual(withoutId(steering ?? { type: '' }));
  await client.setOption(sessionId, 'interrupt_mode', 'wait');
  expect(withoutId(await cli.next('set_interrupt_mode'))).toEqual(withoutId(interrupt ?? { type: '' }));
});

describe('a question of an extension', () => {
  const answering = (response: CreateElicitationResponse) =>
    openScripted({ family: 'xcsh' }, { elicit: () => response });

  test('is answered with what the user wrote', async () => {
    const answer = onlyFrame('4-ui.stdin.ndjson');
    const { client, cli } = await answering({
      action: 'accept',
      content: { value: String(answer['value']) },
    });
    cli.send(onlyFrame('4-ui.stdout.ndjson'));
    expect(await cli.next('extension_ui_response')).toEqual(answer);
    expect(client.questions).toMatchObject([{ mode: 'form', message: 'Branch name' }]);
  });

  test('to confirm is answered with yes', async () => {
    const { client, cli } = await answering({ action: 'accept', content: { value: 'yes' } });
    const question = onlyFrame('confirm.stdout.ndjson');
    cli.send(question);
    expect(await cli.next('extension_ui_response')).toEqual({
      type: 'extension_ui_response',
      id: question.id,
      confirmed: true,
    });
    expect(client.questions).toHaveLength(1);
  });
});

test('an error of an extension is a notice', async () => {
  const { client, cli, sessionId } = await openScripted({ family: 'xcsh' });
  cli.send(onlyFrame('extension-error.stdout.ndjson'));
  await until(() => client.updates(sessionId, 'notice').length > 0, 'a notice');
  expect(client.updates(sessionId, 'notice')).toMatchObject([{ severity: 'error' }]);
});

test('a command that fails is the error of its request, and nothing else has changed', async () => {
  const failure = onlyFrame('failure.stdout.ndjson');
  const { client, sessionId } = await openScripted({
    family: 'xcsh',
    handlers: { set_model: ({ id }, cli) => cli.send({ ...failure, id }) },
  });
  const change = client.setOption(sessionId, 'model', 'fake/fake-2');
  await expect(change).rejects.toThrow(String(failure['error']));
  const options = await client.setOption(sessionId, 'steering_mode', 'all');
  expect(optionOf(options, 'model')).toMatchObject({ currentValue: 'fake/fake-1' });
});

test('the state is what the session says of itself', async () => {
  const state = z.looseObject({}).parse(JSON.parse(exampleText('get-state.data.json')));
  const { client, sessionId, response } = await openScripted({
    family: 'xcsh',
    start: (cli) => {
      Object.assign(cli.state, state);
    },
  });
  expect(sessionId).toBe(state['sessionId']);
  expect(optionOf(response.configOptions, 'model')).toMatchObject({ currentValue: '.../...' });
  expect(optionOf(response.configOptions, 'thinking')).toMatchObject({
    currentValue: state['thinkingLevel'],
  });
  await until(() => client.updates(sessionId, 'plan').length > 0, 'the plan');
  expect(client.updates(sessionId, 'plan')).toMatchObject([
    { entries: [{ content: 'Map the tool surface', status: 'in_progress' }] },
  ]);
  expect(client.updates(sessionId, 'session_info_update')).toMatchObject([{ title: state['sessionName'] }]);
});

test('a plan is set before the first prompt', async () => {
  const example = onlyFrame('set-todos.stdin.json');
  const { client, cli, sessionId } = await openScripted({ family: 'xcsh' });
  await client.context.request('_parley.dev/set_plan', { sessionId, phases: example['phases'] });
  expect(withoutId(await cli.next('set_todos'))).toEqual(withoutId(example));
});

describe('a tool of the host', () => {
  const answer = z
    .object({
      result: z.object({ content: z.array(z.object({ type: z.literal('text'), text: z.string() })) }),
    })
    .parse(onlyFrame('host-tool-result.stdin.json'));
  const progress = z
    .object({ partialResult: z.object({ content: z.array(z.object({ text: z.string() })) }) })
    .parse(onlyFrame('host-tool-update.stdin.json'));

  /** An MCP server “echo” with a tool “host”: it reports its progress, and answers when `finish` resolves. */
  async function openWithTool(finish: Promise<void>) {
    const server = await serveOverHttp(() => {
      const tools = new McpServer({ name: 'echo', version: '1.0.0' });
      tools.registerTool(
        'host',
        {
          title: 'Echo Host',
          description: 'Echo a value from the embedding host',
          inputSchema: z.strictObject({ message: z.string() }),
        },
        async (_value, { mcpReq }) => {
          const progressToken = mcpReq._meta?.progressToken;
          if (progressToken !== undefined) {
            const message = progress.partialResult.content[0]?.text;
            await mcpReq.notify({
              method: 'notifications/progress',
              params: { progressToken, progress: 1, ...(message === undefined ? {} : { message }) },
            });
          }
          await finish;
          return { content: answer.result.content };
        },
      );
      return tools;
    });
    atEnd(() => server[Symbol.asyncDispose]());
    const { client, host } = await startScripted({
      family: 'xcsh',
      handlers: {
        set_host_tools: (command, cli) =>
          cli.accept(command, JSON.parse(exampleText('set-host-tools.data.json'))),
      },
    });
    await client.newSession([{ type: 'http', name: 'echo', url: server.url, headers: [] }]);
    const cli = host.process();
    // The first offer is empty: the server connects meanwhile.
    await cli.next('set_host_tools');
    return { cli, offer: await cli.next('set_host_tools') };
  }

  test('is offered as it describes itself, called, and its progress and result come back', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { cli, offer } = await openWithTool(promise);
    const example = z
      .object({ tools: z.tuple([z.looseObject({ name: z.string(), label: z.string() })]) })
      .parse(onlyFrame('set-host-tools.stdin.json')).tools[0];
    // The label also names the server that the tool is from.
    const label = `${example.label} (echo)`;
    expect(offer).toMatchObject({ tools: [{ ...example, label }] });
    cli.send(onlyFrame('host-tool-call.stdout.json'));
    expect(await cli.next('host_tool_update')).toEqual(onlyFrame('host-tool-update.stdin.json'));
    resolve();
    expect(await cli.next('host_tool_result')).toEqual(onlyFrame('host-tool-result.stdin.json'));
  });

  test('is cancelled, and nothing more is said of it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { cli } = await openWithTool(promise);
    const call = onlyFrame('host-tool-call.stdout.json');
    cli.send(call);
    await cli.next('host_tool_update');
    cli.send(onlyFrame('host-tool-cancel.stdout.json'), { ...call, id: 'host_2' });
    expect(await cli.next('host_tool_update')).toMatchObject({ id: 'host_2' });
    resolve();
    expect(await cli.next('host_tool_result')).toMatchObject({ id: 'host_2' });
    const results = cli.received.filter(({ type }) => type === 'host_tool_result');
    expect(results.map(({ id }) => id)).toEqual(['host_2']);
  });
});
