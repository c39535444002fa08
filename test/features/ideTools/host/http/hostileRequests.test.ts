// Requests to the HTTP server that no agent should send: none is served by mistake, and none holds up the others.
import { connect } from 'node:net';
import { request, type ClientRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { IdeListener, type Serve } from '../../../../../src/features/ideTools/host/http/ideListener.ts';
import { MAX_BODY_BYTES } from '../../../../../src/features/ideTools/host/http/requestGate.ts';
import { systemClock } from '../../../../../packages/process/systemClock.ts';
import { MemoryLog } from '../../../../support/log.ts';
import { freshPorts } from '../../../../support/ide/freshPorts.ts';
import { servedSession } from '../../../../support/ide/servedSession.ts';

const owned: (() => void)[] = [];
afterEach(() => {
  for (const dispose of owned.splice(0).toReversed()) dispose();
});

/** A server with a tool that never answers, and a session that may call it. */
async function serving() {
  const calls = { begun: 0, aborted: 0 };
  const serve: Serve = (asked) =>
    createMcpHandler(
      () => {
        const server = new McpServer({ name: 'test', version: '1' });
        server.registerTool('hang', { inputSchema: z.object({}) }, (_args, { mcpReq }) => {
          calls.begun++;
          mcpReq.signal.addEventListener('abort', () => calls.aborted++);
          return new Promise(() => undefined);
        });
        return server;
      },
      { responseMode: 'sse' },
    ).fetch(asked);
  const load = (): Promise<Serve> => Promise.resolve(serve);
  const listener = await IdeListener.start({ clock: systemClock, log: new MemoryLog(), load }, freshPorts());
  owned.push(() => listener.dispose());
  const grant = (): Caller => {
    let isOpen = true;
    const added = listener.grants.add(servedSession({ isOpen: () => isOpen }));
    const close = (): void => {
      isOpen = false;
    };
    return { url: listener.urlOf(added.grant), token: added.token, close };
  };
  return { calls, grant };
}

interface Caller {
  readonly url: string;
  readonly token: string;
  readonly close: () => void;
}

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const HANG = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'hang', arguments: {} },
});

function headersOf(token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
}

async function post(
  { url, token }: Caller,
  body: string | Uint8Array<ArrayBuffer> = PING,
  {
    headers = {},
    ...init
  }: { readonly headers?: Record<string, string>; readonly signal?: AbortSignal } = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const all = { ...headersOf(token), ...headers };
  const answer = await fetch(url, { method: 'POST', headers: all, body, ...init });
  return { status: answer.status, text: await answer.text() };
}

/** A request of which only the beginning is sent. */
function begun({ url, token }: Caller): {
  readonly sending: ClientRequest;
  readonly status: Promise<number>;
} {
  const status = Promise.withResolvers<number>();
  const headers = { ...headersOf(token), 'content-length': PING.length };
  const sending = request(url, { method: 'POST', headers }, (answer) => {
    status.resolve(answer.statusCode ?? 0);
    answer.resume();
  });
  sending.on('error', () => status.resolve(0));
  sending.write(PING.slice(0, 5));
  owned.push(() => sending.destroy());
  return { sending, status: status.promise };
}

/** What the server says to bytes that no HTTP client would send. */
function answerTo(url: string, bytes: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.on('close', () => resolve(text));
  socket.on('error', () => resolve(text));
  socket.end(bytes);
  return promise;
}

test("another session's token opens no address but its own", async () => {
  const { grant } = await serving();
  const [one, other] = [grant(), grant()];
  expect((await post({ ...one, token: other.token })).status).toBe(401);
  expect((await post({ ...one, url: other.url })).status).toBe(401);
  expect((await post(one)).status).toBe(200);
});

