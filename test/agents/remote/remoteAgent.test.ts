// Remote agents over both transports: a turn, files of this machine, cuts, and what a server should not do.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AcpConnectionOptions } from '../../../src/agents/acpConnection.ts';
import type { FileAccess } from '../../../src/core/ports/fileAccess.ts';
import type { RemoteLaunch } from '../../../src/core/settings/agentSettings.ts';
import {
  atEnd,
  connectionTo,
  patientClock,
  rejection,
  temporaryFolder,
  until,
  type Harness,
} from '../../support/agentHarness.ts';
import { RemoteServer, type RemoteServerOptions } from '../../support/remote/remoteServer.ts';

const folders = { cwd: tmpdir(), additional: [] };
const text = (words: string) => [{ type: 'text' as const, text: words }];

async function serve(options?: RemoteServerOptions): Promise<RemoteServer> {
  const server = await RemoteServer.start(options);
  atEnd(() => server.dispose());
  return server;
}

function connectTo(
  url: string,
  launch: Partial<RemoteLaunch> = {},
  options?: Partial<AcpConnectionOptions>,
): Harness {
  return connectionTo({ headers: {}, ...launch, url }, options);
}

/** Files that are what they are called. */
const files: FileAccess = {
  readTextFile: async ({ path }) => `content of ${path}`,
  writeTextFile: async (_request, content) => content,
};

