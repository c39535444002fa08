// The HTTP server on this machine that agents call: it checks each request, and loads what answers with the first.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Clock, Log } from '../../../../core/ports/hostPorts.ts';
import { Grants, type Grant } from './grants.ts';
import { portsToTry } from './ports.ts';
import { admit, BATCH, CLOSED, MAX_BODY_BYTES, TOO_LARGE, type Refusal } from './requestGate.ts';

/** Answers a request of a session. */
export type Serve = (request: Request, grant: Grant) => Promise<Response>;

export interface IdeListenerOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Loads what answers. */
  readonly load: () => Promise<Serve>;
}

/** For the headers and the body of a request, not for its answer. */
const RECEIVE_TIMEOUT_MS = 20_000;
const MAX_CONNECTIONS = 2_000;
const JSON_BLANKS = new Set(Buffer.from(' \t\r\n'));

export class IdeListener {
  readonly grants: Grants;
  readonly #options: IdeListenerOptions;
  readonly #server: Server;
  #serve: Promise<Serve> | undefined;
  #port = 0;

  private constructor(options: IdeListenerOptions) {
    this.#options = options;
    this.grants = new Grants(options.clock);
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        options.log.warn(`parley-ide: ${String(error)}`);
        if (response.headersSent) response.destroy();
        else refuse(response, { status: 500, reason: 'The request could not be answered.' });
      });
    });
    this.#server.maxConnections = MAX_CONNECTIONS;
    this.#server.headersTimeout = RECEIVE_TIMEOUT_MS;
    this.#server.requestTimeout = RECEIVE_TIMEOUT_MS;
  }

  /** Listens at a port of 127.0.0.1 that `ports` has and that is free. Rejects where that is not possible. */
  static async start(
    options: IdeListenerOptions,
    ports: readonly number[] = portsToTry(),
  ): Promise<IdeListener> {
    const listener = new IdeListener(options);
    const server = listener.#server;
    await listenAtFirst(server, ports);
    server.on('error', (error) => options.log.warn(`parley-ide: ${error.message}`));
    const address = server.address();
    listener.#port = typeof address === 'object' && address !== null ? address.port : 0;
    return listener;
  }

  /** The address at which a session calls. */
  urlOf(grant: Grant): string {
    return `http://127.0.0.1:${this.#port}/mcp/${grant.id}`;
  }

  dispose(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const admitted = admit(incoming, this.grants, this.#port);
    if ('status' in admitted) {
      // What is left of it is read and dropped: a connection that is cut shows no answer.
      incoming.resume();
      return refuse(response, admitted);
    }
    const { grant, end } = admitted;
    try {
      const body = await bodyOf(incoming);
      if (body === undefined) return refuse(response, TOO_LARGE);
      if (isBatch(body)) return refuse(response, BATCH);
      const serve = await this.#loaded();
      // It may have ended while its agent was still sending.
      if (!grant.session.isOpen()) return refuse(response, CLOSED);
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const request = new Request(this.urlOf(grant), {
        method: 'POST',
        headers: headersOf(incoming),
        body: new Uint8Array(body),
        signal: gone.signal,
      });
      await send(response, await serve(request, grant));
    } finally {
      end();
    }
  }

  /** Tries again after a failure. */
  #loaded(): Promise<Serve> {
    const loading = (this.#serve ??= this.#options.load());
    loading.catch(() => {
      if (this.#serve === loading) this.#serve = undefined;
    });
    return loading;
  }
}

/** Undefined where it is too large; what more there is of it is dropped. */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return size > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
}

/** Whether it begins as an array of JSON does. */
function isBatch(body: Buffer): boolean {
  const first = body.find((byte) => !JSON_BLANKS.has(byte));
  return first === '['.charCodeAt(0);
}

/** Without the token, which is needed no more. */
function headersOf({ headers }: IncomingMessage): Headers {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && name !== 'authorization') copied.set(name, value);
  }
  return copied;
}

async function send(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  for await (const chunk of answer.body ?? []) {
    if (response.destroyed) return;
    response.write(chunk);
  }
  response.end();
}

function refuse(response: ServerResponse, { status, reason }: Refusal): void {
  const error = { code: -32_000, message: reason };
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(status === 429 ? { 'retry-after': '1' } : {}),
  });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
}

/** Listens at the first of the ports that is free; rejects with why the last one is not. */
async function listenAtFirst(server: Server, ports: readonly number[]): Promise<void> {
  for (const [index, port] of ports.entries()) {
    const failure = await listenAt(server, port);
    if (failure === undefined) return;
    if (index === ports.length - 1) throw failure;
  }
}

/** Resolves to why the server cannot listen there. */
function listenAt(server: Server, port: number): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const fail = (error: Error): void => resolve(error);
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', fail);
      resolve(undefined);
    });
  });
}
