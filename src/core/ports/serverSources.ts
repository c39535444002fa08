// Who gives MCP servers to sessions. It is loaded at activation, so it is small.
import type { McpServer } from '../mcp/mcpServerSettings.ts';
import type { NamedValue } from '../secrets/secretRecognition.ts';
import type { Agent, OwnClient } from './agent.ts';
import { NO_SERVERS, type ConfiguredServers } from './configuredServers.ts';
import type { OpeningSession, PassedServers, SessionServers } from './sessionServers.ts';

/** The agent of a session, and what its own servers may do with the session. */
export interface ServedAgent {
  readonly agent: Agent;
  readonly client: OwnClient;
}

/** Gives servers to sessions; none of its methods rejects. */
export interface ServerSource {
  /** Called before an agent is started, so that its sessions need not wait. */
  prepare?(agent: string): Promise<void>;
  /** The servers that the user configured for a session of an agent. */
  configured?(agent: string, session: OpeningSession): Promise<readonly McpServer[]>;
  /** Servers of Parley's own for a session that is given `others`. */
  own?(
    session: OpeningSession,
    served: ServedAgent,
    others: readonly McpServer[],
  ): Promise<readonly McpServer[]>;
  /** Whether the user lets a session have a server of Parley's own; `sessionId`: undefined for a new one. */
  allows?(agent: string, sessionId: string | undefined): Promise<boolean>;
  /** An agent has opened a session. */
  passed?(agent: string, session: PassedServers): void;
  /** What may be secret in the servers of an agent. */
  secrets?(agent: string): Promise<readonly NamedValue[]>;
}

/** Who is given the tools of the editor, and which tools of VS Code's own are among them. */
export interface EditorTools {
  isOfferedTo(agent: string): boolean;
  offersVscodeTool(name: string): boolean;
}

export class ServerSources {
  readonly #sources: ServerSource[] = [];
  /** Those that the user configured. */
  configured: ConfiguredServers = NO_SERVERS;
  editorTools: EditorTools = { isOfferedTo: () => false, offersVscodeTool: () => false };

  add(source: ServerSource): void {
    this.#sources.push(source);
  }

  async prepare(agent: string): Promise<void> {
    await Promise.all(this.#sources.map(async (source) => source.prepare?.(agent)));
  }

  /** The servers of the sessions of one agent. */
  of(served: ServedAgent): SessionServers {
    const { name } = served.agent;
    return {
      serversOf: async (session) => {
        const configured = await this.#collect((source) => source.configured?.(name, session));
        if (!(await this.#allowsOwn(name, session.knownAs))) return configured;
        return [
          ...configured,
          ...(await this.#collect((source) => source.own?.(session, served, configured))),
        ];
      },
      passed: (session) => {
        for (const source of this.#sources) source.passed?.(name, session);
      },
    };
  }

  /** What may be secret in the servers of an agent. */
  secrets(agent: string): Promise<readonly NamedValue[]> {
    return this.#collect((source) => source.secrets?.(agent));
  }

  async #allowsOwn(agent: string, sessionId: string | undefined): Promise<boolean> {
    const answers = await Promise.all(this.#sources.map(async (source) => source.allows?.(agent, sessionId)));
    return !answers.includes(false);
  }

  async #collect<T>(of: (source: ServerSource) => Promise<readonly T[]> | undefined): Promise<readonly T[]> {
    return (await Promise.all(this.#sources.map(async (source) => of(source)))).flatMap((some) => some ?? []);
  }
}
