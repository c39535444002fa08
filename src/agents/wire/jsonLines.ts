// Newline-delimited JSON as a transport of vscode-jsonrpc: one message per line (R1–R3).
import type { Readable, Writable } from 'node:stream';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  Disposable,
  type DataCallback,
  type Message,
  type MessageReader,
  type MessageWriter,
} from 'vscode-jsonrpc/node';
import { excerpt } from '../../../packages/process/excerpt.ts';
import { LineSplitter, type Line } from '../../../packages/process/lineSplitter.ts';
import { scanLine, type OpenObject } from './messageScan.ts';
import { ReadPace } from './readPace.ts';
import { readWireMessage, type RefusedRequest, type WireMessage } from './wireMessage.ts';

/** The longest line that is read, in bytes. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** How long messages are handled and other lines are skipped in one go, in milliseconds. */
const SLICE_MS = 8;

/** Longer messages are not compared with each other, and so not kept. */
const MAX_COPY_CHARACTERS = 100_000;

const UTF8_BOM: readonly number[] = [0xef, 0xbb, 0xbf];
const OPEN_BRACE = 0x7b;

export interface JsonLinesReaderOptions {
  /** Called for each line that is skipped, and why. */
  readonly onSkipped: (reason: string, excerpt: string) => void;
  /** Called for each line that is skipped and is a request which the agent waits for. */
  readonly onRefused?: (request: RefusedRequest) => void;
  /** Called for each message that came on several lines, which ACP does not allow, and was put together. */
  readonly onJoined?: () => void;
  /** Called for each line that holds a message, before it is delivered. */
  readonly onLine?: ((line: string) => void) | undefined;
  /** Handles a message without the receiver; returns whether it did. */
  readonly handle?: (message: Message) => boolean;
  /** Called after messages were handled in one go, before anything else happens; at times also without any. */
  readonly handled?: () => void;
  readonly maxLineBytes?: number;
  readonly pace?: ReadPace;
}

/**
 * Reads messages and delivers them one by one: after each that is not handled at once, nothing more is delivered until
 * {@link next} is called. So the order stays whatever the receiver does, the event loop turns after each message that is
 * delivered and often enough between those that are handled, and while lines wait, or a flood makes it rest, the stream is
 * paused, which in the end stops an agent that writes faster than it is understood.
 */
export class JsonLinesReader extends AbstractMessageReader implements MessageReader {
  readonly #stream: Readable;
  readonly #options: JsonLinesReaderOptions;
  readonly #maxLineBytes: number;
  readonly #splitter: LineSplitter;
  #lines: Line[] = [];
  #nextLine = 0;
  /** A message on several lines, as far as it has come. */
  #open: OpenObject | undefined;
  /** The last message, as it came. */
  #last: string | undefined;
  /** Messages that stood behind the prefix of a log. */
  #logged: { readonly json: string; isDelivered: boolean }[] = [];
  #deliver: DataCallback | undefined;
  #busy = false;
  #ended = false;
  #closed = false;
  readonly #pace: ReadPace;
  /** The next slice. */
  #turn: { readonly cancel: () => void } | undefined;

  constructor(stream: Readable, options: JsonLinesReaderOptions) {
    super();
    this.#stream = stream;
    this.#options = options;
    this.#pace = options.pace ?? new ReadPace();
    this.#maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
    this.#splitter = new LineSplitter(this.#maxLineBytes);
  }

  listen(callback: DataCallback): Disposable {
    this.#deliver = callback;
    const onData = (chunk: Buffer): void => this.#take(this.#splitter.push(chunk));
    const onEnd = (): void => this.#end();
    const onError = (error: Error): void => {
      this.fireError(error);
      this.#end();
    };
    this.#stream.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onError);
    return Disposable.create(() => this.dispose());
  }

  /** The message delivered last has been dealt with: delivers the next one after what waits for that message. */
  next(): void {
    this.#busy = false;
    this.#advanceLater();
  }

  override dispose(): void {
    super.dispose();
    this.#closed = true;
    this.#deliver = undefined;
    this.#lines = [];
    this.#turn?.cancel();
    // Nobody reads any more; what still comes must not fill the pipe of a process that is ending.
    this.#stream.removeAllListeners('data').resume();
  }

  #take(lines: readonly Line[]): void {
    if (this.#closed) return;
    for (const line of lines) this.#lines.push(line);
    this.#advance();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    const rest = this.#splitter.end();
    this.#take(rest === undefined ? [] : [rest]);
  }

