// A server with a remote agent on the SDK's server side, whose connections tests cut, redirect and refuse.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  createSecureServer,
  createServer as createPlainServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  agent,
  methods,
  RequestError,
  type AgentApp,
  type AgentContext,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import {
  createNodeHttpHandler,
  createNodeWebSocketUpgradeHandler,
} from '@agentclientprotocol/sdk/experimental/node';
import { AcpServer } from '@agentclientprotocol/sdk/experimental/server';
import { WebSocketServer } from 'ws';

/** A request that the server got. */
export interface SeenRequest {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  /** `2.0` over HTTP/2. */
  readonly version: string;
}

export interface RemoteServerOptions {
  readonly title?: string;
  /** Whether it can load sessions; else it resumes them. */
  readonly loads?: boolean;
  /** What is not answered with 401. */
  readonly token?: string;
  /** Answers instead of the agent; false leaves a request to the agent. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Answers an upgrade instead of the agent. */
  readonly interceptUpgrade?: (request: IncomingMessage, socket: Duplex) => boolean;
  /** Set with each answer. */
  readonly cookie?: string;
  /** Whether it speaks HTTP/2 without TLS, and nothing else. */
  readonly isPlainHttp2?: boolean;
  /** With these it speaks HTTP/2 over TLS, besides HTTP/1.1 where `allowHTTP1` is set. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly allowHTTP1: boolean };
}

/**
 * Each line of a prompt is a command: `say TEXT`, `read PATH` (through the client), `hang` (until cancelled), `count N`
 * (as many chunks), `huge N` (a chunk of so many bytes). Other lines are answered with themselves.
 */
export class RemoteServer {
  readonly requests: SeenRequest[] = [];
  /** How often sessions were loaded and resumed, and how many connections were initialized. */
  readonly calls: string[] = [];
  readonly #options: RemoteServerOptions;
  readonly #sockets = new Set<Socket>();
  readonly #http2Sessions = new Set<ServerHttp2Session>();
  /** What was said in each session, as it is replayed. */
  readonly #sessions = new Map<string, SessionUpdate[]>();
  readonly #acp: AcpServer;
  readonly #server: NetServer;

  private constructor(options: RemoteServerOptions) {
    this.#options = options;
    this.#acp = new AcpServer({ createAgent: () => this.#agent() });
    const handle = createNodeHttpHandler(this.#acp);
    const upgrade = createNodeWebSocketUpgradeHandler(this.#acp, this.#webSockets());
    const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
      this.#saw(request);
      if (options.cookie !== undefined) response.setHeader('Set-Cookie', options.cookie);
      if (options.intercept?.(request, response) === true) return;
      if (this.#isRefused(request)) response.writeHead(401).end();
      else handle(request, response);
    };
    const server = createServer(onRequest);
    this.#server = overHttp2(server, options) ?? server;
    this.#server.on('session', (session: ServerHttp2Session) => {
      this.#http2Sessions.add(session);
      session.once('close', () => this.#http2Sessions.delete(session));
    });
    this.#server.on('connection', (socket: Socket) => this.#track(socket));
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.#saw(request);
      socket.on('error', () => undefined);
      if (options.interceptUpgrade?.(request, socket) === true) return;
      if (this.#isRefused(request)) socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
      else upgrade(request, socket, head);
    });
  }

  static async start(options: RemoteServerOptions = {}): Promise<RemoteServer> {
    const server = new RemoteServer(options);
    await server.listen(0);
    return server;
  }

  /** Listens again after {@link close}. */
  listen(port: number): Promise<void> {
    return new Promise((resolve) => {
      this.#server.listen(port, '127.0.0.1', resolve);
    });
  }

  get port(): number {
    const address: AddressInfo | string | null = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The server is not listening.');
    return address.port;
  }

  url(scheme: 'ws' | 'http' | 'https', path = '/acp'): string {
    return `${scheme}://127.0.0.1:${this.port}${path}`;
  }

