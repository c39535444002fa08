// A connection to one MCP server that the client named: its tools, and calls of them.
import type { McpServer } from '@agentclientprotocol/sdk';
import {
  Client,
  parseJSONRPCMessage,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type Progress,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client';
import { withoutElectron } from '../../../process/environment.ts';
import { McpProcess } from '../../../process/mcpProcess.ts';
import { TextTail } from '../../../process/stderrTail.ts';
import { version } from '../../package.json';

/** For the handshake and the list of tools: `npx` may have to download the server first. */
const START_TIMEOUT_MS = 60_000;

/** The longest timer there is. A tool may ask a user, so only Stop ends the wait. */
const NO_TIMEOUT_MS = 2_147_483_647;

export interface McpConnectionOptions {
  readonly server: McpServer;
  /** Where a server that is a process starts. Absolute. */
  readonly cwd: string;
  readonly log: (line: string) => void;
  /** Gives up on opening. */
  readonly signal: AbortSignal;
  /** The server has other tools now. */
  readonly onTools: () => void;
  /** The server has ended, or closed the connection, after it was opened. */
  readonly onLost: (connection: McpConnection) => void;
}

export class McpConnection {
  readonly #client: Client;
  readonly #options: McpConnectionOptions;
  readonly #outputTail = new TextTail(500);
  #tools: readonly Tool[] = [];
  #isOpen = false;

  private constructor(client: Client, options: McpConnectionOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** Connects and lists the tools. Rejects with an Error that says why it could not, within a minute. */
  static async open(options: McpConnectionOptions): Promise<McpConnection> {
    const client = new Client(
      { name: 'parley-rpc-agent', version },
      {
        listChanged: {
          tools: { onChanged: (error, tools) => connection.#changed(error, tools) },
        },
        // Over HTTP there may be servers that know only the newest revision; all processes know the older ones.
        ...('type' in options.server && options.server.type === 'http'
          ? { versionNegotiation: { mode: 'auto' } }
          : {}),
      },
    );
    const connection = new McpConnection(client, options);
    client.onclose = () => connection.#lost();
    client.onerror = (error) => options.log(String(error));
    const start = { timeout: START_TIMEOUT_MS, signal: options.signal };
    try {
      await client.connect(connection.#transport(), start);
      // The SDK writes to the console, and with it to our client, when a server without tools is asked for them.
      if (client.getServerCapabilities()?.tools !== undefined) {
        connection.#tools = (await client.listTools(undefined, start)).tools;
      }
    } catch (error) {
      await connection.close();
      throw connection.#failure(error);
    }
    connection.#isOpen = true;
    return connection;
  }

  get server(): McpServer {
    return this.#options.server;
  }

  get tools(): readonly Tool[] {
    return this.#tools;
  }

  /** Calls a tool. Rejects where the server is gone or refuses; an aborted call is cancelled at the server too. */
  async call(
    { name, inputSchema }: Tool,
    args: Record<string, unknown>,
    { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: Progress) => void },
  ): Promise<CallToolResult> {
    return await this.#client.callTool(
      { name, arguments: args },
      {
        signal,
        onprogress: onProgress,
        timeout: NO_TIMEOUT_MS,
        // Without its output schema: the answer is for the model, which can judge it, and a server's mistake in its
        // schema is no reason to withhold the answer.
        toolDefinition: { name, inputSchema },
      },
    );
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    try {
      await this.#client.close();
    } catch (error) {
      this.#options.log(String(error));
    }
  }

  #changed(error: Error | null, tools: Tool[] | null): void {
    if (error !== null) this.#options.log(`The tools could not be listed again: ${error.message}`);
    if (tools === null) return;
    this.#tools = tools;
    this.#options.onTools();
  }

  #lost(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#options.onLost(this);
  }

  #transport(): Transport {
    const { server, cwd, log } = this.#options;
    if ('command' in server) {
      const env = Object.fromEntries(server.env.map(({ name, value }) => [name, value]));
      return new McpProcess({
        command: server.command,
        args: server.args,
        env: { ...withoutElectron(process.env), ...env },
        cwd,
        parse: parseJSONRPCMessage,
        log: (line) => {
          this.#outputTail.add(line);
          log(line);
        },
      });
    }
    const headers = Object.fromEntries(server.headers.map(({ name, value }) => [name, value]));
    const url = new URL(server.url);
    return server.type === 'sse'
      ? new SSEClientTransport(url, { requestInit: { headers } })
      : new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  }

  /** Why it could not be opened, with the stderr tail of its process. */
  #failure(error: unknown): Error {
    const tail = this.#outputTail.toString();
    const message = error instanceof Error ? error.message : String(error);
    return new Error(tail === '' ? message : `${message}: ${tail}`, { cause: error });
  }
}
