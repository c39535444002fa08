// Streamable HTTP beyond one connection that works: HTTP/2, streams that end, servers that break the rules.
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atEnd, connectionTo, rejection, until, type Harness } from '../../support/agentHarness.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../support/remote/certificate.ts';
import { RemoteServer, type RemoteServerOptions } from '../../support/remote/remoteServer.ts';

const folders = { cwd: tmpdir(), additional: [] };
const text = (words: string) => [{ type: 'text' as const, text: words }];

async function serve(options?: RemoteServerOptions): Promise<RemoteServer> {
  const server = await RemoteServer.start(options);
  atEnd(() => server.dispose());
  return server;
}

const connectTo = (url: string): Harness => connectionTo({ url, headers: {} });

describe('over TLS', () => {
  const before = getCACertificates('default');
  beforeAll(() => setDefaultCACertificates([...before, TEST_CERTIFICATE]));
  afterAll(() => setDefaultCACertificates(before));

  it.each([
    ['HTTP/2 where the server has it', false, '2.0'],
    ['HTTP/2 where the server has both', true, '2.0'],
  ])('%s', async (_what, allowHTTP1, version) => {
    const server = await serve({ tls: { key: TEST_KEY, cert: TEST_CERTIFICATE, allowHTTP1 } });
    const { agent, client } = connectTo(server.url('https'));
    await agent.connect();
    const session = await agent.sessions.create(folders);
    await agent.prompt(session, text('count 500'));
    expect(client.text.endsWith('499 ')).toBe(true);
    expect(new Set(server.requests.map((request) => request.version))).toEqual(new Set([version]));
    const turn = rejection(agent.prompt(session, text('hang')));
    await until(() => server.requests.length > 5, 'the prompt is there');
    server.cut();
    expect(await turn).toMatchObject({ code: 'connection-lost' });
    await agent.connect();
    await agent.sessions.load(session, folders);
    await agent.prompt(session, text('say again'));
    expect(client.text.endsWith('again')).toBe(true);
  });

  it('an unknown certificate is refused', async () => {
    setDefaultCACertificates(before);
    const server = await serve({ tls: { key: TEST_KEY, cert: TEST_CERTIFICATE, allowHTTP1: true } });
    expect(await rejection(connectTo(server.url('https')).agent.connect())).toMatchObject({
      code: 'remote-unreachable',
      detail: expect.stringContaining('self-signed certificate'),
    });
    expect(server.requests).toEqual([]);
    setDefaultCACertificates([...before, TEST_CERTIFICATE]);
  });
});

it('HTTP/2 without TLS, where the server has nothing else', async () => {
  const server = await serve({ isPlainHttp2: true });
  const { agent, client } = connectTo(server.url('http'));
  await agent.connect();
  await agent.prompt(await agent.sessions.create(folders), text('say plain'));
  expect(client.text).toBe('plain');
  expect(new Set(server.requests.map(({ version }) => version))).toEqual(new Set(['2.0']));
});

it('a server that says GOAWAY is spoken to on another connection, in the middle of a turn too', async () => {
  const server = await serve({ isPlainHttp2: true });
  const { agent, client, statuses } = connectTo(server.url('http'));
  await agent.connect();
  const session = await agent.sessions.create(folders);
  await agent.prompt(session, text('say one '));
  const before = server.requests.length;
  const turn = agent.prompt(session, text('hang'));
  await until(() => server.requests.length > before, 'the prompt is there');
  server.goAway();
  agent.cancel(session);
  expect(await turn).toMatchObject({ stopReason: 'cancelled' });
  for (const word of ['two ', 'three']) {
    server.goAway();
    await agent.prompt(session, text(`say ${word}`));
  }
  expect(client.text).toBe('one two three');
  expect(statuses.map(({ state }) => state)).toEqual(['starting', 'ready']);
  expect(server.calls).toEqual(['initialize', 'new']);
});

it('connections are used again, and none is held by answers in which nothing counts', async () => {
  const sockets = new Set<unknown>();
  const server = await serve({
    intercept: ({ socket }) => {
      sockets.add(socket);
      return false;
    },
  });
  const { agent } = connectTo(server.url('http'));
  await agent.connect();
  const session = await agent.sessions.create(folders);
  for (let turn = 0; turn < 20; turn++) await agent.prompt(session, text('say more'));
  expect(sockets.size).toBeLessThan(8);
});

it.each([
  ['no connection', 200, 'application/json', '{"jsonrpc":"2.0","id":0,"result":{}}', 'remote-not-acp'],
  ['what is no JSON', 200, 'application/json', '{"jsonrpc":', 'remote-not-acp'],
  ['a page that says it is missing', 404, 'text/html', '<h1>Not found</h1>', 'remote-refused'],
  ['nothing', 204, '', '', 'remote-not-acp'],
  ['a stream that never ends', 200, 'text/plain', 'x'.repeat(5000), 'remote-not-acp'],
])('a server that answers with %s is no agent', async (_what, status, type, body, code) => {
  const server = await serve({
    intercept: (_request, response) => {
      response.writeHead(status, { 'Content-Type': type, 'X-Note': 'a' });
      if (type === 'text/plain') response.write(body);
      else response.end(body);
      return true;
    },
  });
  expect(await rejection(connectTo(server.url('http')).agent.connect())).toMatchObject({ code });
});

it('a huge answer to initialize is not read to its end', async () => {
  const server = await serve({
    intercept: (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Acp-Connection-Id': 'c' });
      const megabyte = ' '.repeat(1024 * 1024);
      const write = (): void => {
        while (!response.destroyed && response.write(megabyte));
      };
      response.on('drain', write);
      write();
      return true;
    },
  });
  expect(await rejection(connectTo(server.url('http')).agent.connect())).toMatchObject({
    code: 'remote-message-too-large',
  });
});

