// A stream of events that is opened again when the server ends it, so that nobody above notices.
import type { Readable } from 'node:stream';
import type { Clock } from '../../core/ports/hostPorts.ts';
import { wait } from '../../../packages/process/wait.ts';
import { reasonOf, RemoteFailure } from './remoteFailure.ts';
import { webStream } from './webStream.ts';

/** A stream that ends sooner counts as one that does not work. */
const MIN_LIFE_MS = 1_000;
const MAX_SHORT_LIVES = 3;
const REOPEN_DELAY_MS = 250;

export interface EventStreamOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Resolves when what has come was read. */
  readonly whenRead: () => Promise<void>;
  /** Whether nothing can have been lost by a cut. */
  readonly canReopen: () => boolean;
  /** The body of another request for the stream; undefined where there is none any more. Rejects with a RemoteFailure. */
  readonly reopen: () => Promise<Readable | undefined>;
}

/** Fails with a RemoteFailure when messages may be lost: then the session has to be opened again. */
export function eventStream(first: Readable, options: EventStreamOptions): ReadableStream<Uint8Array> {
  const open: OpenBody = { body: first };
  return webStream(events(open, options), () => open.body?.destroy());
}

/** The body that is being read. */
interface OpenBody {
  body: Readable | undefined;
}

async function* events(
  open: OpenBody,
  { clock, signal, whenRead, canReopen, reopen }: EventStreamOptions,
): AsyncGenerator<Uint8Array> {
  let shortLives = 0;
  while (open.body !== undefined) {
    const begin = clock.now();
    const end = { isBetweenEvents: true };
    const cut = yield* chunks(open.body, end, whenRead);
    if (signal.aborted) return;
    const isSafe = end.isBetweenEvents && (cut === undefined || canReopen());
    shortLives = clock.now() - begin < MIN_LIFE_MS ? shortLives + 1 : 0;
    if (!isSafe || shortLives > MAX_SHORT_LIVES) {
      const detail = cut === undefined ? 'The server ended the stream.' : reasonOf(cut);
      throw new RemoteFailure({ kind: 'lost', detail });
    }
    await wait(clock, REOPEN_DELAY_MS * shortLives);
    open.body = await reopen();
  }
}

/** Passes a body on; returns what cut it off, undefined when it ended as it should. */
async function* chunks(
  body: Readable,
  end: { isBetweenEvents: boolean },
  whenRead: () => Promise<void>,
): AsyncGenerator<Uint8Array, unknown> {
  let last = Buffer.alloc(0);
  try {
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk);
      last = Buffer.concat([last, bytes.subarray(-4)]).subarray(-4);
      end.isBetweenEvents = isBlankLine(last);
      await whenRead();
      yield bytes;
    }
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Whether the bytes end with a blank line, which is the end of an event. */
function isBlankLine(bytes: Buffer): boolean {
  return /[\r\n]{2}$/.test(bytes.toString('latin1').replaceAll('\r\n', '\n'));
}
