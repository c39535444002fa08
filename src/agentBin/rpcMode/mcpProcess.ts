// An MCP server that is a process of its own: messages over its standard streams, and it ends with all it started.
import type { Readable, Writable } from 'node:stream';
import { parseJSONRPCMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import spawn from 'cross-spawn';
import { LineCutter } from './lineCutter.ts';
import { endTree, killTree, ownTree, spawned } from './tree.ts';

/** The longest message that is read, in bytes. */
const MAX_LINE = 64 * 1024 * 1024;

export interface McpProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the process. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
  /** Told of each line that is no message: of its standard error, or junk. */
  readonly log: (line: string) => void;
}

interface Running {
  readonly pid: number;
  readonly stdin: Writable;
  readonly exited: Promise<void>;
}

/** The stdio transport of MCP. The SDK's own ends only the process itself, not what `npx` and the like start. */
export class McpProcess implements Transport {
  readonly #options: McpProcessOptions;
  #running: Running | undefined;
  #closing: Promise<void> | undefined;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  constructor(options: McpProcessOptions) {
    this.#options = options;
  }

  /** Rejects where the process could not be started. */
  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#options;
    const child = spawn(command, [...args], {
      env,
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
    });
    const pid = await spawned(child);
    const { stdin, stdout, stderr } = child;
    if (stdin === null || stdout === null || stderr === null) throw new Error('It has no standard streams.');
    ownTree(pid);
    this.#running = { pid, stdin, exited };
    stdin.on('error', () => {});
    read(stdout, MAX_LINE, (line) => this.#take(line));
    read(stderr, 16 * 1024, this.#options.log);
    // What it left behind holds its streams open, and would hide that it has ended.
    child.once('exit', () => {
      if (this.#closing === undefined) killTree(pid);
    });
    child.once('close', () => this.#gone());
    // On Windows a command turns out not to exist only after it was started.
    child.once('error', (error) => {
      this.onerror?.(error);
      this.#gone();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#running?.stdin;
    if (stdin?.writable !== true) throw new Error('The MCP server has ended.');
    if (stdin.write(`${JSON.stringify(message)}\n`)) return;
    await new Promise<void>((resolve) => {
      stdin.once('drain', resolve);
      stdin.once('close', resolve);
    });
  }

  /** Closes its input, waits a moment, then ends it and what it started. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    running.stdin.end();
    await endTree(running.pid, running.exited);
  }

  #gone(): void {
    if (this.#running === undefined) return;
    this.#running = undefined;
    this.onclose?.();
  }

  #take(line: string): void {
    if (line.trim() === '') return;
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(JSON.parse(line));
    } catch {
      // Many servers print a greeting where only messages belong.
      this.#options.log(line);
      return;
    }
    this.onmessage?.(message);
  }
}

function read(stream: Readable, limit: number, take: (line: string) => void): void {
  const cutter = new LineCutter(limit);
  stream.on('data', (chunk: Buffer) => cutter.push(chunk, take));
  stream.on('end', () => cutter.end(take));
  stream.on('error', () => {});
}
