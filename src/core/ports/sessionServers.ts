// The MCP servers of the sessions of one agent: which they are given, and which they were given.
import type { McpServer, McpTransport } from '../mcp/mcpServerSettings.ts';
import type { OpenedSession } from './servedSession.ts';

export interface SessionServers {
  /** What a session is to be given. Asks the user for values that servers need. Never rejects. */
  serversOf(session: OpeningSession): Promise<readonly McpServer[]>;
  /** The agent has opened a session. */
  passed(session: PassedServers): void;
}

/** A session that is about to be opened. */
export interface OpeningSession extends OpenedSession {
  /** The agent's id of the session that is opened again or copied; undefined: a new one. */
  readonly knownAs: string | undefined;
}

export interface PassedServers {
  readonly sessionId: string;
  /** The agent's id of the session that it is a copy of. */
  readonly copyOf: string | undefined;
  readonly servers: readonly McpServer[];
  /** Which transports the agent takes. */
  readonly transports: Readonly<Record<McpTransport, boolean>>;
}
