// The resources of the MCP servers that are on for a session, which Parley asks itself.
import type { AbortSignalLike } from '../../../core/base/abort.ts';
import { ParleyError } from '../../../core/errors.ts';
import { mcpLabel, mcpMessage } from '../core/mcpLabels.ts';
import type { McpServer } from '../../../core/mcp/mcpServerSettings.ts';
import { mcpStrings } from '../../../core/mcp/mcpStrings.ts';
import type { McpResource, McpResourceContent, McpResources } from '../../../core/ports/mcpResources.ts';
import { listResources, readResource } from '../node/askServer.ts';
import type { McpOptions, McpRuntime } from './mcpRuntime.ts';
import { onServers, type CatalogSession } from './serverCatalog.ts';

const LIST_TIMEOUT_SECONDS = 10;
const READ_TIMEOUT_SECONDS = 20;

export class SessionResources implements McpResources {
  readonly #runtime: Pick<McpRuntime, 'catalog' | 'version'>;
  readonly #options: Pick<McpOptions, 'prepareProcesses' | 'redactors' | 'store'>;

  constructor(
    runtime: Pick<McpRuntime, 'catalog' | 'version'>,
    options: Pick<McpOptions, 'prepareProcesses' | 'redactors' | 'store'>,
  ) {
    this.#runtime = runtime;
    this.#options = options;
  }

  async list(
    sessionKey: string,
    signal: AbortSignalLike,
  ): Promise<{ resources: readonly McpResource[]; problems: readonly string[] }> {
    const session = this.#session(sessionKey);
    if (session === undefined) return { resources: [], problems: [] };
    await this.#options.prepareProcesses();
    const problems: string[] = [];
    const lists = await Promise.all(
      onServers(await this.#runtime.catalog(session, false)).map(async (server) => {
        const request = this.#request(server, session, signal, LIST_TIMEOUT_SECONDS);
        return listResources(request).catch((error: unknown) => {
          problems.push(this.#failure(session, server.name, error));
          return [];
        });
      }),
    );
    return { resources: lists.flat(), problems };
  }

  async read(
    sessionKey: string,
    name: string,
    uri: string,
    signal: AbortSignalLike,
  ): Promise<readonly McpResourceContent[]> {
    const session = this.#session(sessionKey);
    const catalog = session === undefined ? undefined : await this.#runtime.catalog(session, false);
    const server = catalog && onServers(catalog).find((each) => each.name === name);
    if (session === undefined || server === undefined) {
      throw resourceError(mcpStrings.resourceMissing(mcpLabel(name)));
    }
    await this.#options.prepareProcesses();
    try {
      return await readResource(this.#request(server, session, signal, READ_TIMEOUT_SECONDS), uri);
    } catch (error) {
      throw resourceError(this.#failure(session, name, error));
    }
  }

  #session(key: string): CatalogSession | undefined {
    const state = this.#options.store.state(key);
    return state && { agent: state.agent, sessionId: state.sessionId, cwd: state.cwd };
  }

  #request(server: McpServer, { cwd }: CatalogSession, signal: AbortSignalLike, timeoutSeconds: number) {
    return { server, cwd, signal: platformSignal(signal), timeoutSeconds, version: this.#runtime.version };
  }

  #failure({ agent }: CatalogSession, name: string, error: unknown): string {
    const text = error instanceof Error ? error.message : String(error);
    return mcpStrings.serverFailed(mcpLabel(name), mcpMessage(this.#options.redactors.of(agent).text(text)));
  }
}

function resourceError(message: string): ParleyError {
  return new ParleyError({ code: 'mcp-resource-unreadable', message, actions: [] });
}

/** The platform's signal, which aborts with one of core. */
function platformSignal(signal: AbortSignalLike): AbortSignal {
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  else signal.addEventListener('abort', () => controller.abort());
  return controller.signal;
}
