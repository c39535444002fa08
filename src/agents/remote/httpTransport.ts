// A remote agent over streamable HTTP: the SDK's transport, on requests that redirects, proxies and cuts do not confuse.
import { createHttpStream, MessageTooLargeError } from '@agentclientprotocol/sdk/experimental/http-client';
import type { AnyMessage } from '@agentclientprotocol/sdk';
import type { Writable } from 'node:stream';
import type { UserError } from '../../core/errors.ts';
import { remoteTimedOut } from '../../core/remoteErrors.ts';
import { settlesWithin } from '../../process/wait.ts';
import type { AgentTransport, TransportEnd } from '../wire/agentTransport.ts';
import type { TransportOptions } from './connectRemoteAgent.ts';
import { HttpRequests } from './httpRequests.ts';
import { IncomingLines } from './incomingLines.ts';
import { LoadAnswers } from './loadAnswers.ts';
import { outgoingLines } from './outgoingLines.ts';
import { describeFailure, MAX_MESSAGE_BYTES, reasonOf, RemoteFailure } from './remoteFailure.ts';

const CLOSE_GRACE_MS = 2_000;

export class HttpTransport implements AgentTransport {
  readonly output: Writable;
  readonly ended: Promise<TransportEnd>;
  readonly #options: TransportOptions;
  readonly #lines = new IncomingLines();
  readonly #end = Promise.withResolvers<TransportEnd>();
  readonly #requests: HttpRequests;
  readonly #answers: LoadAnswers;
  readonly #reader: ReadableStreamDefaultReader<AnyMessage>;
  readonly #writer: WritableStreamDefaultWriter<AnyMessage>;
  /** The ids of our requests that are not answered yet. */
  readonly #pending = new Set<unknown>();
  #hasEnded = false;

  constructor(options: TransportOptions) {
    this.#options = options;
    const { launch, clock } = options;
    this.ended = this.#end.promise;
    this.#answers = new LoadAnswers(clock, (message) => this.#deliver(message));
    this.#requests = new HttpRequests({
      ...options,
      whenRead: () => this.#lines.ready(),
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
    this.output = outgoingLines((line) => this.#send(line));
    void this.#read();
  }

  get input(): IncomingLines['stream'] {
    return this.#lines.stream;
  }

  stderrTail(): string {
    return '';
  }

  describeTimeout(seconds: number, outputTail: string): UserError {
    return remoteTimedOut(this.#options.name, seconds, outputTail);
  }

  async stop(): Promise<void> {
    this.#finish();
    // Says to the server that the connection is over.
    const closing = this.#reader.cancel().catch(() => undefined);
    await settlesWithin(this.#options.clock, closing, CLOSE_GRACE_MS);
    this.#requests.dispose();
  }

  async #read(): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (done) throw new RemoteFailure({ kind: 'lost', detail: '' });
        if (!this.#answers.hold(value)) this.#deliver(value);
        await this.#lines.ready();
      }
    } catch (error) {
      this.#fail(error instanceof MessageTooLargeError ? new RemoteFailure({ kind: 'too-large' }) : error);
    }
  }

  #deliver(message: AnyMessage): void {
    if (this.#hasEnded) return;
    if ('id' in message && !('method' in message)) this.#pending.delete(message.id);
    this.#lines.push(JSON.stringify(message));
  }

  /** Resolves when the server has accepted it, or never will: then the end of the connection is what counts. */
  async #send(line: string): Promise<void> {
    if (this.#hasEnded) return;
    const message: AnyMessage = JSON.parse(line);
    if ('id' in message && 'method' in message) this.#pending.add(message.id);
    this.#answers.sent(message);
    await this.#writer.write(message).catch(() => undefined);
  }

  #fail(failure: unknown): void {
    if (this.#hasEnded) return;
    const { name, launch } = this.#options;
    const { isConnected } = this.#requests;
    this.#end.resolve({
      note: `The connection ended: ${reasonOf(failure)}.`,
      describe: () => describeFailure(failure, name, { launch, isConnected }),
    });
    this.#finish();
  }

  #finish(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#answers.dispose();
    this.#lines.end();
  }
}
