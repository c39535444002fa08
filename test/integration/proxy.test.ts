// The requests of the registry in VS Code: they go through the proxy of VS Code's settings.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import * as vscode from 'vscode';
import { hostFetch } from '../../src/host/addAgent/sources.ts';
import { fetchBytes } from '../../src/registry/httpFetch.ts';
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
