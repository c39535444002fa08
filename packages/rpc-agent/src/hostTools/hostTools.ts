// The MCP servers that the client named, as host tools of the CLI: offered, called, cancelled.
import { setTimeout as delay } from 'node:timers/promises';
import type { McpServer } from '@agentclientprotocol/sdk';
import type { Tool } from '@modelcontextprotocol/client';
import * as z from 'zod';
import type { RpcFrame } from '../cli/frames.ts';
import { McpConnection } from './mcpConnection.ts';
import { hostContentOf, type HostContent } from './mcpResult.ts';
import type { RpcCli } from '../cli/rpcCli.ts';
import { RpcRefusal } from '../cli/rpcErrors.ts';

/** Every model accepts names of letters, digits, `_` and `-` up to this length. */
const MAX_NAME_CHARACTERS = 64;

/** When there are more, the model searches for them instead of getting all of them at once. */
const MAX_ESSENTIAL_TOOLS = 40;

/** A session does not wait longer for its servers; the tools of slower ones are offered later. */
const CONNECT_TIMEOUT_MS = 5_000;

/** The shortest time between two progress updates of a call. */
const PROGRESS_INTERVAL_MS = 100;

const toolCall = z.looseObject({
  id: z.string(),
  toolName: z.string(),
  arguments: z.record(z.string(), z.unknown()).catch({}),
});
const toolCancel = z.looseObject({ targetId: z.string() });

export interface HostToolsOptions {
  readonly servers: readonly McpServer[];
  readonly cli: Pick<RpcCli, 'request' | 'send' | 'onFrame'>;
  /** Where servers that are processes start. Absolute. */
  readonly cwd: string;
  readonly log: (line: string) => void;
  /** How long to wait for the servers; a few seconds by default. */
  readonly connectTimeoutMs?: number;
  /** Called with a sentence for the user for each server that cannot be used (any more). */
  readonly onProblem: (sentence: string) => void;
}

interface Offered {
  readonly connection: McpConnection;
  readonly tool: Tool;
}

/** The host tools of one session. Dispose ends the servers and whatever they are doing. */
export class HostTools {
  readonly #options: HostToolsOptions;
  readonly #running = new Map<string, AbortController>();
  readonly #subscription: { dispose(): void };
  /** In the order of the servers, so that names stay the same whichever is quicker. */
  #connections: readonly McpConnection[] = [];
  #offered = new Map<string, Offered>();
  readonly #opening = new AbortController();
  #offering: Promise<void> = Promise.resolve();
  #disposed: Promise<void> | undefined;

  private constructor(options: HostToolsOptions) {
    this.#options = options;
    this.#subscription = options.cli.onFrame((frame) => this.#handleFrame(frame));
  }

  /**
   * Connects to the servers and offers their tools. Resolves when all are, or after a few seconds: slower servers are
   * offered later. A server that cannot be used is reported through `onProblem`; the others are used. Where the CLI knows
   * no host tools, no server is started. Rejects with RpcGone.
   */
  static async connect(options: HostToolsOptions): Promise<HostTools> {
    const tools = new HostTools(options);
    if (options.servers.length === 0) return tools;
    try {
      await options.cli.request('set_host_tools', { tools: [] });
    } catch (error) {
      tools.#subscription.dispose();
      if (!(error instanceof RpcRefusal)) throw error;
      options.log(`MCP servers are not used: ${error.message}`);
      return tools;
    }
    const waiting = new AbortController();
    await Promise.race([
      Promise.all(options.servers.map((server) => tools.#open(server))),
      delay(options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS, undefined, {
        signal: waiting.signal,
        ref: false,
      }).catch(() => {}),
    ]);
    waiting.abort();
    return tools;
  }

  /** The title of a tool for the user; undefined for any other tool. */
  titleOf(toolName: string): string | undefined {
    const offered = this.#offered.get(toolName);
    return offered === undefined ? undefined : labelOf(offered);
  }

  /** Cancels what is running and ends the servers. Resolves when they are gone. */
  dispose(): Promise<void> {
    this.#disposed ??= this.#dispose();
    return this.#disposed;
  }

  async #dispose(): Promise<void> {
    this.#subscription.dispose();
    this.#opening.abort();
    for (const controller of this.#running.values()) controller.abort();
    this.#offered = new Map();
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  async #open(server: McpServer): Promise<void> {
    const { servers, cwd, log, onProblem } = this.#options;
    try {
      const connection = await McpConnection.open({
        server,
        cwd,
        log: (line) => log(`${server.name}: ${line}`),
        signal: this.#opening.signal,
        onTools: () => void this.#offer(),
        onLost: (lost) => this.#lost(lost),
      });
      if (this.#disposed !== undefined) {
        await connection.close();
        return;
      }
      const place = (each: McpConnection): number => servers.indexOf(each.server);
      this.#connections = [...this.#connections, connection].sort((one, other) => place(one) - place(other));
      await this.#offer();
    } catch (error) {
      if (this.#disposed !== undefined) return;
      onProblem(
        `The MCP server “${server.name}” could not be started: ${sentenceOf(error)} Its tools are not available in this session.`,
      );
    }
  }

  #lost(lost: McpConnection): void {
    if (this.#disposed !== undefined) return;
    this.#connections = this.#connections.filter((connection) => connection !== lost);
    this.#options.onProblem(
      `The MCP server “${lost.server.name}” has stopped, so its tools are no longer available. Start a new session to use them again.`,
    );
    void this.#offer();
  }

  /** Replaces the CLI's host tools with those of all servers, one replacement after the other. */
  #offer(): Promise<void> {
    this.#offering = this.#offering.then(async () => {
      if (this.#disposed !== undefined) return;
      this.#offered = named(this.#connections);
      try {
        await this.#options.cli.request('set_host_tools', { tools: this.#definitions() });
      } catch (error) {
        this.#options.log(`The tools could not be offered: ${sentenceOf(error)}`);
      }
    });
    return this.#offering;
  }

