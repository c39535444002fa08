// MCP servers over HTTP: the streamable transport of today, and the event stream of old.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
  createMcpHandler,
  parseJSONRPCMessage,
  type JSONRPCMessage,
  type McpServer,
  type Transport,
} from '@modelcontextprotocol/server';
import { mcpTools } from './programs/mcpTools.ts';

export interface HttpMcpServer {
  readonly url: string;
  /** The headers of every request that came. */
  readonly headers: IncomingMessage['headers'][];
  [Symbol.asyncDispose](): Promise<void>;
}

/** Serves the test tools at a port of this machine, by requests and their answers. */
export function streamableMcpServer(notes: string): Promise<HttpMcpServer> {
  return serveOverHttp(() => mcpTools(notes));
}

/** Serves the tools of a server at a port of this machine. */
export async function serveOverHttp(makeServer: () => McpServer): Promise<HttpMcpServer> {
  const handler = createMcpHandler(makeServer);
  return await listening(async (request, response) => {
    const body = await buffer(request);
    const answer = await handler.fetch(
      new Request(new URL(request.url ?? '/', 'http://127.0.0.1'), {
        method: request.method ?? 'GET',
        headers: Object.entries(request.headers).flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value] as [string, string]] : [],
        ),
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    for await (const chunk of answer.body ?? []) response.write(chunk);
    response.end();
  });
}

/** Serves the test tools as an event stream, with requests at another address. One client at a time. */
export async function eventStreamMcpServer(notes: string): Promise<HttpMcpServer> {
  let transport: Transport | undefined;
  return await listening(async (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /messages\n\n');
      transport = {
        start: () => Promise.resolve(),
        close: () => Promise.resolve(),
        send: (message: JSONRPCMessage) => {
          response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
          return Promise.resolve();
        },
      };
      await mcpTools(notes).connect(transport);
      return;
    }
    const body = await buffer(request);
    response.writeHead(202).end();
    transport?.onmessage?.(parseJSONRPCMessage(JSON.parse(body.toString('utf8'))));
  });
}

async function listening(
  serve: (...[request, response]: Parameters<RequestListener>) => Promise<void>,
): Promise<HttpMcpServer> {
  const headers: IncomingMessage['headers'][] = [];
  const server: Server = createServer((request, response) => {
    headers.push(request.headers);
    serve(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    headers,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
