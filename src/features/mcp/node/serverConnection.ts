// A connection of Parley's own to an MCP server, for as long as one question takes: bounded in time and in size.
import type { Client, RequestOptions, Transport } from '@modelcontextprotocol/client';
import type { McpServer } from '../../../core/mcp/mcpServerSettings.ts';
import { mcpStrings } from '../../../core/mcp/mcpStrings.ts';
import { userEnvironment } from '../../../process/userEnvironment.ts';
import { McpProcess } from '../../../../packages/process/mcpProcess.ts';
import { TextTail } from '../../../../packages/process/stderrTail.ts';
import { unlessAborted } from '../../../process/unlessAborted.ts';
import { boundedFetch, MAX_ANSWER_MEGABYTES } from './boundedFetch.ts';
import type { McpSdk } from './mcpSdk.ts';

/** Lines of a process that are no messages; more are a flood. */
const MAX_OTHER_LINES = 5_000;
const MAX_LINE_CHARACTERS = 500;
/** What a server answers as its error may be as long as an answer. */
const MAX_MESSAGE_CHARACTERS = 5_000;
/** A list that goes on is not read further. */
const MAX_PAGES = 10;

export interface ServerConnectionOptions {
  readonly server: McpServer;
  /** Where a server that is a process starts, as agents start it; absolute. */
  readonly cwd: string;
  /** Aborts when the user cancels. */
  readonly signal: AbortSignal;
  /** For all of it. */
  readonly timeoutSeconds: number;
  /** Parley's own. */
  readonly version: string;
}

/**
 * Connects, has `use` ask, and ends the connection with all that a process started. Rejects with an Error whose message is
 * for the user; what it says may be untrusted.
 */
export async function withServer<T>(
  options: ServerConnectionOptions,
  use: (client: Client, request: RequestOptions) => Promise<T>,
): Promise<T> {
  const { server, signal, timeoutSeconds, version } = options;
  const stop = new AbortController();
  const cancel = (): void => stop.abort(new Error(mcpStrings.cancelled()));
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const timer = setTimeout(
    () => stop.abort(new Error(mcpStrings.timedOut(timeoutSeconds))),
    timeoutSeconds * 1000,
  );
  const tail = new TextTail(MAX_LINE_CHARACTERS);
  const { mcpSdk } = await import('./mcpSdk.ts');
  const client = mcpSdk.newClient(
    { name: 'parley', version },
    {
      listMaxPages: MAX_PAGES,
      ...('type' in server && server.type === 'http' ? { versionNegotiation: { mode: 'auto' } } : {}),
    },
  );
  const request = { signal: stop.signal, timeout: timeoutSeconds * 1000 };
  try {
    const transport = transportTo(options, mcpSdk, tail, stop);
    const asked = client.connect(transport, request).then(() => use(client, request));
    return await unlessAborted(asked, stop.signal);
  } catch (error) {
    throw failure(stop.signal.aborted ? stop.signal.reason : error, tail);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    await client.close().catch(() => undefined);
  }
}

function transportTo(
  { server, cwd }: ServerConnectionOptions,
  sdk: McpSdk,
  tail: TextTail,
  stop: AbortController,
): Transport {
  if (!('type' in server)) return new LocalServer(server, cwd, sdk, tail, stop);
  const headers = Object.fromEntries(server.headers.map(({ name, value }) => [name, value]));
  const url = new URL(server.url);
  const fetch = boundedFetch((error) => stop.abort(error));
  return server.type === 'sse'
    ? sdk.overEvents(url, { requestInit: { headers }, fetch })
    : sdk.overHttp(url, { requestInit: { headers }, fetch });
}

/** A server that is a process, with the environment that agents have. */
class LocalServer implements Transport {
  readonly #make: () => Promise<McpProcess>;
  #process: McpProcess | undefined;
  #isClosed = false;
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];

  constructor(
    { command, args, env }: Extract<McpServer, { readonly command: string }>,
    cwd: string,
    sdk: McpSdk,
    tail: TextTail,
    stop: AbortController,
  ) {
    let lines = 0;
    const log = (line: string): void => {
      tail.add(line);
      lines++;
      if (lines > MAX_OTHER_LINES) stop.abort(new Error(mcpStrings.printsTooMuch()));
    };
    this.#make = async () => {
      const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
      const environment = await userEnvironment(own);
      return new McpProcess({
        command,
        args,
        env: environment,
        cwd,
        log,
        parse: sdk.parse,
        maxMessageMegabytes: MAX_ANSWER_MEGABYTES,
      });
    };
  }

  async start(): Promise<void> {
    const made = await this.#make();
    if (this.#isClosed) return;
    this.#process = made;
    made.onclose = () => this.onclose?.();
    made.onerror = (error) => this.onerror?.(error);
    made.onmessage = (message) => this.onmessage?.(message);
    await made.start();
    // It was closed while the system started it.
    if (this.#isClosed) await made.close();
  }

  async send(...[message]: Parameters<Transport['send']>): Promise<void> {
    await this.#process?.send(message);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#process?.close();
  }
}

function failure(error: unknown, tail: TextTail): Error {
  const message = bounded(error instanceof Error ? error.message : String(error));
  const printed = tail.toString();
  return new Error(printed === '' ? message : `${message}\n${printed}`, { cause: error });
}

/** Ends with a whole word: half of a secret would not be recognized as one. */
function bounded(message: string): string {
  if (message.length <= MAX_MESSAGE_CHARACTERS) return message;
  const start = message.slice(0, MAX_MESSAGE_CHARACTERS);
  const end = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'));
  return `${end < 0 ? start : start.slice(0, end)}…`;
}
