// An MCP server that is a process of its own: messages over its standard streams, ended with all it started.
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { parsedJson } from './json.ts';
import { lineText, readLines } from './lineSplitter.ts';
import { PipedProcess } from './pipedProcess.ts';
import type { Program } from './startProcess.ts';
import { systemClock } from './systemClock.ts';

const MAX_MESSAGE_MEGABYTES = 64;
const MAX_STDERR_LINE_BYTES = 16 * 1024;

const GRACE = { inputMs: 1_000, signalMs: 500 };

export interface McpProcessOptions extends Program {
  /** Called with each line that is no message: of its standard error, or junk. */
  readonly log: (line: string) => void;
  /** The SDK's own check of a message; throws for anything else. Given, because it is loaded with the SDK alone. */
  readonly parse: (value: unknown) => JSONRPCMessage;
  /** The longest message that is read; a longer one is logged as junk. */
  readonly maxMessageMegabytes?: number;
}

/** The stdio transport of MCP. The SDK's own ends only the process itself, not what `npx` and the like start. */
export class McpProcess implements Transport {
  readonly #options: McpProcessOptions;
  #process: PipedProcess | undefined;
  #closing: Promise<void> | undefined;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  constructor(options: McpProcessOptions) {
    this.#options = options;
  }

  /** Rejects where the process could not be started. */
  async start(): Promise<void> {
    const { log, maxMessageMegabytes = MAX_MESSAGE_MEGABYTES } = this.#options;
    const started = await PipedProcess.start(this.#options, { clock: systemClock, grace: GRACE });
    this.#process = started;
    readLines(started.stdout, maxMessageMegabytes * 1024 * 1024, (line) => this.#handleLine(lineText(line)));
    readLines(started.stderr, MAX_STDERR_LINE_BYTES, (line) => log(lineText(line)));
    void started.closed.then(() => this.#ended());
    void started.exited.then(({ error }) => {
      if (error === undefined) return;
      this.onerror?.(error);
      this.#ended();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#process?.stdin;
    if (stdin?.writable !== true) throw new Error('The MCP server has ended.');
    if (stdin.write(`${JSON.stringify(message)}\n`)) return;
    await new Promise<void>((resolve) => {
      stdin.once('drain', resolve);
      stdin.once('close', resolve);
    });
  }

  /** Closes its input, waits a moment, then ends it and what it started. */
  close(): Promise<void> {
    this.#closing ??= this.#process?.stop() ?? Promise.resolve();
    return this.#closing;
  }

  #ended(): void {
    if (this.#process === undefined) return;
    this.#process = undefined;
    this.onclose?.();
  }

  #handleLine(line: string): void {
    if (line.trim() === '') return;
    let message: JSONRPCMessage;
    try {
      message = this.#options.parse(parsedJson(line));
    } catch {
      // Many servers print a greeting where only messages belong.
      this.#options.log(line);
      return;
    }
    this.onmessage?.(message);
  }
}
