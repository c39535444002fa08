// `fs/read_text_file` and `fs/write_text_file` as a real agent process meets them.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  FileAccessError,
  type FileAccess,
  type FileRefusal,
  type FileRequest,
} from '../../../src/core/ports/fileAccess.ts';
import {
  rawAgent,
  recorded,
  temporaryFolder,
  until,
  type Harness,
  type RecordingClient,
} from '../../support/agentHarness.ts';
import type { RawStep } from '../../support/programs/rawAgent.ts';

const ws = tmpdir();

/** Files in memory. Writes and reads take effect when the test lets them, or at once. */
class MemoryFiles implements FileAccess {
  readonly texts = new Map<string, string>();
  readonly requests: FileRequest[] = [];
  readonly order: string[] = [];
  /** Called before a request takes effect. */
  before: (request: FileRequest, what: string) => Promise<void> = async () => {};

  async readTextFile(request: FileRequest): Promise<string> {
    await this.#begin(request, `read ${request.path}`);
    const text = this.texts.get(request.path);
    if (text === undefined) throw new FileAccessError('not-found', `${request.path} does not exist.`);
    return text;
  }

  async writeTextFile(request: FileRequest, content: string): Promise<string> {
    await this.#begin(request, `write ${request.path}`);
    this.texts.set(request.path, content);
    return content;
  }

  async #begin(request: FileRequest, what: string): Promise<void> {
    this.requests.push(request);
    this.order.push(`begin ${what}`);
    await this.before(request, what);
    this.order.push(`end ${what}`);
  }
}

interface FileAgent extends Harness {
  readonly files: MemoryFiles;
  /** The answer to the request with that id, once it is there. */
  readonly answer: (id: unknown) => Promise<Record<string, unknown>>;
}

/** An agent with session `s1` (and `s2`) that sends these messages. */
async function agentThat(
  messages: readonly object[],
  {
    files = new MemoryFiles(),
    handshake = {},
    onAccess,
  }: {
    files?: MemoryFiles;
    handshake?: Record<string, unknown>;
    onAccess?: RecordingClient['onAccess'];
  } = {},
): Promise<FileAgent> {
  const record = join(temporaryFolder(), 'received');
  const steps: RawStep[] = [
    { record },
    { handshake },
    { session: 's1' },
    { session: 's2' },
    { expect: 'session/prompt' },
    ...messages.map((message): RawStep => ({ send: { ...message } })),
  ];
  const harness = rawAgent(steps, { files });
  if (onAccess !== undefined) harness.client.onAccess = onAccess;
  await harness.agent.connect();
  await harness.agent.sessions.create({ cwd: ws, additional: [] });
  await harness.agent.sessions.create({ cwd: join(ws, 'second'), additional: [] });
  harness.agent.prompt('s1', [{ type: 'text', text: 'go' }]).catch(() => {});
  const answer = async (id: unknown): Promise<Record<string, unknown>> => {
    const find = (): Record<string, unknown> | undefined =>
      recorded(record).find((message) => message['id'] === id && !('method' in message));
    await until(() => find() !== undefined, `an answer to ${String(id)}`);
    return find() ?? {};
  };
  return { ...harness, files, answer };
}

function read(id: number | string, path: string, more: object = {}): object {
  return { id, method: 'fs/read_text_file', params: { sessionId: 's1', path, ...more } };
}

function write(id: number | string, path: string, content: string, sessionId = 's1'): object {
  return { id, method: 'fs/write_text_file', params: { sessionId, path, content } };
}

function filesWith(texts: Record<string, string>): MemoryFiles {
  const files = new MemoryFiles();
  for (const [path, text] of Object.entries(texts)) files.texts.set(path, text);
  return files;
}

