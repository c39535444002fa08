// JSON-RPC with an agent over two streams: requests and notifications both ways, all in wire order (R10).
import type { Readable, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import {
  CancellationReceiverStrategy,
  CancellationTokenSource,
  createMessageConnection,
  Message,
  ParameterStructures,
  ResponseError as WireError,
  type CancellationStrategy,
  type MessageConnection,
  type ResponseMessage,
} from 'vscode-jsonrpc/node';
import * as z from 'zod/mini';
import { WITHDRAWN, type AbortSignalLike } from '../../core/base/abort.ts';
import { DroppedInput } from '../../core/base/droppedInputLog.ts';
import { Emitter, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import { excerptOf } from '../../../packages/process/excerpt.ts';
import { ErrorCodes, ResponseError } from './responseError.ts';
import { JsonLinesReader, JsonLinesWriter } from './jsonLines.ts';
import type { TrafficLog } from './wireLog.ts';
import type { RefusedRequest } from './wireMessage.ts';

/** How many of our messages an agent may leave unread before Parley stops reading what it sends. */
const MAX_UNREAD = 10_000;

/** How many lines that are no messages are remembered, for an agent that dies without a word on stderr. */
const LAST_SKIPPED = 5;

const cancelRequestParams = z.object({ requestId: z.union([z.string(), z.number()]) });

/** A number as text, and a text of digits as a number. */
function otherSpelling(id: string | number): string | number {
  return typeof id === 'number' ? String(id) : /^(?:0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id;
}

/** Handles the agent's requests and notifications. All are called synchronously, in wire order. */
export interface RpcHandlers {
  /**
   * Answers a request: the promise's value is the result, a `ResponseError` thrown is sent as it is, anything else
   * thrown becomes -32603 (R8). `signal` aborts when the agent withdraws the request, or the connection is lost (R14).
   */
  readonly request: (method: string, params: unknown, signal: AbortSignal) => Promise<unknown>;
  readonly notification: (method: string, params: unknown) => void;
  /** Called for a request that was refused because no answer can have its id. */
  readonly refused?: (request: RefusedRequest) => void;
  /** Called for a line that was skipped though it is a message whose JSON is broken: what it says is lost. */
  readonly lost?: () => void;
  /** Called after notifications that came in one go, before anything else happens; at times also without any. */
  readonly notified?: () => void;
}

export interface RpcConnectionOptions {
  /** What the agent writes. */
  readonly input: Readable;
  /** What the agent reads. */
  readonly output: Writable;
  readonly handlers: RpcHandlers;
  readonly log: Log;
  readonly wireLog?: TrafficLog | undefined;
  readonly maxLineBytes?: number;
}

/** ACP's spelling of the cancellation of a request. */
const acpCancellation: CancellationStrategy = {
  receiver: CancellationReceiverStrategy.Message,
  sender: {
    sendCancellation: (connection, requestId) =>
      connection.sendNotification('$/cancel_request', { requestId }),
    cleanup() {},
  },
};

/** Why lines are skipped that are no JSON, or too long to be read. */
const BROKEN = /^(?:not JSON|an object that does not end|longer than allowed)/;

/** The beginning of a message. Behind the prefix of a log it is a copy, of which agents cut the end. */
const BEGUN = /^\s*\{(?=[^]*"jsonrpc"\s*:)/;

/** One connection to one process. After {@link dispose} nothing is delivered and every open request rejects. */
export class RpcConnection implements Disposable {
  readonly #connection: MessageConnection;
  readonly #reader: JsonLinesReader;
  readonly #writer: JsonLinesWriter;
  readonly #log: Log;
  /** Requests of ours that are not answered yet. */
  readonly #open = new Set<string | number | null>();
  /** Requests of the agent's that are not answered yet. */
  readonly #serving = new Map<string | number, AbortController>();
  readonly #ended = new Emitter<void>();
  readonly #writeFailed = new Emitter<Error>();
  #received = 0;
  readonly #dropped = new DroppedInput();
  /** The last lines that were no messages, as they are shown. */
  #lastSkipped: readonly string[] = [];
  #skippedLines = 0;
  #current: string | number | undefined;

  /** The agent's output has ended and all of it was delivered. */
  readonly onEnd: Event<void> = this.#ended.event;
  /** The agent's input cannot be written to any more. */
  readonly onWriteError: Event<Error> = this.#writeFailed.event;

  constructor({ input, output, handlers, log, wireLog, maxLineBytes }: RpcConnectionOptions) {
    this.#log = log;
    this.#reader = new JsonLinesReader(input, {
      onSkipped: (reason, excerpt) => {
        this.#lineSkipped(reason, excerpt, wireLog);
        if (BROKEN.test(reason) && BEGUN.test(stripVTControlCharacters(excerpt)))
          this.#guarded('a broken message', () => handlers.lost?.());
      },
      onRefused: (request) => {
        // JSON-RPC answers so where the id of a request is not known.
        const error = { code: ErrorCodes.InvalidRequest, message: 'The id is neither a string nor a number' };
        const answer = { jsonrpc: '2.0', id: null, error };
        void this.#writer.write(answer);
        this.#guarded(request.method, () => handlers.refused?.(request));
      },
      onJoined: () =>
        this.#dropped.count('joined', (number) => {
          log.warn(
            `Put message ${number} together that was JSON over several lines; ACP has one line a message.`,
          );
        }),
      onLine: wireLog === undefined ? undefined : (line) => wireLog.message('a2c', line),
      handle: (message) => this.#handleNotification(message, handlers),
      handled: () => this.#guarded('notifications', () => handlers.notified?.()),
      ...(maxLineBytes === undefined ? {} : { maxLineBytes }),
    });
    this.#writer = new JsonLinesWriter(output, (message, line) => {
      if (Message.isRequest(message)) this.#open.add(message.id);
      wireLog?.message('c2a', line);
    });
    const logger = {
      error: (message: string) => log.error(message),
      warn: (message: string) => log.warn(message),
      info: (message: string) => log.info(message),
      log: (message: string) => log.info(message),
    };
    this.#connection = createMessageConnection(this.#reader, this.#writer, logger, {
      cancellationStrategy: acpCancellation,
      messageStrategy: { handleMessage: (message, next) => this.#handle(message, next) },
    });
    this.#connection.onRequest((method, params) => this.#serve(handlers, method, params));
    this.#connection.onClose(() => this.#ended.fire());
    this.#connection.onError(([error]) => this.#writeFailed.fire(error));
    this.#connection.listen();
  }

  /**
   * The last lines of its output that were no messages: what a program says that does not speak the protocol. The first
   * `known` lines that were skipped are left out.
   */
  lastSkipped(known = 0): string {
    const count = this.#skippedLines - known;
    return count > 0 ? this.#lastSkipped.slice(-count).join('\n') : '';
  }

  /** How many lines of its output were no messages. */
  get skippedLines(): number {
    return this.#skippedLines;
  }

  /** How many messages have come in: to see whether more are still coming. */
  get received(): number {
    return this.#received;
  }

  /**
   * Sends a request. Rejects with a `ResponseError` when the agent answers with an error or the connection goes.
   * Aborting `signal` asks the agent to give it up; its answer is still what settles the promise (R14).
   */
  async request(method: string, params: object, signal?: AbortSignalLike): Promise<unknown> {
    const source = new CancellationTokenSource();
    if (signal?.aborted === true) source.cancel();
    signal?.addEventListener('abort', () => source.cancel());
    try {
      return await this.#connection.sendRequest(method, ParameterStructures.byName, params, source.token);
    } catch (error) {
      throw error instanceof WireError ? new ResponseError(error.code, error.message, error.data) : error;
    }
  }

  /** Sends a notification; nothing happens when the connection is gone. */
  notify(method: string, params: object): void {
    try {
      this.#connection
        .sendNotification(method, ParameterStructures.byName, params)
        .catch((error: unknown) => this.#log.warn(`${method} could not be sent: ${String(error)}`));
    } catch (error) {
      this.#log.warn(`${method} could not be sent: ${String(error)}`);
    }
  }

  /** Withdraws everything the agent has asked and not been answered yet (R16). */
  abortServed(): void {
    for (const controller of this.#serving.values()) controller.abort();
  }

  dispose(): void {
    this.abortServed();
    this.#connection.dispose();
    this.#ended.dispose();
    this.#writeFailed.dispose();
  }

  /**
   * Notifications are handled as soon as they are read: the engine would take a turn of the event loop for each, which in
   * a stream takes longer than all the rest. Returns whether the message is one.
   */
  #handleNotification(message: Message, handlers: RpcHandlers): boolean {
    if (!Message.isNotification(message)) return false;
    const { method, params } = message;
    this.#received++;
    this.#guarded(method, () => this.#notified(handlers, method, params));
    return true;
  }

  /** An error of a handler concerns what it was called for alone. */
  #guarded(what: string, handle: () => void): void {
    try {
      handle();
    } catch (error) {
      this.#log.error(`“${what}” could not be handled: ${String(error)}`);
    }
  }

  /** Called once per request or response and turn of the event loop. Its effects are there before the next is handled. */
  #handle<T>(message: Message, next: (message: Message) => T): T {
    this.#received++;
    if (Message.isRequest(message)) this.#current = message.id ?? undefined;
    try {
      return next(Message.isResponse(message) ? this.#answer(message) : message);
    } finally {
      this.#writer.whenUnread(MAX_UNREAD, () => this.#reader.next());
    }
  }

  /** The answer under the id that the request had: some libraries make texts of numbers. */
  #answer(response: ResponseMessage): Message {
    if (this.#open.delete(response.id)) return response;
    const id = response.id === null ? null : otherSpelling(response.id);
    if (id !== null && this.#open.delete(id)) {
      const answer: ResponseMessage = { ...response, id };
      return answer;
    }
    this.#log.warn(`Ignored an answer to a request that was never made: ${excerptOf(response)}`);
    return response;
  }

  async #serve(handlers: RpcHandlers, method: string, params: unknown): Promise<unknown> {
    const id = this.#current;
    const controller = new AbortController();
    if (id !== undefined) this.#serving.set(id, controller);
    try {
      return await handlers.request(method, params, controller.signal);
    } catch (error) {
      throw error instanceof ResponseError ? new WireError(error.code, error.message, error.data) : error;
    } finally {
      if (id !== undefined && this.#serving.get(id) === controller) this.#serving.delete(id);
    }
  }

  #notified(handlers: RpcHandlers, method: string, params: unknown): void {
    if (method !== '$/cancel_request') {
      handlers.notification(method, params);
      return;
    }
    const parsed = cancelRequestParams.safeParse(params);
    if (!parsed.success) return;
    const { requestId } = parsed.data;
    const served = this.#serving.get(requestId) ?? this.#serving.get(otherSpelling(requestId));
    served?.abort(WITHDRAWN);
  }

  #lineSkipped(reason: string, line: string, wireLog: TrafficLog | undefined): void {
    this.#skippedLines++;
    this.#lastSkipped = [...this.#lastSkipped.slice(1 - LAST_SKIPPED), stripVTControlCharacters(line)];
    wireLog?.raw('a2c', line);
    this.#dropped.count('line', (number) => {
      this.#log.warn(`Skipped line ${number} of its output, ${reason}: ${line}`);
    });
  }
}
