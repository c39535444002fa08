// The HTTP server that agents call, with the SDK's client directly and through the program for agents without HTTP.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { IdeListener, type Serve } from '../../../../../src/features/ideTools/host/http/ideListener.ts';
import { PORT_RANGE, portsToTry } from '../../../../../src/features/ideTools/host/http/ports.ts';
import { MAX_BODY_BYTES } from '../../../../../src/features/ideTools/host/http/requestGate.ts';
import { systemClock } from '../../../../../packages/process/systemClock.ts';
import type { Clock } from '../../../../../src/core/ports/hostPorts.ts';
import { root } from '../../../../../scripts/project.mjs';
import { ManualClock } from '../../../../support/clock.ts';
import { MemoryLog } from '../../../../support/log.ts';
import { freshPorts } from '../../../../support/ide/freshPorts.ts';
import { servedSession } from '../../../../support/ide/servedSession.ts';

type Transport = Parameters<Client['connect']>[0];

const owned: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const dispose of owned.splice(0).toReversed()) await dispose();
});

/** Answers with who called. */
const whoCalls: Serve = (asked, { session }) =>
  createMcpHandler(() => {
    const server = new McpServer({ name: 'test', version: '1' });
    server.registerTool('who', { inputSchema: z.object({ text: z.string() }) }, ({ text }) => ({
      content: [{ type: 'text', text: `${session.id() ?? ''} ${text}` }],
    }));
    return server;
  }).fetch(asked);

async function listening(
  load: () => Promise<Serve> = () => Promise.resolve(whoCalls),
  clock: Clock = systemClock,
): Promise<IdeListener> {
  const listener = await IdeListener.start({ clock, log: new MemoryLog(), load }, freshPorts());
  owned.push(() => listener.dispose());
  return listener;
}

function granted(listener: IdeListener, id = 's'): { readonly url: string; readonly token: string } {
  const { grant, token } = listener.grants.add(servedSession({ id: () => id }));
  return { url: listener.urlOf(grant), token };
}

async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  owned.push(() => client.close());
  return client;
}

function overHttp({ url, token }: { readonly url: string; readonly token: string }): Transport {
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
}

const ask = async (client: Client, text: string): Promise<unknown> =>
  (await client.callTool({ name: 'who', arguments: { text } })).content;

const ping = (token: string): RequestInit => ({
  method: 'POST',
  headers: {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
});

test('each session is answered as itself', async () => {
  const listener = await listening();
  const first = await connected(overHttp(granted(listener, 'first')));
  const second = await connected(overHttp(granted(listener, 'second')));
  expect((await first.listTools()).tools.map(({ name }) => name)).toEqual(['who']);
  expect(await ask(first, 'a')).toEqual([{ type: 'text', text: 'first a' }]);
  expect(await ask(second, 'b')).toEqual([{ type: 'text', text: 'second b' }]);
});

test('nothing is loaded before the first request that may be answered', async () => {
  let loads = 0;
  const listener = await listening(() => {
    loads++;
    return Promise.resolve(whoCalls);
  });
  const { url, token } = granted(listener);
  expect((await fetch(url, ping('wrong'))).status).toBe(401);
  expect(loads).toBe(0);
  await Promise.all([fetch(url, ping(token)), fetch(url, ping(token))]);
  expect(loads).toBe(1);
});

test('a failure to load is answered, and the next request tries again', async () => {
  let loads = 0;
  const listener = await listening(() =>
    ++loads === 1 ? Promise.reject(new Error('x')) : Promise.resolve(whoCalls),
  );
  const { url, token } = granted(listener);
  expect((await fetch(url, ping(token))).status).toBe(500);
  expect((await fetch(url, ping(token))).status).toBe(200);
});

test('a body that never says how large it is, is cut off', async () => {
  const { url, token } = granted(await listening());
  const status = await new Promise((resolve) => {
    const sending = request(
      url,
      { method: 'POST', headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        resolve(answer.statusCode);
        answer.resume();
      },
    );
    sending.on('error', () => undefined);
    sending.write(Buffer.alloc(MAX_BODY_BYTES));
    sending.end(Buffer.alloc(MAX_BODY_BYTES));
  });
  expect(status).toBe(413);
});

test('of a thousand calls at once some are served, the others refused with what to do, and it goes on', async () => {
  // However long this machine takes for them, they are sent in the same moment.
  const clock = new ManualClock();
  const { url, token } = granted(await listening(undefined, clock));
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, async () => {
      const answer = await fetch(url, ping(token));
      return { status: answer.status, text: await answer.text() };
    }),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.text).toContain('wait a second');
  clock.advance(1_000);
  expect((await fetch(url, ping(token))).status).toBe(200);
});

test('an agent without HTTP calls through the program, its token in the environment alone', async () => {
  const { url, token } = granted(await listening(), 'bridged');
  const client = await connected(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, 'src', 'features', 'ideTools', 'host', 'bridge', 'ideBridge.ts')],
      env: { PARLEY_IDE_URL: url, PARLEY_IDE_TOKEN: token },
    }),
  );
  expect(await ask(client, 'a')).toEqual([{ type: 'text', text: 'bridged a' }]);
});

test('the program answers with the reason where its session is closed', async () => {
  const { url } = granted(await listening());
  const connecting = connected(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, 'src', 'features', 'ideTools', 'host', 'bridge', 'ideBridge.ts')],
      env: { PARLEY_IDE_URL: url, PARLEY_IDE_TOKEN: 'wrong' },
    }),
  );
  await expect(connecting).rejects.toThrow('The token is wrong, or its session is closed.');
});

test('it listens in the range that VS Code forwards to nobody, and where that is taken at any free port', async () => {
  const contributed = z
    .object({
      contributes: z.object({
        configurationDefaults: z.object({
          'remote.portsAttributes': z.record(z.string(), z.object({ onAutoForward: z.string() })),
        }),
      }),
    })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const ranges = contributed.contributes.configurationDefaults['remote.portsAttributes'];
  expect(ranges[PORT_RANGE]?.onAutoForward).toBe('ignore');
  const [first = 0, last = 0] = PORT_RANGE.split('-').map(Number);
  for (const random of [0, 0.5, 0.999]) {
    const tries = portsToTry(() => random);
    expect(tries.at(-1)).toBe(0);
    const inRange = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    expect(tries.slice(0, -1).sort((a, b) => a - b)).toEqual(inRange);
  }
  const start = (ports: readonly number[]) =>
    IdeListener.start(
      { clock: systemClock, log: new MemoryLog(), load: () => Promise.resolve(whoCalls) },
      ports,
    );
  const one = await start([0]);
  owned.push(() => one.dispose());
  const taken = Number(new URL(granted(one).url).port);
  const other = await start([taken, 0]);
  owned.push(() => other.dispose());
  expect(Number(new URL(granted(other).url).port)).not.toBe(taken);
  await expect(start([taken])).rejects.toThrow('EADDRINUSE');
});
