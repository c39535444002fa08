// Parley's own connections to MCP servers, also to those that hang, flood, redirect and end.
import { createServer, type RequestListener } from 'node:http';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { McpServer } from '../../../../src/core/mcp/mcpServerSettings.ts';
import { askServer, listResources, readResource } from '../../../../src/features/mcp/node/askServer.ts';
import { eventStreamMcpServer, streamableMcpServer } from '../../../support/mcpHttp.ts';

let folder: string;
let notes: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-ask-'));
  notes = join(folder, 'notes');
  writeFileSync(notes, '');
});

function request(server: McpServer, timeoutSeconds = 30, signal = new AbortController().signal) {
  return { server, cwd: folder, signal, timeoutSeconds, version: '1.0.0' };
}

function local(...args: readonly string[]): McpServer {
  const program = join(import.meta.dirname, '..', '..', '..', 'support', 'programs', 'mcpServerProcess.ts');
  return { name: 'it', command: process.execPath, args: [program, notes, ...args], env: [] };
}

function script(code: string): McpServer {
  return { name: 'it', command: process.execPath, args: ['-e', code], env: [] };
}

async function failure(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => '',
    (error: unknown) => String(error),
  );
}

/** Serves one answer for everything. */
async function serving(listener: RequestListener, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  try {
    await use(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test('a process says who it is and what it has, although it prints other lines too', async () => {
  const answer = await askServer(request(local()));
  expect(answer.tools.length).toBeGreaterThan(0);
  expect(answer.name).not.toBe('');
  expect(await listResources(request(local()))).toEqual([]);
});

test('resources of a process are listed and read', async () => {
  expect(await listResources(request(local('resources')))).toEqual([
    expect.objectContaining({ server: 'it', uri: 'notes://guide', name: 'guide', title: 'House guide' }),
  ]);
  expect(await readResource(request(local('resources')), 'notes://guide')).toEqual([
    expect.objectContaining({ uri: 'notes://guide', text: 'Tea steeps three minutes.' }),
  ]);
  expect(await failure(readResource(request(local('resources')), 'notes://gone'))).toContain('notes://gone');
});

test('servers over HTTP and over an event stream answer too, and are sent their headers', async () => {
  await using http = await streamableMcpServer(notes);
  const headers = [{ name: 'X-Key', value: 'k' }];
  const answer = await askServer(request({ type: 'http', name: 'it', url: http.url, headers }));
  expect(answer.tools.length).toBeGreaterThan(0);
  expect(http.headers[0]).toHaveProperty('x-key', 'k');
  await using events = await eventStreamMcpServer(notes);
  expect(
    (await askServer(request({ type: 'sse', name: 'it', url: events.url, headers: [] }))).tools.length,
  ).toBeGreaterThan(0);
});

describe('A server that', () => {
  test('ends at once is reported with what it printed', async () => {
    expect(await failure(askServer(request(local('broken'))))).toContain('No licence for this machine');
  });

  test('does not answer is given up, and its process ends', async () => {
    expect(await failure(askServer(request(local('mute'), 2)))).toContain('did not answer within 2 seconds');
    const pid = Number(/"started":(\d+)/.exec(readFileSync(notes, 'utf8'))?.[1]);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test('refuses with a text without end is reported with the start of it', async () => {
    const answer = "{ jsonrpc: '2.0', id, error: { code: -32000, message: 'Too long '.repeat(100_000) } }";
    const code = `process.stdin.once('data', (data) => { const { id } = JSON.parse(data); console.log(JSON.stringify(${answer})); })`;
    const error = await failure(askServer(request(script(code))));
    expect(error).toMatch(/Too long Too long.*(?:Too|long)…/);
    expect(error.length).toBeLessThan(5_100);
  });

  test('hangs can be cancelled', async () => {
    const stop = new AbortController();
    const asking = failure(askServer(request(local('mute'), 30, stop.signal)));
    await expect.poll(() => readFileSync(notes, 'utf8')).toContain('started');
    stop.abort();
    expect(await asking).toContain('Canceled');
    expect(await failure(askServer(request(local('mute'), 30, stop.signal)))).toContain('Canceled');
  });

  test('floods is ended', async () => {
    const flood = "const w = () => process.stdout.write('junk\\n'.repeat(1000), w); w();";
    expect(await failure(askServer(request(script(flood))))).toContain(
      'prints text that is not an MCP message',
    );
  });

  test('redirects is not followed, so that headers stay where they belong', async () => {
    const received: unknown[] = [];
    await serving(
      (incoming, response) => {
        received.push(incoming.url);
        response.writeHead(307, { location: '/other?token=secret' }).end();
      },
      async (url) => {
        const error = await failure(askServer(request({ type: 'http', name: 'it', url, headers: [] })));
        expect(error).toContain('redirects to');
        expect(error).not.toContain('secret');
      },
    );
    expect(received.every((path) => path === '/')).toBe(true);
  });

  test('answers without end is given up', async () => {
    await serving(
      (_incoming, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const write = (): void => {
          while (response.write('x'.repeat(1024 * 1024)));
          response.once('drain', write);
        };
        write();
      },
      async (url) => {
        const error = await failure(askServer(request({ type: 'http', name: 'it', url, headers: [] })));
        expect(error).toContain('larger than 8 MB');
      },
    );
  });

  test('answers with a page is reported', async () => {
    await serving(
      (_incoming, response) =>
        response.writeHead(404, { 'content-type': 'text/html' }).end('<html>No</html>'),
      async (url) => {
        expect(await failure(askServer(request({ type: 'http', name: 'it', url, headers: [] })))).not.toBe(
          '',
        );
      },
    );
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
