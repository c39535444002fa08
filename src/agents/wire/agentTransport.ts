// What carries the messages of one agent, a process or a connection to a server, as the link to it sees it.
import type { Readable, Writable } from 'node:stream';
import type { UserError } from '../../core/errors.ts';

/** Why a transport ended on its own. */
export interface TransportEnd {
  /** A sentence for the agent's log. */
  readonly note: string;
  /** What the user sees; `outputTail` is the end of what the agent printed, as far as that is known. */
  readonly describe: (outputTail: string) => UserError;
}

/** Carries messages as lines of JSON (R1). It may not be connected yet: what is written then is sent as soon as it is. */
export interface AgentTransport {
  /** What the agent sends. Ends when nothing more comes. */
  readonly input: Readable;
  /** What is sent to the agent, a line in each write. */
  readonly output: Writable;
  /** Resolves when it has ended on its own, or could not be connected; never rejects. */
  readonly ended: Promise<TransportEnd>;
  /** The end of what the agent reported besides its messages, or what of it came at that moment or later. */
  stderrTail(since?: number): string;
  /** The error of an agent that has not answered `initialize` in time. */
  describeTimeout(seconds: number, outputTail: string): UserError;
  /** Ends it, gently at first. Resolves when it is gone. */
  stop(): Promise<void>;
}