test('a session that ends while its request is still being sent is not served', async () => {
  const { grant } = await serving();
  const caller = grant();
  expect((await post(caller)).status).toBe(200);
  const { sending, status } = begun(caller);
  await expect.poll(() => sending.socket?.bytesWritten ?? 0).toBeGreaterThan(0);
  // Another request of it has been admitted since.
  expect((await post(caller)).status).toBe(200);
  caller.close();
  sending.end(PING.slice(5));
  expect(await status).toBe(401);
  expect((await post(caller)).status).toBe(401);
});

test('a batch, which would count as one call, is refused', async () => {
  const { grant, calls } = await serving();
  const caller = grant();
  for (const body of [`[${HANG},${HANG}]`, `\n\t [${HANG}]`, '[]']) {
    const { status, text } = await post(caller, body);
    expect([status, text]).toEqual([400, expect.stringContaining('send each message alone')]);
  }
  expect(calls.begun).toBe(0);
});

test.each([
  ['no JSON', 'garbage', {}],
  ['nothing', '', {}],
  ['half of a message', PING.slice(0, -1), {}],
  ['a message without a method', '{"jsonrpc":"2.0","id":1}', {}],
  ['a text', '"ping"', {}],
  ['brackets without an end', '{"a":'.repeat(100_000), {}],
  ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00, 0x7b]), {}],
  ['a packed message', new Uint8Array(gzipSync(PING)), { 'content-encoding': 'gzip' }],
  ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['text that a page may send unasked', PING, { 'content-type': 'text/plain' }],
  ['a message for which no answer is accepted', PING, { accept: 'text/html' }],
  ['more than is allowed', ' '.repeat(MAX_BODY_BYTES + 1), {}],
])('%s is refused, and what follows is served', async (_what, body, headers) => {
  const { grant } = await serving();
  const caller = grant();
  const { status } = await post(caller, body, { headers });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect((await post(caller)).status).toBe(200);
});

test.each(['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is not served', async (method) => {
  const { grant } = await serving();
  const { url, token } = grant();
  expect((await fetch(url, { method, headers: headersOf(token) })).status).toBe(405);
});

test('what is hardly HTTP gets no answer of a tool, and ends nothing', async () => {
  const { grant } = await serving();
  const caller = grant();
  const { pathname, host } = new URL(caller.url);
  const rest = `Authorization: Bearer ${caller.token}\r\nContent-Length: ${PING.length}\r\nConnection: close\r\n\r\n${PING}`;
  for (const bytes of [
    'garbage\r\n\r\n',
    '\0'.repeat(1_000),
    `POST ${pathname} HTTP/1.0\r\n${rest}`,
    `POST http://evil.example${pathname} HTTP/1.1\r\nHost: ${host}\r\n${rest}`,
    `POST ${pathname} HTTP/1.1\r\nHost: evil.example\r\nHost: ${host}\r\n${rest}`,
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n${rest}`,
    `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  ]) {
    expect(await answerTo(caller.url, bytes), bytes.slice(0, 60)).not.toContain(' 200 ');
  }
  expect((await post(caller)).status).toBe(200);
});

test('bodies that are never sent to the end hold up no other session, and none once they are given up', async () => {
  const { grant } = await serving();
  const [slow, other] = [grant(), grant()];
  const all = Array.from({ length: 16 }, () => begun(slow));
  await expect.poll(async () => (await post(slow)).status).toBe(429);
  expect((await post(other)).status).toBe(200);
  for (const { sending } of all) sending.destroy();
  await expect.poll(async () => (await post(slow)).status).toBe(200);
});

test('calls of an agent that has hung up end, and make room for others', async () => {
  const { grant, calls } = await serving();
  const caller = grant();
  const gone = new AbortController();
  const all = Array.from({ length: 16 }, () => post(caller, HANG, { signal: gone.signal }));
  await expect.poll(() => calls.begun).toBe(16);
  expect((await post(caller)).status).toBe(429);
  gone.abort();
  await Promise.allSettled(all);
  await expect.poll(() => calls.aborted).toBe(16);
  await expect.poll(async () => (await post(caller)).status).toBe(200);
});