for (const scheme of ['ws', 'http'] as const) {
  describe(`over ${scheme}`, () => {
    it('R126 a session is opened, prompted and cancelled', async () => {
      const server = await serve({ title: 'Far away' });
      const { agent, client } = connectTo(server.url(scheme));
      await agent.connect();
      expect(agent.description?.title).toBe('Far away');
      const session = await agent.sessions.create(folders);
      expect(await agent.prompt(session, text('say hello\ncount 3'))).toMatchObject({
        stopReason: 'end_turn',
      });
      expect(client.text).toBe('hello0 1 2 ');
      const turn = agent.prompt(session, text('say on\nhang'));
      await until(() => client.text.endsWith('on'), 'the turn runs');
      agent.cancel(session);
      expect(await turn).toMatchObject({ stopReason: 'cancelled' });
    });

    it('files are served from this machine', async () => {
      const server = await serve();
      const file = join(temporaryFolder(), 'a.txt');
      writeFileSync(file, 'local');
      const { agent, client } = connectTo(server.url(scheme), {}, { files });
      await agent.connect();
      const session = await agent.sessions.create(folders);
      await agent.prompt(session, text(`read ${file}`));
      expect(client.text).toBe(`read: content of ${file}`);
    });

    it('headers and the token are sent with every request, and appear in no log', async () => {
      const server = await serve({ token: 'token-Very-9-Secret' });
      const { agent, log } = connectTo(server.url(scheme), {
        headers: { 'X-Team': 'blue', Authorization: 'Bearer other' },
        token: 'token-Very-9-Secret',
      });
      await agent.connect();
      await agent.sessions.create(folders);
      expect(new Set(server.requests.map(({ headers }) => headers['x-team']))).toEqual(new Set(['blue']));
      expect(new Set(server.requests.map(({ headers }) => headers.authorization))).toEqual(
        new Set(['Bearer token-Very-9-Secret']),
      );
      expect(log.lines.join('\n')).not.toContain('Very-9');
    });

    it('R127 cookies are sent back, on the next connection too', async () => {
      const server = await serve({ cookie: 'affinity=node-7; Path=/; HttpOnly' });
      const { agent } = connectTo(server.url(scheme), { headers: { Cookie: 'mine=1' } });
      await agent.connect();
      await agent.stop();
      const before = server.requests.length;
      await agent.connect();
      expect(server.requests[before]?.headers.cookie).toBe('mine=1; affinity=node-7');
    });

    it('R129 a cut ends the turn at once, and the session is loaded on a new connection', async () => {
      const server = await serve();
      const { agent, client, statuses } = connectTo(server.url(scheme));
      await agent.connect();
      const session = await agent.sessions.create(folders);
      const turn = rejection(agent.prompt(session, text('say before\nhang')));
      await until(() => client.text === 'before', 'the turn runs');
      server.cut();
      expect(await turn).toMatchObject({ code: 'connection-lost' });
      expect(statuses.at(-1)).toMatchObject({ state: 'failed', error: { code: 'connection-lost' } });
      await agent.connect();
      await agent.sessions.load(session, folders);
      // What comes before the answer is the history.
      expect(client.updates.filter(({ event }) => event.type === 'message_chunk').length).toBe(3);
      await agent.prompt(session, text('say after'));
      expect(client.text.endsWith('after')).toBe(true);
      expect(server.calls).toEqual(['initialize', 'new', 'initialize', 'load']);
    });

    it('a server that is not there is reported', async () => {
      const server = await serve();
      const url = server.url(scheme);
      await server.close();
      const { agent } = connectTo(url);
      const error = await rejection(agent.connect());
      expect(error).toMatchObject({
        code: 'remote-unreachable',
        detail: expect.stringContaining('ECONNREFUSED'),
      });
      expect(error.message).toContain(url);
      await server.listen(0);
    });

    it('a server that never answers is given up in time', async () => {
      const silent = createServer(() => {});
      await new Promise<void>((resolve) => {
        silent.listen(0, '127.0.0.1', resolve);
      });
      const sockets = new Set<{ destroy: () => void }>();
      silent.on('connection', (socket) => sockets.add(socket));
      atEnd(() => {
        for (const socket of sockets) socket.destroy();
        silent.close();
      });
      const address = silent.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const clock = patientClock();
      const { agent } = connectTo(`${scheme}://127.0.0.1:${port}/acp`, {}, { clock });
      const connecting = rejection(agent.connect());
      await until(() => sockets.size > 0, 'the server is asked');
      clock.expire();
      const error = await connecting;
      expect(error.code).toMatch(/^(?:start-timed-out|remote-unreachable|connection-lost)$/);
      await agent.stop();
    });

    it('a server that drops every connection is reported at once', async () => {
      const dropping = createServer((socket) => socket.destroy());
      await new Promise<void>((resolve) => {
        dropping.listen(0, '127.0.0.1', resolve);
      });
      atEnd(() => void dropping.close());
      const address = dropping.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const { agent } = connectTo(`${scheme}://127.0.0.1:${port}/acp`);
      expect(await rejection(agent.connect())).toMatchObject({ code: 'remote-unreachable' });
    });

    it('a connection that is cut before the agent has answered is reported, and can be tried again', async () => {
      let isCut = true;
      const cut = (): boolean => {
        if (isCut) setImmediate(() => server.cut());
        return isCut;
      };
      const server = await serve({ intercept: cut, interceptUpgrade: cut });
      const { agent } = connectTo(server.url(scheme));
      expect(await rejection(agent.connect())).toMatchObject({ code: 'remote-unreachable' });
      isCut = false;
      await agent.connect();
      expect(agent.status.state).toBe('ready');
    });

    it('without a token that it wants, the server is not used', async () => {
      const server = await serve({ token: 'right' });
      expect(await rejection(connectTo(server.url(scheme)).agent.connect())).toMatchObject({
        code: 'remote-token-needed',
        message: expect.stringContaining('requires a token'),
        actions: ['enter-token', 'edit-settings', 'show-log', 'check-agent', 'choose-agent'],
      });
      expect(
        await rejection(connectTo(server.url(scheme), { token: 'wrong-token' }).agent.connect()),
      ).toMatchObject({ message: expect.stringContaining('did not accept the credentials') });
    });

    it('R130 a redirect to another server is refused, and that one gets nothing', async () => {
      const other = await serve();
      const location = other.url('http', '/elsewhere?x=1');
      const server = await serve({
        intercept: (_request, response) => {
          response.writeHead(307, { Location: location }).end();
          return true;
        },
        interceptUpgrade: (_request, socket) => {
          socket.end(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
          return true;
        },
      });
      const { agent } = connectTo(server.url(scheme), { token: 'secret-token' });
      const error = await rejection(agent.connect());
      expect(error.code).toBe('remote-redirected');
      expect(error.message).toContain(`127.0.0.1:${other.port}`);
      expect(other.requests).toEqual([]);
    });

    it('a redirect within the server is followed, with the headers', async () => {
      const server = await serve({
        token: 'right-token',
        intercept: ({ url }, response) => {
          if (url !== '/old') return false;
          response.writeHead(308, { Location: '/acp' }).end();
          return true;
        },
        interceptUpgrade: ({ url }, socket) => {
          if (url !== '/old') return false;
          socket.end('HTTP/1.1 308 Moved\r\nLocation: /acp\r\nContent-Length: 0\r\n\r\n');
          return true;
        },
      });
      const { agent, client } = connectTo(server.url(scheme, '/old'), { token: 'right-token' });
      await agent.connect();
      await agent.prompt(await agent.sessions.create(folders), text('say moved'));
      expect(client.text).toBe('moved');
    });

    it('redirects in a circle come to an end', async () => {
      const server = await serve({
        intercept: (_request, response) => {
          response.writeHead(307, { Location: '/acp' }).end();
          return true;
        },
        interceptUpgrade: (_request, socket) => {
          socket.end('HTTP/1.1 307 Moved\r\nLocation: /acp\r\nContent-Length: 0\r\n\r\n');
          return true;
        },
      });
      await expect(rejection(connectTo(server.url(scheme)).agent.connect())).resolves.toMatchObject({
        code: expect.stringMatching(/^remote-/),
      });
      expect(server.requests.length).toBeLessThan(10);
    });

    it('a page instead of an agent is reported', async () => {
      const page = '<!doctype html><title>Log in</title>';
      const server = await serve({
        intercept: (_request, response) => {
          response.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
          return true;
        },
        interceptUpgrade: (_request, socket) => {
          socket.end(
            `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n${page}`,
          );
          return true;
        },
      });
      expect(await rejection(connectTo(server.url(scheme)).agent.connect())).toMatchObject({
        code: 'remote-not-acp',
        detail: expect.stringContaining('text/html'),
      });
    });

    it('another refusal is reported with what the server says', async () => {
      const server = await serve({
        intercept: (_request, response) => {
          response.writeHead(503, { 'Content-Type': 'text/plain' }).end('Down for maintenance.');
          return true;
        },
        interceptUpgrade: (_request, socket) => {
          socket.end(
            'HTTP/1.1 503 Down\r\nContent-Type: text/plain\r\nContent-Length: 21\r\n\r\nDown for maintenance.',
          );
          return true;
        },
      });
      expect(await rejection(connectTo(server.url(scheme)).agent.connect())).toMatchObject({
        code: 'remote-refused',
        message: expect.stringContaining('503'),
        detail: expect.stringContaining('Down for maintenance.'),
      });
    });

    it('a message that is too large ends the connection', async () => {
      const server = await serve();
      const { agent } = connectTo(server.url(scheme));
      await agent.connect();
      const session = await agent.sessions.create(folders);
      expect(await rejection(agent.prompt(session, text(`huge ${33 * 1024 * 1024}`)))).toMatchObject({
        code: 'remote-message-too-large',
      });
    });

    it('thousands of messages come in their order', async () => {
      const server = await serve();
      const { agent, client } = connectTo(server.url(scheme));
      await agent.connect();
      await agent.prompt(await agent.sessions.create(folders), text('count 5000'));
      expect(client.text.split(' ').length).toBe(5001);
      expect(client.text.endsWith('4998 4999 ')).toBe(true);
    });

    it('to stop it closes the connection on the server', async () => {
      const server = await serve();
      const { agent } = connectTo(server.url(scheme));
      await agent.connect();
      await agent.stop();
      expect(agent.status.state).toBe('stopped');
      if (scheme === 'http') expect(server.requests.at(-1)?.method).toBe('DELETE');
    });
  });
}
