// What transports to servers have in common: messages as lines in both directions, and one end, which is described.
import { Writable } from 'node:stream';
import type { UserError } from '../../core/errors.ts';
import { remoteTimedOut } from '../../core/remoteErrors.ts';
import type { AgentTransport, TransportEnd } from '../wire/agentTransport.ts';
import type { TransportOptions } from './connectRemoteAgent.ts';
import { IncomingLines } from './incomingLines.ts';
import { describeFailure, reasonOf } from './remoteFailure.ts';

/** How long a server has to close a connection in order, in milliseconds. */
export const CLOSE_GRACE_PERIOD_MS = 2_000;

export abstract class RemoteTransport implements AgentTransport {
  readonly output: Writable = outgoingLines((line) => this.send(line));
  readonly ended: Promise<TransportEnd>;
  protected readonly options: TransportOptions;
  protected readonly lines = new IncomingLines();
  readonly #end = Promise.withResolvers<TransportEnd>();
  #hasEnded = false;

  constructor(options: TransportOptions) {
    this.options = options;
    this.ended = this.#end.promise;
  }

  get input(): IncomingLines['stream'] {
    return this.lines.stream;
  }

  /** A server has none. */
  stderrTail(): string {
    return '';
  }

  describeTimeout(seconds: number, outputTail: string): UserError {
    return remoteTimedOut(this.options.name, seconds, outputTail);
  }

  abstract stop(): Promise<void>;

  protected get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Whether the server has answered as one that speaks ACP. */
  protected abstract get isConnected(): boolean;

  /** Resolves when the server has accepted it, or never will: then the end of the connection is what counts. */
  protected abstract send(line: string): Promise<void>;

  /** Gives back what only an open connection needs. */
  protected abstract release(): void;

  /** Ends on its own; only the first failure counts. */
  protected fail(failure: unknown): void {
    if (this.#hasEnded) return;
    const { name, launch } = this.options;
    const { isConnected } = this;
    this.#end.resolve({
      note: `The connection ended: ${reasonOf(failure)}.`,
      describe: () => describeFailure(failure, name, { launch, isConnected }),
    });
    this.finish();
  }

  /** Delivers and accepts nothing more. */
  protected finish(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.release();
    this.lines.end();
  }
}

/** What is sent as lines, each a message. `send` resolves when a line is on its way, or never will be; it does not reject. */
function outgoingLines(send: (line: string) => Promise<void>): Writable {
  const write = async (line: string, done: () => void): Promise<void> => {
    await send(line);
    done();
  };
  return new Writable({
    decodeStrings: false,
    write: (line: unknown, _encoding, done) => void write(String(line), done),
  });
}