  /** Breaks all connections, as a network does. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends all connections of HTTP/2 in order: what runs on them may end, and what is new comes on others. */
  goAway(): void {
    for (const session of this.#http2Sessions) session.close();
  }

  /** Nobody can connect any more. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    this.cut();
    await closed;
  }

  async dispose(): Promise<void> {
    await this.close();
    await this.#acp.close();
  }

  #webSockets(): WebSocketServer {
    const sockets = new WebSocketServer({ noServer: true });
    const { cookie } = this.#options;
    if (cookie !== undefined) sockets.on('headers', (headers) => headers.push(`Set-Cookie: ${cookie}`));
    return sockets;
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #saw({ method = '', headers, httpVersion: version }: IncomingMessage): void {
    this.requests.push({ method, headers, version });
  }

  #isRefused({ headers }: IncomingMessage): boolean {
    const { token } = this.#options;
    return token !== undefined && headers.authorization !== `Bearer ${token}`;
  }

  #agent(): AgentApp {
    const { title = 'Remote agent', loads = true } = this.#options;
    const turns = new Map<string, AbortController>();
    return agent({ name: 'remote' })
      .onRequest(methods.agent.initialize, () => {
        this.calls.push('initialize');
        return {
          protocolVersion: 1,
          agentInfo: { name: 'remote', title, version: '1.0.0' },
          agentCapabilities: { loadSession: loads, sessionCapabilities: loads ? {} : { resume: {} } },
        };
      })
      .onRequest(methods.agent.session.new, () => {
        const sessionId = `remote-${this.#sessions.size + 1}`;
        this.#sessions.set(sessionId, []);
        this.calls.push('new');
        return { sessionId };
      })
      .onRequest(methods.agent.session.load, async ({ params: { sessionId }, client }) => {
        this.calls.push('load');
        for (const update of this.#said(sessionId)) {
          await client.notify(methods.client.session.update, { sessionId, update });
        }
        return {};
      })
      .onRequest(methods.agent.session.resume, ({ params: { sessionId } }) => {
        this.calls.push('resume');
        this.#said(sessionId);
        return {};
      })
      .onRequest(methods.agent.session.prompt, async ({ params: { sessionId, prompt }, client }) => {
        const turn = new AbortController();
        turns.set(sessionId, turn);
        const text = prompt.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
        this.#said(sessionId).push({ sessionUpdate: 'user_message_chunk', content: { type: 'text', text } });
        for (const line of text.split('\n'))
          await this.#run(line, { sessionId, client, signal: turn.signal });
        return { stopReason: turn.signal.aborted ? 'cancelled' : 'end_turn' };
      })
      .onNotification(methods.agent.session.cancel, ({ params: { sessionId } }) => {
        turns.get(sessionId)?.abort();
      });
  }

  #said(sessionId: string): SessionUpdate[] {
    const said = this.#sessions.get(sessionId);
    if (said === undefined) throw RequestError.resourceNotFound(sessionId);
    return said;
  }

  async #run(line: string, turn: Turn): Promise<void> {
    const [command = '', ...words] = line.split(' ');
    const rest = words.join(' ');
    switch (command) {
      case 'read': {
        const { sessionId, client } = turn;
        const { content } = await client.request(methods.client.fs.readTextFile, { sessionId, path: rest });
        await this.#say(turn, `read: ${content}`);
        return;
      }
      case 'hang':
        await new Promise<void>((resolve) => {
          turn.signal.addEventListener('abort', () => resolve());
        });
        return;
      case 'count':
        for (let index = 0; index < Number(rest); index++) await this.#say(turn, `${index} `);
        return;
      case 'huge':
        await this.#say(turn, 'x'.repeat(Number(rest)));
        return;
      default:
        await this.#say(turn, command === 'say' ? rest : line);
    }
  }

  async #say({ sessionId, client }: Turn, text: string): Promise<void> {
    const update: SessionUpdate = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
    this.#said(sessionId).push(update);
    await client.notify(methods.client.session.update, { sessionId, update });
  }
}

/** A server of HTTP/2 whose requests the other one serves. */
function overHttp2(
  server: Server,
  { tls, isPlainHttp2 = false }: RemoteServerOptions,
): NetServer | undefined {
  if (tls === undefined && !isPlainHttp2) return undefined;
  const http2 = tls === undefined ? createPlainServer() : createSecureServer(tls);
  http2.on('request', (request: Http2ServerRequest, response: Http2ServerResponse) => {
    // Its pseudo headers are none to the handlers of HTTP/1.1.
    const headers = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'));
    Object.defineProperty(request, 'headers', { value: Object.fromEntries(headers) });
    server.emit('request', request, response);
  });
  return http2;
}

interface Turn {
  readonly sessionId: string;
  readonly client: AgentContext;
  readonly signal: AbortSignal;
}