describe('What is advertised', () => {
  it.each([
    ['R79 files when they are served', new MemoryFiles(), { readTextFile: true, writeTextFile: true }],
    ['R79 no files when they are not', undefined, undefined],
  ])('%s', async (_what, files, expected) => {
    const record = join(temporaryFolder(), 'received');
    const { agent } = rawAgent([{ record }, { handshake: {} }], files === undefined ? {} : { files });
    await agent.connect();
    expect(recorded(record)[0]).toMatchObject({ method: 'initialize' });
    const sent = JSON.parse(JSON.stringify(recorded(record)[0]));
    expect(sent.params.clientCapabilities.fs).toEqual(expected);
  });

  it('R79 a method that is not advertised is not there', async () => {
    const record = join(temporaryFolder(), 'received');
    const steps = [{ record }, { handshake: {} }, { session: 's1' }, { send: write(7, '/a', '') }];
    const { agent } = rawAgent([...steps, { expect: 'response' }] as RawStep[]);
    await agent.connect();
    await agent.sessions.create({ cwd: ws, additional: [] });
    await until(() => recorded(record).some(({ id, error }) => id === 7 && error !== undefined), 'an answer');
    expect(recorded(record).at(-1)).toMatchObject({ id: 7, error: { code: -32601 } });
  });
});

describe('Permission', () => {
  it('is asked for what the port is about to do, and notified how that ended', async () => {
    const files = filesWith({});
    const closed: string[] = [];
    files.before = async (request) => {
      await request.permit({ use: 'write', real: '/real/a', isInside: false, content: 'x' });
      if (request.path === '/ws/full') throw new FileAccessError('disk-full', 'Full.');
    };
    const { answer, client } = await agentThat([write(1, '/ws/a', 'x'), write(2, '/ws/full', 'x')], {
      files,
      onAccess: async () => ({ close: (status) => closed.push(status) }),
    });
    expect(await answer(2)).toMatchObject({ error: { data: { reason: 'disk-full' } } });
    expect(client.accesses[0]).toEqual({
      use: 'write',
      path: '/ws/a',
      real: '/real/a',
      isInside: false,
      content: 'x',
    });
    expect(closed).toEqual(['completed', 'failed']);
  });

  it('that is refused is an error with the reason in words', async () => {
    const files = filesWith({ '/ws/a': 'old' });
    files.before = async (request) => {
      await request.permit({ use: 'write', real: '/ws/a', isInside: true });
    };
    const { answer } = await agentThat([write(1, '/ws/a', 'x')], {
      files,
      onAccess: async () => {
        throw new FileAccessError('refused', '/ws/a: a rule denies it.');
      },
    });
    expect(await answer(1)).toMatchObject({
      error: { code: -32603, message: '/ws/a: a rule denies it.', data: { reason: 'refused' } },
    });
    expect(files.texts.get('/ws/a')).toBe('old');
  });
});

describe('Reading', () => {
  it('R5 R74 gives the text the port gives, for the session that asks', async () => {
    const files = filesWith({ '/ws/a': '\uFEFFone\r\ntwo\n' });
    const { answer } = await agentThat([read(0, '/ws/a'), read('x', '/ws/a', { line: null, limit: null })], {
      files,
    });
    expect(await answer(0)).toEqual({ jsonrpc: '2.0', id: 0, result: { content: '\uFEFFone\r\ntwo\n' } });
    expect(await answer('x')).toMatchObject({ result: { content: '\uFEFFone\r\ntwo\n' } });
    expect(files.requests[0]?.session).toEqual({ agent: 'fake', id: 's1', roots: [ws] });
  });

  it.each([
    [{ line: 2 }, 'two\nthree'],
    [{ line: 1, limit: 1 }, 'one\r\n'],
    [{ line: 2, limit: 1 }, 'two\n'],
    [{ limit: 2 }, 'one\r\ntwo\n'],
    [{ line: 0, limit: 1 }, 'one\r\n'],
    [{ line: 9 }, ''],
    [{ line: 4_294_967_295, limit: 4_294_967_295 }, ''],
    [{ limit: 0 }, ''],
  ])('R75 gives the lines of %j', async (lines, content) => {
    const { answer } = await agentThat([read(1, '/ws/a', lines)], {
      files: filesWith({ '/ws/a': 'one\r\ntwo\nthree' }),
    });
    expect(await answer(1)).toMatchObject({ result: { content } });
  });

  it('R76 answers -32002 for a missing file', async () => {
    const { answer } = await agentThat([read(1, '/ws/missing')]);
    expect(await answer(1)).toMatchObject({
      error: {
        code: -32002,
        message: '/ws/missing does not exist.',
        data: { reason: 'not-found', uri: '/ws/missing' },
      },
    });
  });

  it.each([
    ['gemini-cli', { result: { content: '' } }],
    ['qwen-code', { error: { code: -32002 } }],
    [undefined, { error: { code: -32002 } }],
  ])('R76 the answer to %s about a missing file', async (name, expected) => {
    const handshake = name === undefined ? {} : { agentInfo: { name, title: 'Some title', version: '1' } };
    const { answer } = await agentThat([read(1, '/ws/missing')], { handshake });
    expect(await answer(1)).toMatchObject(expected);
  });

  it('R76 every other error reaches even gemini-cli', async () => {
    const files = new MemoryFiles();
    files.before = async () => {
      throw new FileAccessError('outside', 'It is outside.');
    };
    const { answer } = await agentThat([read(1, '/etc/passwd')], {
      files,
      handshake: { agentInfo: { name: 'gemini-cli', version: '1' } },
    });
    expect(await answer(1)).toMatchObject({ error: { code: -32603, message: 'It is outside.' } });
  });
});

