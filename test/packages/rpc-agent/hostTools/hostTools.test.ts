// MCP servers as host tools: real servers, processes and over HTTP, behind a CLI whose frames the test writes.
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpServer } from '@agentclientprotocol/sdk';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { HostTools } from '../../../../packages/rpc-agent/src/hostTools/hostTools.ts';
import type { RpcFrame } from '../../../../packages/rpc-agent/src/cli/frames.ts';
import { RpcRefusal } from '../../../../packages/rpc-agent/src/cli/rpcErrors.ts';
import { Emitter } from '../../../../src/core/base/lifecycle.ts';
import { eventStreamMcpServer, streamableMcpServer } from '../../../support/mcpHttp.ts';
import { bundledProgram } from '../../../support/programs/bundledProgram.ts';

const program = bundledProgram('test/support/programs/mcpServerProcess.ts');

const offer = z.object({
  tools: z.array(
    z.looseObject({
      name: z.string(),
      label: z.string(),
      description: z.string(),
      parameters: z.looseObject({ type: z.literal('object') }),
      loadMode: z.string().optional(),
    }),
  ),
});
const result = z.looseObject({
  type: z.string(),
  id: z.string(),
  result: z.object({ content: z.array(z.looseObject({ type: z.string() })) }),
  isError: z.boolean().optional(),
});

/** The CLI's end: keeps the tools it was given, and what was sent. */
class CliEnd {
  readonly #frames = new Emitter<RpcFrame>();
  readonly onFrame = this.#frames.event;
  readonly sent: object[] = [];
  readonly knowsHostTools: boolean;
  offers: z.output<typeof offer>['tools'][] = [];

  constructor({ knowsHostTools = true }: { knowsHostTools?: boolean } = {}) {
    this.knowsHostTools = knowsHostTools;
  }

  request(command: string, fields: object = {}): Promise<unknown> {
    if (!this.knowsHostTools) return Promise.reject(new RpcRefusal(command, 'Unknown command'));
    expect(command).toBe('set_host_tools');
    const { tools } = offer.parse(fields);
    this.offers.push(tools);
    return Promise.resolve({ toolNames: tools.map(({ name }) => name) });
  }

  send(frame: object): void {
    this.sent.push(frame);
  }

  get toolNames(): string[] {
    return (this.offers.at(-1) ?? []).map(({ name }) => name);
  }

  say(frame: RpcFrame): void {
    this.#frames.fire(frame);
  }

  /** Calls a tool and returns its result once it has come. */
  async call(toolName: string, args: unknown = {}): Promise<z.output<typeof result>> {
    const id = `h${this.sent.length}-${toolName}`;
    this.say({ type: 'host_tool_call', id, toolCallId: 'c', toolName, arguments: args });
    return await vi.waitFor(
      () => {
        const found = this.sent.find(
          (frame) => 'type' in frame && frame.type === 'host_tool_result' && 'id' in frame && frame.id === id,
        );
        return result.parse(found);
      },
      { timeout: 10_000 },
    );
  }
}

let folder: string;
let notes: string;
let open: HostTools[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-host-tools-')));
  notes = join(folder, 'notes.ndjson');
  writeFileSync(notes, '');
});

afterEach(async () => {
  await Promise.all(open.map((tools) => tools.dispose()));
  open = [];
  await rm(folder, { recursive: true, force: true });
});

function processServer(name: string, ...args: string[]): McpServer {
  return {
    name,
    command: process.execPath,
    args: [program, notes, ...args],
    env: [{ name: 'GREETING', value: 'hello' }],
  };
}

const problems: string[] = [];

async function connect(cli: CliEnd, servers: McpServer[], connectTimeoutMs = 15_000): Promise<HostTools> {
  problems.length = 0;
  const tools = await HostTools.connect({
    servers,
    cli,
    cwd: folder,
    log: () => {},
    connectTimeoutMs,
    onProblem: (sentence) => problems.push(sentence),
  });
  open.push(tools);
  return tools;
}

const note = z.object({
  started: z.number().optional(),
  called: z.string().optional(),
  cancelled: z.string().optional(),
});