  #advance(): void {
    if (this.#busy || this.#closed || this.#turn !== undefined) return;
    this.#pace.begin();
    const isAllHandled = this.#handleSlice();
    this.#options.handled?.();
    const restMs = this.#pace.end();
    if (this.#busy || this.#closed) return;
    if (!isAllHandled || restMs > 0) {
      this.#stream.pause();
      this.#advanceLater(restMs);
    } else if (this.#ended) this.#close();
    else this.#stream.resume();
  }

  /** Returns whether nothing waits any more. */
  #handleSlice(): boolean {
    for (;;) {
      const line = this.#lines[this.#nextLine];
      if (line === undefined) break;
      const message = this.#read(line);
      this.#nextLine++;
      if (message !== undefined && this.#options.handle?.(message) !== true) {
        this.#busy = true;
        this.#stream.pause();
        this.#deliver?.(message);
        return false;
      }
      // The message may have ended the connection.
      if (this.#closed || this.#pace.workedMs > SLICE_MS) return false;
    }
    this.#lines = [];
    this.#nextLine = 0;
    return true;
  }

  #advanceLater(restMs = 0): void {
    if (this.#closed || this.#turn !== undefined) return;
    const advance = (): void => {
      this.#turn = undefined;
      this.#advance();
    };
    if (restMs > 0) {
      const timer = setTimeout(advance, restMs);
      this.#turn = { cancel: () => clearTimeout(timer) };
    } else {
      const immediate = setImmediate(advance);
      this.#turn = { cancel: () => clearImmediate(immediate) };
    }
  }

  #close(): void {
    if (this.#closed) return;
    this.#dropOpen();
    this.#closed = true;
    this.fireClose();
  }

  #read(line: Line): Message | undefined {
    if (line.kind === 'overlong') {
      this.#skip(`longer than allowed (${line.length} bytes)`, line.head);
      return undefined;
    }
    const bytes = startsWithMark(line.bytes) ? line.bytes.subarray(UTF8_BOM.length) : line.bytes;
    const first = firstVisible(bytes);
    if (first === undefined) return undefined;
    const isObject = first === OPEN_BRACE;
    if (!isObject && this.#open === undefined && !bytes.includes(OPEN_BRACE)) {
      this.#skip('not a JSON object', bytes);
      return undefined;
    }
    const text = bytes.toString('utf8');
    const read: WireMessage = isObject ? readWireMessage(text) : { problem: 'not a JSON object' };
    if (read.problem !== undefined) {
      if (read.refused === undefined) this.#takeApart(text, read.problem);
      else {
        this.#skip(read.problem, text);
        this.#options.onRefused?.(read.refused);
      }
      return undefined;
    }
    this.#dropOpen();
    if (this.#isCopy(text)) return undefined;
    this.#options.onLine?.(text);
    return read.message;
  }

  /** A line that is no message may hold some: those come next, each as a line of its own. */
  #takeApart(text: string, problem: string): void {
    const before = this.#open;
    const { messages: found, rest, open, isLogged } = scanLine(text, before);
    const messages = isLogged ? found.filter((json) => json !== this.#last) : found;
    if (isLogged) this.#logged = messages.map((json) => ({ json, isDelivered: false }));
    const isTooLong = open !== undefined && open.length > this.#maxLineBytes;
    this.#open = isTooLong ? undefined : open;
    if (before !== undefined && messages.length > 0 && rest === '') this.#options.onJoined?.();
    if (isTooLong) this.#skip(problem, openText(open));
    else if (rest !== '') this.#skip(problem, rest);
    const lines = messages.map((json): Line => ({ kind: 'line', bytes: Buffer.from(json) }));
    this.#lines.splice(this.#nextLine + 1, 0, ...lines);
  }

  /** Whether a line is the message that came just before, with the prefix of a log: some agents log what they send. */
  #isCopy(text: string): boolean {
    this.#last = text.length > MAX_COPY_CHARACTERS ? undefined : text;
    if (this.#logged.length === 0) return false;
    const logged = this.#logged.find(({ json }) => json === text);
    if (logged === undefined) this.#logged = [];
    else if (logged.isDelivered) return true;
    else logged.isDelivered = true;
    return false;
  }

  /** What was begun does not go on. */
  #dropOpen(): void {
    if (this.#open === undefined) return;
    const text = openText(this.#open);
    this.#open = undefined;
    this.#skip('an object that does not end', text);
  }

  #skip(reason: string, skipped: Buffer | string): void {
    const text = typeof skipped === 'string' ? skipped : skipped.subarray(0, 1024).toString('utf8');
    this.#options.onSkipped(reason, excerpt(text.slice(0, 1024)));
  }
}

/** The beginning of it, for the log. */
function openText({ lines }: OpenObject): string {
  return lines.slice(0, 50).join('\n');
}

// Both without a view of the bytes: making one for each line takes longer than looking.

function startsWithMark(bytes: Buffer): boolean {
  return UTF8_BOM.every((byte, index) => bytes[index] === byte);
}

/** The first byte that is no blank. */
function firstVisible(bytes: Buffer): number | undefined {
  for (const byte of bytes) if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return byte;
  return undefined;
}

/** Writes messages in order. Never blocks and never rejects: a stream that is gone swallows what is written. */
export class JsonLinesWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #stream: Writable;
  readonly #onLine: (message: Message, line: string) => void;
  #unflushed = 0;
  #whenFlushed: { readonly below: number; readonly callback: () => void } | undefined;

  /** `onLine` is called with every message, before it is written. */
  constructor(stream: Writable, onLine: (message: Message, line: string) => void) {
    super();
    this.#stream = stream;
    this.#onLine = onLine;
    stream.on('error', (error) => this.fireError(error));
  }

  write(message: Message): Promise<void> {
    // Many readers, Node's readline among them, end lines at these two as well.
    const line = JSON.stringify(message).replace(/[\u2028\u2029]/g, (end) =>
      end === '\u2028' ? '\\u2028' : '\\u2029',
    );
    this.#onLine(message, line);
    if (this.#stream.writable) {
      this.#unflushed++;
      this.#stream.write(`${line}\n`, () => this.#flushed());
    }
    return Promise.resolve();
  }

  /**
   * Calls back once no more than `limit` messages wait to be taken by the other side; at once if that is so now.
   * One caller at a time.
   */
  whenUnread(limit: number, callback: () => void): void {
    if (this.#unflushed <= limit) callback();
    else this.#whenFlushed = { below: limit, callback };
  }

  end(): void {
    this.#stream.end();
  }

  #flushed(): void {
    this.#unflushed--;
    const waiting = this.#whenFlushed;
    if (waiting === undefined || this.#unflushed > waiting.below) return;
    this.#whenFlushed = undefined;
    waiting.callback();
  }
}