describe('Errors', () => {
  const codes: [FileRefusal, number][] = [
    ['invalid-path', -32602],
    ['not-found', -32002],
    ['outside', -32603],
    ['ambiguous', -32603],
    ['folder', -32603],
    ['special', -32603],
    ['too-large', -32603],
    ['binary', -32603],
    ['encoding', -32603],
    ['no-permission', -32603],
    ['disk-full', -32603],
    ['failed', -32603],
  ];
  it.each(codes)('R8 R76 R78 a refusal as %s has code %i and its words', async (refusal, code) => {
    const files = new MemoryFiles();
    files.before = async () => {
      throw new FileAccessError(refusal, `No: ${refusal}.`);
    };
    const { answer } = await agentThat([read(1, '/ws/a'), write(2, '/ws/a', '')], { files });
    for (const id of [1, 2]) {
      expect(await answer(id)).toMatchObject({
        error: { code, message: `No: ${refusal}.`, data: { reason: refusal, path: '/ws/a' } },
      });
    }
  });

  it.each([
    ['no params', { id: 1, method: 'fs/read_text_file' }],
    ['no path', { id: 1, method: 'fs/read_text_file', params: { sessionId: 's1' } }],
    ['an empty path', read(1, '')],
    ['a negative line', read(1, '/a', { line: -1 })],
    ['half a line', read(1, '/a', { line: 1.5 })],
    ['a line in words', read(1, '/a', { line: 'one' })],
    ['no content', { id: 1, method: 'fs/write_text_file', params: { sessionId: 's1', path: '/a' } }],
    ['a session that is not there', write(1, '/a', '', 'other')],
  ])('R8 %s is -32602 and reaches no file', async (_what, message) => {
    const { answer, files } = await agentThat([message]);
    expect(await answer(1)).toMatchObject({ error: { code: -32602 } });
    expect(files.requests).toEqual([]);
  });

  it('R8 a failure nobody foresaw is -32603, and the connection lives', async () => {
    const files = filesWith({ '/ws/b': 'fine' });
    files.before = async ({ path }) => {
      if (path === '/ws/a') throw new TypeError('secret detail');
    };
    const { answer } = await agentThat([read(1, '/ws/a'), read(2, '/ws/b')], { files });
    const failed = await answer(1);
    expect(failed).toMatchObject({ error: { code: -32603 } });
    expect(JSON.stringify(failed)).not.toContain('secret detail');
    expect(await answer(2)).toMatchObject({ result: { content: 'fine' } });
  });

  it('R14 a withdrawn request aborts and is answered once', async () => {
    const files = new MemoryFiles();
    files.before = (request) =>
      new Promise((_resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(new FileAccessError('cancelled', 'Gone.')));
      });
    const { answer } = await agentThat(
      [write(1, '/ws/a', ''), { method: '$/cancel_request', params: { requestId: 1 } }],
      { files },
    );
    expect(await answer(1)).toMatchObject({ error: { code: -32800 } });
    expect(files.texts.has('/ws/a')).toBe(false);
  });
});