function noted(): z.output<typeof note>[] {
  return readFileSync(notes, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [note.parse(JSON.parse(line))]));
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the tools of a server', () => {
  test('are offered to the CLI under the name of the server, with what they take', async () => {
    const cli = new CliEnd();
    const tools = await connect(cli, [processServer('My tools')]);
    expect(problems).toEqual([]);
    expect(cli.toolNames).toContain('My_tools_echo');
    expect(cli.offers.at(-1)?.find(({ name }) => name === 'My_tools_echo')).toMatchObject({
      label: 'Echo (My tools)',
      description: 'Says it again',
      loadMode: 'essential',
      parameters: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    });
    expect(tools.titleOf('My_tools_echo')).toBe('Echo (My tools)');
    expect(tools.titleOf('read')).toBeUndefined();
  });

  test('are called, where the session is and in its environment', async () => {
    const cli = new CliEnd();
    await connect(cli, [processServer('t')]);
    expect(await cli.call('t_echo', { message: 'hi' })).toEqual({
      type: 'host_tool_result',
      id: expect.any(String),
      result: { content: [{ type: 'text', text: 'MCP says hi' }] },
    });
    const [where] = (await cli.call('t_where')).result.content;
    expect(JSON.parse(String(where?.['text']))).toEqual({ cwd: folder, greeting: 'hello' });
  });

  test('of several servers have names of their own, even where the servers do not', async () => {
    const cli = new CliEnd();
    await connect(cli, [processServer('same'), processServer('same'), processServer(`${'long'.repeat(20)}`)]);
    expect(new Set(cli.toolNames).size).toBe(cli.toolNames.length);
    expect(cli.toolNames).toEqual(expect.arrayContaining(['same_echo', 'same_echo_2']));
    for (const name of cli.toolNames) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect((await cli.call('same_echo_2', { message: 'second' })).isError).toBeUndefined();
  });

  test('can become more while the session runs', async () => {
    const cli = new CliEnd();
    await connect(cli, [processServer('t')]);
    expect(cli.toolNames).not.toContain('t_learned');
    await cli.call('t_grow');
    await vi.waitFor(() => expect(cli.toolNames).toContain('t_learned'), { timeout: 10_000 });
    expect((await cli.call('t_learned')).result.content).toEqual([{ type: 'text', text: 'new' }]);
  });

  test('come over HTTP, with the headers that the client named', async () => {
    await using server = await streamableMcpServer(notes);
    const cli = new CliEnd();
    const headers = [{ name: 'Authorization', value: 'Bearer abc' }];
    await connect(cli, [{ type: 'http', name: 'web', url: server.url, headers }]);
    expect(problems).toEqual([]);
    expect((await cli.call('web_echo', { message: 'hi' })).result.content).toEqual([
      { type: 'text', text: 'MCP says hi' },
    ]);
    expect(server.headers.length).toBeGreaterThan(1);
    expect(server.headers.every(({ authorization }) => authorization === 'Bearer abc')).toBe(true);
  });

  test('come over an event stream', async () => {
    await using server = await eventStreamMcpServer(notes);
    const cli = new CliEnd();
    await connect(cli, [{ type: 'sse', name: 'old', url: server.url, headers: [] }]);
    expect(problems).toEqual([]);
    expect((await cli.call('old_echo', { message: 'hi' })).result.content).toEqual([
      { type: 'text', text: 'MCP says hi' },
    ]);
  });
});

describe('a call', () => {
  test('that makes progress reports it', async () => {
    const cli = new CliEnd();
    await connect(cli, [processServer('t')]);
    const { id } = await cli.call('t_count');
    expect(cli.sent).toContainEqual({
      type: 'host_tool_update',
      id,
      partialResult: { content: [{ type: 'text', text: 'Step 1' }] },
    });
    expect(cli.sent.at(-1)).toMatchObject({ type: 'host_tool_result', id });
  });

  test('that is cancelled is cancelled at the server, and answers nothing more', async () => {
    const cli = new CliEnd();
    await connect(cli, [processServer('t')]);
    cli.say({ type: 'host_tool_call', id: 'w1', toolCallId: 'c', toolName: 't_wait', arguments: {} });
    await vi.waitFor(() => expect(noted()).toContainEqual({ called: 'wait' }), { timeout: 10_000 });
    cli.say({ type: 'host_tool_cancel', id: 'x', targetId: 'w1' });
    await vi.waitFor(() => expect(noted()).toContainEqual({ cancelled: 'wait' }), { timeout: 10_000 });
    await cli.call('t_echo', { message: 'still there' });
    expect(cli.sent).not.toContainEqual(expect.objectContaining({ id: 'w1' }));
  });

  test.each([
    ['t_fail', 'The disk is full'],
    ['t_throw', 'Something broke'],
  ])('%s fails with the message of the tool', async (toolName, words) => {
    const cli = new CliEnd();
    await connect(cli, [processServer('t')]);
    const answer = await cli.call(toolName);
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer.result.content)).toContain(words);
  });

  test('with arguments that the tool does not take fails', async () => {
    const cli = new CliEnd();
    await connect(cli, [processServer('t')]);
    expect((await cli.call('t_echo', { wrong: 1 })).isError).toBe(true);
    expect((await cli.call('t_echo', 'nonsense')).isError).toBe(true);
  });

  test('of a tool that is not there fails', async () => {
    const cli = new CliEnd();
    await connect(cli, [processServer('t')]);
    expect(await cli.call('t_nothing')).toMatchObject({
      isError: true,
      result: { content: [{ text: 'The tool t_nothing is not available.' }] },
    });
  });

  test('answers with pictures as they are, and with text for the rest', async () => {
    const cli = new CliEnd();
    await connect(cli, [processServer('t')]);
    expect((await cli.call('t_show')).result.content).toEqual([
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'text', text: '(a sound of type audio/wav)' },
      { type: 'text', text: 'A file: file:///a.txt' },
      { type: 'text', text: 'the text of b' },
    ]);
    expect((await cli.call('t_silent')).result.content).toEqual([{ type: 'text', text: '(no output)' }]);
  });
});

