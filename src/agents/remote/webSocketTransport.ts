// A remote agent over a WebSocket: each text frame is a message.
import type { IncomingMessage } from 'node:http';
import { WebSocket, type RawData } from 'ws';
import { DroppedInput } from '../../core/base/droppedInputLog.ts';
import type { Disposable } from '../../core/base/lifecycle.ts';
import { settlesWithin } from '../../../packages/process/wait.ts';
import { storeCookies, withCookies } from './agentCookies.ts';
import type { TransportOptions } from './connectRemoteAgent.ts';
import { MAX_MESSAGE_BYTES, reasonOf, RemoteFailure } from './remoteFailure.ts';
import { CLOSE_GRACE_PERIOD_MS, RemoteTransport } from './remoteTransport.ts';
import { failureOf, MAX_REDIRECTS, redirectOf } from './httpAnswer.ts';

/** A connection on which nothing comes for so long is asked for a sign of life, and given up when none comes. */
const PING_INTERVAL_MS = 30_000;
const NORMAL_CLOSURE = 1000;

export class WebSocketTransport extends RemoteTransport {
  readonly #open = Promise.withResolvers<WebSocket | undefined>();
  readonly #closed = Promise.withResolvers<void>();
  readonly #dropped = new DroppedInput();
  #socket: WebSocket | undefined;
  #isOpen = false;
  /** Whether anything came since the last ping. */
  #isAlive = true;
  #ping: Disposable | undefined;

  constructor(options: TransportOptions) {
    super(options);
    this.#connect(options.launch.url, MAX_REDIRECTS);
  }

  override async stop(): Promise<void> {
    const socket = this.#socket;
    this.finish();
    if (socket === undefined) return;
    if (this.#isOpen) {
      socket.resume();
      socket.close(NORMAL_CLOSURE);
      await settlesWithin(this.options.clock, this.#closed.promise, CLOSE_GRACE_PERIOD_MS);
    }
    socket.terminate();
  }

  protected override get isConnected(): boolean {
    return this.#isOpen;
  }

  #connect(url: string, redirectsLeft: number): void {
    const { headers, jar } = this.options;
    const storeCookiesOf = (response: IncomingMessage): void =>
      storeCookies(jar, url, response.headers['set-cookie'] ?? []);
    try {
      const socket = new WebSocket(url, {
        headers: withCookies(jar, url, headers),
        maxPayload: MAX_MESSAGE_BYTES,
        // A few bytes could become many of them.
        perMessageDeflate: false,
        followRedirects: false,
      });
      this.#socket = socket;
      socket.on('upgrade', storeCookiesOf);
      socket.on('unexpected-response', (_request, response) => {
        storeCookiesOf(response);
        void this.#refused(socket, response, { url, redirectsLeft });
      });
      socket.on('open', () => this.#opened(socket));
      socket.on('message', (data, isBinary) => this.#received(data, isBinary));
      socket.on('ping', () => (this.#isAlive = true));
      socket.on('pong', () => (this.#isAlive = true));
      socket.on('error', (error) => {
        if (socket === this.#socket) this.fail(failureOfError(error));
      });
      socket.on('close', (code, reason) => {
        if (socket !== this.#socket) return;
        this.#closed.resolve();
        const said = reason.toString('utf8');
        const detail = `WebSocket closed with code ${code}${said === '' ? '' : `: ${said}`}`;
        this.fail(new RemoteFailure({ kind: 'lost', detail }));
      });
    } catch (error) {
      this.fail(error);
    }
  }

  async #refused(
    socket: WebSocket,
    response: IncomingMessage,
    { url, redirectsLeft }: { readonly url: string; readonly redirectsLeft: number },
  ): Promise<void> {
    const { headers, statusCode: status = 0 } = response;
    const head = { status, contentType: headers['content-type'] ?? '', location: headers.location };
    try {
      const target = redirectsLeft > 0 ? redirectOf(head, url, 'GET') : undefined;
      if (target === undefined) throw await failureOf(head, response);
      this.#socket = undefined;
      if (!this.hasEnded) this.#connect(target, redirectsLeft - 1);
    } catch (error) {
      this.fail(error);
    } finally {
      socket.terminate();
    }
  }

  #opened(socket: WebSocket): void {
    if (this.hasEnded) return;
    this.#isOpen = true;
    this.#open.resolve(socket);
    this.#schedulePing(socket);
  }

  #schedulePing(socket: WebSocket): void {
    this.#ping = this.options.clock.after(PING_INTERVAL_MS, () => {
      if (this.hasEnded) return;
      // While it is paused, nothing that comes is seen.
      if (!this.#isAlive && !socket.isPaused) {
        this.fail(new RemoteFailure({ kind: 'lost', detail: 'The server does not respond any more.' }));
        socket.terminate();
        return;
      }
      this.#isAlive = false;
      socket.ping();
      this.#schedulePing(socket);
    });
  }

  #received(data: RawData, isBinary: boolean): void {
    this.#isAlive = true;
    if (this.hasEnded) return;
    if (isBinary || !Buffer.isBuffer(data)) {
      this.#dropped.count('binary', (number) => {
        this.options.log.warn(`Ignored binary frame ${number}.`);
      });
      return;
    }
    if (this.lines.push(data.toString('utf8'))) return;
    const socket = this.#socket;
    socket?.pause();
    void this.lines.ready().then(() => socket?.resume());
  }

  protected override async send(line: string): Promise<void> {
    const socket = await this.#open.promise;
    if (socket === undefined) return;
    await new Promise<void>((resolve) => {
      socket.send(line.trimEnd(), () => resolve());
    });
  }

  protected override release(): void {
    this.#ping?.dispose();
    this.#open.resolve(undefined);
  }
}

function failureOfError(error: Error): RemoteFailure {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return new RemoteFailure({ kind: 'too-large' });
  // What speaks HTTP but no WebSocket, or breaks the rules of one.
  const isForeign = /^(?:Invalid (?:Sec-WebSocket|Upgrade)|Server sent)/.test(error.message);
  return new RemoteFailure(
    { kind: isForeign ? 'not-acp' : 'unreachable', detail: reasonOf(error) },
    { cause: error },
  );
}