describe('streams', () => {
  /** A server whose event streams the test ends. */
  async function withStreams() {
    const streams: { readonly session: string | undefined; readonly response: ServerResponse }[] = [];
    const server = await serve({
      intercept: ({ method, headers }, response) => {
        const session = headers['acp-session-id'];
        if (method === 'GET') streams.push({ session: session?.toString(), response });
        return false;
      },
    });
    return { server, streams };
  }

  it('R131 one that the server ends is opened again, in the middle of a turn too', async () => {
    const { server, streams } = await withStreams();
    const { agent, client } = connectTo(server.url('http'));
    await agent.connect();
    const session = await agent.sessions.create(folders);
    await agent.prompt(session, text('say first'));
    const turn = agent.prompt(session, text('hang'));
    await until(() => streams.length === 2, 'both streams are open');
    for (const { response } of streams) response.end();
    await until(() => streams.length === 4, 'both are open again');
    agent.cancel(session);
    expect(await turn).toMatchObject({ stopReason: 'cancelled' });
    await agent.prompt(session, text('say second'));
    expect(client.text).toBe('firstsecond');
    expect(server.calls).toEqual(['initialize', 'new']);
  });

  it('one that is cut while nothing is asked is opened again', async () => {
    const { server, streams } = await withStreams();
    const { agent, client } = connectTo(server.url('http'));
    await agent.connect();
    const session = await agent.sessions.create(folders);
    await agent.prompt(session, text('say first'));
    for (const { response } of streams) response.destroy();
    await until(() => streams.length === 4, 'both are open again');
    await agent.prompt(session, text('say second'));
    expect(client.text).toBe('firstsecond');
    expect(agent.status.state).toBe('ready');
  });

  it('one that the server ends again and again is given up', async () => {
    const server = await serve({
      intercept: ({ method }, response) => {
        if (method !== 'GET') return false;
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end();
        return true;
      },
    });
    const { agent, statuses } = connectTo(server.url('http'));
    await agent.connect();
    await until(() => statuses.at(-1)?.state === 'failed', 'the agent has failed');
    expect(statuses.at(-1)).toMatchObject({ error: { code: 'connection-lost' } });
    expect(server.requests.length).toBeLessThan(12);
  });

  it('a server that has forgotten the connection is connected to anew', async () => {
    let isForgotten = false;
    const server = await serve({
      intercept: ({ method, headers }, response) => {
        if (!isForgotten || method !== 'POST' || headers['acp-connection-id'] === undefined) return false;
        response.writeHead(404).end('Unknown Acp-Connection-Id');
        return true;
      },
    });
    const { agent, client } = connectTo(server.url('http'));
    await agent.connect();
    const session = await agent.sessions.create(folders);
    await agent.prompt(session, text('say one'));
    isForgotten = true;
    expect((await rejection(agent.prompt(session, text('say two')))).code).toBe('connection-lost');
    isForgotten = false;
    await agent.connect();
    await agent.sessions.load(session, folders);
    await agent.prompt(session, text('say three'));
    expect(client.text.endsWith('three')).toBe(true);
  });

  it.each([
    ['the stream of the connection, which the server has forgotten', false, 404],
    ['the stream of the connection, behind a balancer', false, 503],
    ['the stream of a session, behind a balancer', true, 503],
  ])('R131 the connection is lost with %s', async (_what, isOfSession, status) => {
    const streams: ServerResponse[] = [];
    let isDown = false;
    const server = await serve({
      intercept: ({ method, headers }, response) => {
        if (method !== 'GET' || (headers['acp-session-id'] !== undefined) !== isOfSession) return false;
        if (isDown) response.writeHead(status, { 'Content-Type': 'text/plain' }).end('Not now.');
        else streams.push(response);
        return isDown;
      },
    });
    const { agent, statuses } = connectTo(server.url('http'));
    await agent.connect();
    const session = await agent.sessions.create(folders);
    await agent.prompt(session, text('say first'));
    isDown = true;
    for (const response of streams) response.end();
    await until(() => statuses.at(-1)?.state === 'failed', 'the agent has failed');
    expect(statuses.at(-1)).toMatchObject({
      error: { code: 'connection-lost', detail: expect.stringContaining('Not now.') },
    });
  });

  it('a token that is over in the middle asks for another one', async () => {
    let isOver = false;
    const server = await serve({
      intercept: (_request, response) => {
        if (isOver) response.writeHead(401).end();
        return isOver;
      },
    });
    const { agent, statuses } = connectTo(server.url('http'));
    await agent.connect();
    const session = await agent.sessions.create(folders);
    isOver = true;
    expect((await rejection(agent.prompt(session, text('say two')))).code).toBe('remote-token-needed');
    expect(statuses.at(-1)).toMatchObject({
      error: { actions: ['enter-token', 'edit-settings', 'show-log', 'check-agent'] },
    });
  });

  it('events that are no messages are skipped', async () => {
    const server = await serve({
      intercept: ({ method, headers }, response) => {
        if (method !== 'GET' || headers['acp-session-id'] !== undefined) return false;
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write(': hello\n\nid: 1\ndata: <html>\n\ndata: [1]\n\nevent: x\ndata: 5\n\n');
        return true;
      },
    });
    const { agent } = connectTo(server.url('http'));
    await agent.connect();
    await until(() => server.requests.length === 2, 'the stream is open');
    expect(agent.status.state).toBe('ready');
  });
});