describe('a server that cannot be used', () => {
  test('is reported with its stderr tail, and the others are used', async () => {
    const cli = new CliEnd();
    await connect(cli, [
      processServer('broken', 'broken'),
      { name: 'missing', command: join(folder, 'nothing-here'), args: [], env: [] },
      { type: 'http', name: 'down', url: 'http://127.0.0.1:1/', headers: [] },
      { type: 'http', name: 'nonsense', url: 'no address', headers: [] },
      processServer('good'),
    ]);
    expect(problems).toHaveLength(4);
    expect(problems).toContainEqual(
      expect.stringMatching(/“broken” could not be started.*No licence for this machine/s),
    );
    expect(problems).toContainEqual(expect.stringContaining('“missing” could not be started'));
    expect(problems).toContainEqual(expect.stringContaining('“down” could not be started'));
    expect(problems).toContainEqual(expect.stringContaining('“nonsense” could not be started'));
    expect((await cli.call('good_echo', { message: 'x' })).isError).toBeUndefined();
    expect(cli.toolNames.every((name) => name.startsWith('good_'))).toBe(true);
  });

  test('because it says nothing does not keep the session waiting, and is ended with it', async () => {
    const cli = new CliEnd();
    const tools = await connect(cli, [processServer('mute', 'mute'), processServer('good')], 100);
    // The tools come when they come.
    await vi.waitFor(() => expect(cli.toolNames).toContain('good_echo'), { timeout: 10_000 });
    const started = (): readonly number[] => noted().flatMap(({ started: pid }) => pid ?? []);
    await vi.waitFor(() => expect(started()).toHaveLength(2), { timeout: 10_000 });
    const pids = started();
    await tools.dispose();
    await vi.waitFor(() => expect(pids.map(lives)).toEqual([false, false]), { timeout: 10_000 });
    expect(problems).toEqual([]);
  });

  test('any more is reported, and its tools are removed', async () => {
    const cli = new CliEnd();
    await connect(cli, [processServer('good'), processServer('mortal')]);
    const answer = await cli.call('mortal_die');
    expect(answer.isError).toBe(true);
    await vi.waitFor(() => expect(cli.toolNames.every((name) => name.startsWith('good_'))).toBe(true));
    expect(problems).toEqual([expect.stringContaining('“mortal” has stopped')]);
    expect((await cli.call('good_echo', { message: 'x' })).isError).toBeUndefined();
  });
});

test('a CLI that knows no host tools has no server started for it', async () => {
  const cli = new CliEnd({ knowsHostTools: false });
  await connect(cli, [processServer('t')]);
  expect(noted()).toEqual([]);
  expect(problems).toEqual([]);
});

test('without servers the CLI is asked nothing', async () => {
  const cli = new CliEnd();
  await connect(cli, []);
  expect(cli.offers).toEqual([]);
});

test('disposing ends the servers and what they have started, and the calls', async () => {
  const cli = new CliEnd();
  const tools = await connect(cli, [processServer('t', 'child')]);
  cli.say({ type: 'host_tool_call', id: 'w1', toolCallId: 'c', toolName: 't_wait', arguments: {} });
  await vi.waitFor(() => expect(noted()).toContainEqual({ called: 'wait' }), { timeout: 10_000 });
  const pids = noted().flatMap(({ started }) => started ?? []);
  expect(pids).toHaveLength(2);
  await tools.dispose();
  await vi.waitFor(() => expect(pids.map(lives)).toEqual([false, false]), { timeout: 10_000 });
  cli.say({ type: 'host_tool_call', id: 'late', toolCallId: 'c', toolName: 't_echo', arguments: {} });
  expect(cli.sent).toEqual([]);
});
