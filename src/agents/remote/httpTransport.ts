// A remote agent over streamable HTTP: the SDK's transport, on requests that redirects, proxies and cuts do not confuse.
import { createHttpStream, MessageTooLargeError } from '@agentclientprotocol/sdk/experimental/http-client';
import type { AnyMessage } from '@agentclientprotocol/sdk';
import { settlesWithin } from '../../../packages/process/wait.ts';
import type { TransportOptions } from './connectRemoteAgent.ts';
import { HttpRequests } from './httpRequests.ts';
import { LoadAnswers } from './loadAnswers.ts';
import { MAX_MESSAGE_BYTES, RemoteFailure } from './remoteFailure.ts';
import { CLOSE_GRACE_PERIOD_MS, RemoteTransport } from './remoteTransport.ts';

export class HttpTransport extends RemoteTransport {
  readonly #requests: HttpRequests;
  readonly #answers: LoadAnswers;
  readonly #reader: ReadableStreamDefaultReader<AnyMessage>;
  readonly #writer: WritableStreamDefaultWriter<AnyMessage>;
  /** The ids of our requests that are not answered yet. */
  readonly #pending = new Set<unknown>();

  constructor(options: TransportOptions) {
    super(options);
    const { launch, clock } = options;
    this.#answers = new LoadAnswers(clock, (message) => this.#deliver(message));
    this.#requests = new HttpRequests({
      ...options,
      whenRead: () => this.lines.ready(),
      hasPending: () => this.#pending.size > 0,
    });
    const { readable, writable } = createHttpStream(launch.url, {
      fetch: (_address, init) => this.#requests.fetch(init),
      // They are stored and sent with the requests, redirects included.
      cookies: 'omit',
      maxMessageBytes: MAX_MESSAGE_BYTES,
    });
    this.#reader = readable.getReader();
    this.#writer = writable.getWriter();
    // What is wrong with it is what the reader reports.
    this.#writer.closed.catch(() => undefined);
    void this.#read();
  }

  override async stop(): Promise<void> {
    this.finish();
    // Says to the server that the connection is over.
    const closing = this.#reader.cancel().catch(() => undefined);
    await settlesWithin(this.options.clock, closing, CLOSE_GRACE_PERIOD_MS);
    this.#requests.dispose();
  }

  protected override get isConnected(): boolean {
    return this.#requests.isConnected;
  }

  async #read(): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (done) throw new RemoteFailure({ kind: 'lost', detail: '' });
        if (!this.#answers.hold(value)) this.#deliver(value);
        await this.lines.ready();
      }
    } catch (error) {
      this.fail(error instanceof MessageTooLargeError ? new RemoteFailure({ kind: 'too-large' }) : error);
    }
  }

  #deliver(message: AnyMessage): void {
    if (this.hasEnded) return;
    if ('id' in message && !('method' in message)) this.#pending.delete(message.id);
    this.lines.push(JSON.stringify(message));
  }

  protected override async send(line: string): Promise<void> {
    if (this.hasEnded) return;
    const message: AnyMessage = JSON.parse(line);
    if ('id' in message && 'method' in message) this.#pending.add(message.id);
    this.#answers.sent(message);
    await this.#writer.write(message).catch(() => undefined);
  }

  protected override release(): void {
    this.#answers.dispose();
  }
}
