// The requests of a connection over streamable HTTP, as the SDK's transport makes them with `fetch`.
import type { Readable } from 'node:stream';
import type { CookieJar } from 'tough-cookie';
import type { Clock } from '../../core/ports/hostPorts.ts';
import type { RemoteLaunch } from '../../core/settings/agentSettings.ts';
import { storeCookies, withCookies } from './agentCookies.ts';
import { eventStream } from './eventStream.ts';
import { isUnprocessed, openHttp2, openPlainHttp2 } from './http2Sender.ts';
import { sendHttp1, type Answer, type Send, type SentRequest } from './httpSender.ts';
import { RemoteFailure } from './remoteFailure.ts';
import { failureOf, MAX_REDIRECTS, redirectOf } from './httpAnswer.ts';
import { webStream } from './webStream.ts';

/** Servers answer at once with a head: what comes later comes by the streams. */
const HEAD_TIMEOUT_MS = 60_000;

/** A body in which nothing counts may hold its connection for so long. */
const UNREAD_BODY_TIMEOUT_MS = 5_000;

const CONNECTION_ID = 'acp-connection-id';
const SESSION_ID = 'acp-session-id';

/** What the SDK's transport passes to `fetch`. */
type RequestInitOfSdk = Parameters<typeof globalThis.fetch>[1];

export interface HttpRequestsOptions {
  readonly launch: RemoteLaunch;
  readonly clock: Clock;
  readonly jar: CookieJar;
  /** The headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Resolves when what has come was read. */
  readonly whenRead: () => Promise<void>;
  /** Whether an answer of the agent is waited for. */
  readonly hasPending: () => boolean;
}

interface Request {
  readonly method: string;
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

/** Throws and rejects with a RemoteFailure. */
export class HttpRequests {
  readonly #options: HttpRequestsOptions;
  readonly #stop = new AbortController();
  #address: string;
  #sender: Promise<Send> | undefined;
  #isConnected = false;

  constructor(options: HttpRequestsOptions) {
    this.#options = options;
    this.#address = options.launch.url;
  }

  /** Whether the server has answered `initialize`. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Makes one request. Only answers that the transport understands come back. */
  async fetch(init: RequestInitOfSdk): Promise<Response> {
    const { signal } = init ?? {};
    const isStoppable = signal !== null && signal !== undefined;
    const headers = Object.fromEntries(new Headers(init?.headers));
    const request = {
      method: init?.method ?? 'GET',
      headers,
      body: typeof init?.body === 'string' ? init.body : undefined,
      signal: AbortSignal.any([this.#stop.signal, ...(isStoppable ? [signal] : [])]),
    };
    if (request.method === 'GET') return this.#openStream(request);
    const answer = await this.#send(request);
    const isFirst = request.method === 'POST' && headers[CONNECTION_ID] === undefined;
    if (isFirst) await this.#checkFirst(answer);
    return new Response(bodyOf(answer), { status: answer.status, headers: plainHeaders(answer) });
  }

  /** Ends all requests. */
  dispose(): void {
    this.#stop.abort();
  }

  /** Checks the answer to `initialize`. */
  async #checkFirst(answer: Answer): Promise<void> {
    const { status, contentType, headers } = answer;
    const isAcp = status === 200 && /json/i.test(contentType) && headers[CONNECTION_ID] !== undefined;
    if (!isAcp) throw await failureOf(answer, answer.body);
    this.#isConnected = true;
  }

  async #openStream(request: Request): Promise<Response> {
    const { clock, whenRead, hasPending } = this.#options;
    const isOfSession = request.headers[SESSION_ID] !== undefined;
    const first = await this.#send(request);
    // A conflict is of one session alone, which the transport knows how to go on from.
    if (first.status === 409 && isOfSession) {
      return new Response(bodyOf(first), { status: first.status, headers: plainHeaders(first) });
    }
    if (!isEventStream(first)) throw await failureOf(first, first.body);
    const body = eventStream(first.body, {
      clock,
      signal: request.signal,
      whenRead,
      canReopen: () => !hasPending(),
      reopen: async () => {
        const again = await this.#send(request);
        if (isEventStream(again)) return again.body;
        const failure = await failureOf(again, again.body);
        // A session that is closed has no stream any more.
        if (isOfSession && again.status >= 400 && again.status < 500) return undefined;
        // What the server has forgotten, or cannot say now, is there on another connection.
        const { why } = failure;
        throw new RemoteFailure({ kind: 'lost', detail: 'detail' in why ? why.detail : '' });
      },
    });
    return new Response(body, { status: 200, headers: plainHeaders(first) });
  }

