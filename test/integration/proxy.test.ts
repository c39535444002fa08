// The requests of the registry and the connections to remote agents in VS Code: they go through the proxy of its settings.
import assert from 'node:assert/strict';
import { createServer, request as sendRequest, type Server } from 'node:http';
import { connect } from 'node:net';
import * as vscode from 'vscode';
import { tryAgent } from '../../src/agents/tryAgent.ts';
import { hostFetch } from '../../src/features/addAgent/host/sources.ts';
import { systemClock } from '../../packages/process/systemClock.ts';
import { fetchBytes } from '../../src/features/addAgent/node/httpFetch.ts';
import { MemoryLog } from '../support/log.ts';
import { RemoteServer } from '../support/remote/remoteServer.ts';
import { describe, it } from './suite.ts';

/** No server has this name: only a proxy can answer. */
const ADDRESS = 'http://registry.parley.invalid/registry.json';

/** A proxy that answers for every server, and notes what it was asked for, by either way to ask a proxy. */
async function startProxy(): Promise<{
  readonly server: Server;
  readonly address: string;
  readonly asked: readonly string[];
}> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end('{"agents":[]}');
  });
  server.on('connect', ({ url }, socket) => {
    asked.push(`CONNECT ${url}`);
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    server.emit('connection', socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('The proxy has no port.');
  return { server, address: `http://127.0.0.1:${place.port}`, asked };
}

function fetched(): Promise<Buffer> {
  return fetchBytes(ADDRESS, {
    fetch: hostFetch,
    signal: new AbortController().signal,
    idleTimeoutMs: 10_000,
    maxBytes: 1_000,
    trusted: ADDRESS,
  });
}

describe('The registry', () => {
  it('is loaded through the proxy of the setting http.proxy', async () => {
    const { server, address, asked } = await startProxy();
    const settings = vscode.workspace.getConfiguration('http');
    try {
      await settings.update('proxy', address, vscode.ConfigurationTarget.Global);
      assert.equal((await fetched()).toString('utf8'), '{"agents":[]}');
      assert.ok(
        asked.some((each) => each.includes('registry.parley.invalid')),
        `The proxy was asked for ${asked.join(', ')}.`,
      );
    } finally {
      await settings.update('proxy', undefined, vscode.ConfigurationTarget.Global);
      server.closeAllConnections();
      server.close();
    }
    await assert.rejects(fetched());
  });
});

describe('A remote agent', () => {
  const NAME = 'agent.parley.invalid';

  /** A proxy that hands all connections and requests to one server, as one behind which there is a network. */
  async function startForwarding(
    target: number,
  ): Promise<{ readonly server: Server; readonly address: string }> {
    const server = createServer((request, response) => {
      const { method, url = '', headers } = request;
      const { pathname, search } = new URL(url);
      const path = `${pathname}${search}`;
      const forwarded = sendRequest({ port: target, host: '127.0.0.1', method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      forwarded.on('error', () => response.destroy());
      request.pipe(forwarded);
    });
    server.on('connect', (_request, socket) => {
      const there = connect(target, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        there.pipe(socket).pipe(there);
      });
      there.on('error', () => socket.destroy());
      socket.on('error', () => there.destroy());
    });
    server.on('upgrade', ({ method, url = '', headers }, socket) => {
      const there = connect(target, '127.0.0.1', () => {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
        there.write(`${method} ${new URL(url).pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
        there.pipe(socket).pipe(there);
      });
      there.on('error', () => socket.destroy());
      socket.on('error', () => there.destroy());
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const place = server.address();
    if (place === null || typeof place === 'string') throw new Error('The proxy has no port.');
    return { server, address: `http://127.0.0.1:${place.port}` };
  }

  it('is reached through the proxy of http.proxy over both transports, and not where http.noProxy names it', async () => {
    const agent = await RemoteServer.start({ title: 'Behind a proxy' });
    const { server, address } = await startForwarding(agent.port);
    const settings = vscode.workspace.getConfiguration('http');
    const reach = (scheme: string) =>
      tryAgent({
        name: 'Remote',
        launch: { url: `${scheme}://${NAME}/acp`, headers: {}, isProxied: true },
        log: new MemoryLog(),
        timeoutSeconds: 20,
        signal: new AbortController().signal,
        clientInfo: { name: 'parley', title: 'Parley', version: '0.0.0' },
        clock: systemClock,
      });
    try {
      await settings.update('proxy', address, vscode.ConfigurationTarget.Global);
      for (const scheme of ['http', 'ws']) assert.equal((await reach(scheme))?.title, 'Behind a proxy');
      await settings.update('noProxy', [NAME], vscode.ConfigurationTarget.Global);
      for (const scheme of ['http', 'ws']) await assert.rejects(reach(scheme));
    } finally {
      await settings.update('proxy', undefined, vscode.ConfigurationTarget.Global);
      await settings.update('noProxy', undefined, vscode.ConfigurationTarget.Global);
      server.closeAllConnections();
      server.close();
      await agent.dispose();
    }
  });
});