describe('Writing', () => {
  it('R77 writes the content and answers with an empty result', async () => {
    const { answer, files } = await agentThat([write(1, '/ws/a', 'a\r\nb')]);
    expect(await answer(1)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect(files.texts.get('/ws/a')).toBe('a\r\nb');
  });

  /** Files whose write of `/ws/a` takes until `finish` is called. */
  function slowFiles(): { files: MemoryFiles; finish: () => void } {
    const files = filesWith({ '/ws/a': 'old', '/ws/b': 'other' });
    const { promise, resolve } = Promise.withResolvers<void>();
    files.before = (_request, what) => (what === 'write /ws/a' ? promise : Promise.resolve());
    return { files, finish: resolve };
  }

  it('R10 R77 is done before the next request is served', async () => {
    const { files, finish } = slowFiles();
    const { answer } = await agentThat(
      [write(1, '/ws/a', 'new'), read(2, '/ws/a'), write(3, '/ws/b', 'b'), read(4, '/ws/b')],
      { files },
    );
    await until(() => files.order.includes('begin write /ws/a'), 'the write');
    finish();
    expect(await answer(2)).toMatchObject({ result: { content: 'new' } });
    expect(await answer(4)).toMatchObject({ result: { content: 'b' } });
    expect(files.order).toEqual([
      'begin write /ws/a',
      'end write /ws/a',
      'begin read /ws/a',
      'end read /ws/a',
      'begin write /ws/b',
      'end write /ws/b',
      'begin read /ws/b',
      'end read /ws/b',
    ]);
  });

  it('R10 R77 is done before a permission request after it is put', async () => {
    const { files, finish } = slowFiles();
    const ask = {
      id: 2,
      method: 'session/request_permission',
      params: {
        sessionId: 's1',
        toolCall: { toolCallId: 'call' },
        options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
      },
    };
    const { client } = await agentThat([write(1, '/ws/a', 'new'), ask], { files });
    await until(() => files.order.includes('begin write /ws/a'), 'the write');
    expect(client.permissions).toEqual([]);
    finish();
    await until(() => client.permissions.length === 1, 'the question');
    expect(files.order).toContain('end write /ws/a');
    client.permissions[0]?.answer({ outcome: 'cancelled' });
  });

  it('R10 R77 a failed write holds up nothing', async () => {
    const files = filesWith({ '/ws/a': 'old' });
    files.before = async (_request, what) => {
      if (what.startsWith('write')) throw new FileAccessError('disk-full', 'Full.');
    };
    const { answer } = await agentThat([write(1, '/ws/a', 'new'), read(2, '/ws/a')], { files });
    expect(await answer(1)).toMatchObject({ error: { message: 'Full.' } });
    expect(await answer(2)).toMatchObject({ result: { content: 'old' } });
  });

  it('R77 a write that waits for the user holds up its session and no other', async () => {
    const { files, finish } = slowFiles();
    const hold = files.before;
    files.before = async (request, what) => {
      const target = { use: 'write', real: '/ws/a', isInside: true } as const;
      if (what === 'write /ws/a') await request.permit(target);
      return hold(request, what);
    };
    const { answer } = await agentThat(
      [
        write(1, '/ws/a', 'new'),
        read(2, '/ws/a'),
        write(3, '/ws/a2', '', 's1'),
        write(4, '/ws/c', 'c', 's2'),
      ],
      {
        files,
        onAccess: async (_access, onAsking) => {
          onAsking();
          return { close() {} };
        },
      },
    );
    expect(await answer(4)).toMatchObject({ result: {} });
    expect(files.order).not.toContain('begin read /ws/a');
    finish();
    expect(await answer(2)).toMatchObject({ result: { content: 'new' } });
  });
});