  /** Sends a request, with cookies, and again where the server redirects within itself. */
  async #send({ method, headers, body, signal }: Request): Promise<Answer> {
    const { jar, clock, headers: given } = this.#options;
    let address = this.#address;
    for (let redirects = 0; ; redirects++) {
      const all = withCookies(jar, address, { ...given, ...headers });
      const answer = await this.#sendOnce({
        address,
        method,
        headers: all,
        body,
        signal,
        clock,
        timeoutMs: HEAD_TIMEOUT_MS,
      });
      storeCookies(jar, address, answer.cookies);
      const { status } = answer;
      if (status === 401 || status === 403) throw await failureOf(answer, answer.body);
      const target = redirects < MAX_REDIRECTS ? redirectOf(answer, address, method) : undefined;
      if (target === undefined) return answer;
      answer.body.destroy();
      address = target;
      // What follows goes there at once, in the same order.
      this.#address = target;
    }
  }

  async #sendOnce(request: SentRequest, isAgain = false): Promise<Answer> {
    const sender = (this.#sender ??= this.#chooseSender());
    const send = await sender;
    try {
      return await send(request);
    } catch (error) {
      if (!isAgain && isUnprocessed(error)) {
        // Servers that are restarted, and balancers, hand over to another connection so; ACP's own goes on on that.
        if (this.#sender === sender) this.#sender = undefined;
        return this.#sendOnce(request, true);
      }
      if (send !== sendHttp1 || !isHttp2Answer(error)) throw error;
      // Without TLS nothing is negotiated: the server has not understood the request, and says so in HTTP/2.
      const http2 = openPlainHttp2(request.address, this.#stop.signal);
      this.#sender = Promise.resolve(http2);
      return http2(request);
    }
  }

  /** HTTP/2 where the server has it; not through a proxy, which is VS Code's business. */
  async #chooseSender(): Promise<Send> {
    const { launch, clock } = this.#options;
    const isProbed = launch.isProxied !== true && /^https:/i.test(this.#address);
    const http2 = isProbed ? await openHttp2(this.#address, clock, this.#stop.signal) : undefined;
    return http2 ?? sendHttp1;
  }
}

/** Whether a server of HTTP/2 answered to HTTP/1.1. */
function isHttp2Answer(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'HPE_INVALID_CONSTANT';
}

function isEventStream({ status, contentType }: Answer): boolean {
  return status === 200 && /^text\/event-stream\b/i.test(contentType);
}

/** A body that is read as it comes; none where nothing in it counts, so that its connection is free again. */
function bodyOf({ status, body }: Answer): ReadableStream<Uint8Array> | null {
  if (status !== 202 && status !== 204 && status !== 205 && status !== 304) {
    return webStream(chunksOf(body), () => body.destroy());
  }
  const timer = setTimeout(() => body.destroy(), UNREAD_BODY_TIMEOUT_MS).unref();
  body.once('close', () => clearTimeout(timer));
  body.resume();
  return null;
}

async function* chunksOf(body: Readable): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) yield Buffer.from(chunk);
}

function plainHeaders({ headers }: Answer): Headers {
  const plain = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'set-cookie' && !name.startsWith(':')) plain.set(name, value);
  }
  return plain;
}