  #definitions(): object[] {
    const isMany = this.#offered.size > MAX_ESSENTIAL_TOOLS;
    return [...this.#offered].map(([name, offered]) => ({
      name,
      label: labelOf(offered),
      description: offered.tool.description ?? offered.tool.title ?? offered.tool.name,
      parameters: offered.tool.inputSchema,
      // Only oh-my-pi reads it. It would hide them behind a search otherwise.
      ...(isMany ? {} : { loadMode: 'essential' }),
    }));
  }

  #handleFrame(frame: RpcFrame): void {
    if (frame.type === 'host_tool_call') {
      const call = toolCall.safeParse(frame);
      if (call.success) void this.#call(call.data.id, call.data.toolName, call.data.arguments);
      else this.#options.log(`Not a tool call: ${JSON.stringify(frame).slice(0, 500)}`);
    } else if (frame.type === 'host_tool_cancel') {
      const cancel = toolCancel.safeParse(frame);
      if (cancel.success) this.#running.get(cancel.data.targetId)?.abort();
    }
  }

  async #call(id: string, toolName: string, args: Record<string, unknown>): Promise<void> {
    const { cli } = this.#options;
    const answer = (content: readonly HostContent[], isError: boolean): void =>
      cli.send({ type: 'host_tool_result', id, result: { content }, ...(isError ? { isError } : {}) });
    const offered = this.#offered.get(toolName);
    if (offered === undefined) {
      answer([{ type: 'text', text: `The tool ${toolName} is not available.` }], true);
      return;
    }
    const controller = new AbortController();
    this.#running.set(id, controller);
    let reportedAt = -Infinity;
    try {
      const result = await offered.connection.call(offered.tool, args, {
        signal: controller.signal,
        onProgress: ({ progress, total, message }) => {
          const now = performance.now();
          if (now - reportedAt < PROGRESS_INTERVAL_MS || controller.signal.aborted) return;
          reportedAt = now;
          const text = message ?? (total === undefined ? `${progress}` : `${progress} of ${total}`);
          cli.send({ type: 'host_tool_update', id, partialResult: { content: [{ type: 'text', text }] } });
        },
      });
      answer(hostContentOf(result), result.isError === true);
    } catch (error) {
      // The CLI has given up on a call that it cancelled, and waits for nothing.
      if (!controller.signal.aborted) answer([{ type: 'text', text: sentenceOf(error) }], true);
    } finally {
      this.#running.delete(id);
    }
  }
}

/** The tools of all servers under names that no two share: the server's name before the tool's. */
function named(connections: readonly McpConnection[]): Map<string, Offered> {
  const offered = new Map<string, Offered>();
  for (const connection of connections) {
    for (const tool of connection.tools) {
      const whole = `${connection.server.name}_${tool.name}`.replace(/[^A-Za-z0-9_-]+/g, '_');
      let name = whole.slice(0, MAX_NAME_CHARACTERS);
      for (let number = 2; offered.has(name); number++) {
        const suffix = `_${number}`;
        name = `${whole.slice(0, MAX_NAME_CHARACTERS - suffix.length)}${suffix}`;
      }
      offered.set(name, { connection, tool });
    }
  }
  return offered;
}

function labelOf({ connection, tool }: Offered): string {
  return `${tool.title ?? tool.annotations?.title ?? tool.name} (${connection.server.name})`;
}

/** The message of an error as a sentence. */
function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
