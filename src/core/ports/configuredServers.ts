// The MCP servers that the user configured, for what asks about them beside sessions.
import type { McpServer } from '../mcp/mcpServerSettings.ts';
import type { McpResources } from './mcpResources.ts';

export interface CheckedServers {
  readonly servers: readonly McpServer[];
  /** A sentence for each that is left out without the user's doing. */
  readonly problems: readonly string[];
}

/** Values that the user entered for servers. */
interface StoredValues {
  readonly count: number;
  forgetAll(): Promise<void>;
}

/** None of its methods rejects, but those of `resources`. */
export interface ConfiguredServers {
  /** What a new session of an agent would be given, and why others are left out; asks the user nothing. */
  forCheck(agent: string): Promise<CheckedServers>;
  /** Connects to the servers of these names that an agent's next session would get, with progress. */
  test(agent: string, names: ReadonlySet<string>): Promise<void>;
  /** What the servers of an agent's sessions answered, by name, in one line; without secrets. */
  answers(agent: string): Promise<ReadonlyMap<string, string>>;
  storedValues(): Promise<StoredValues>;
  readonly resources: McpResources;
}

/** Where nothing is configured. */
export const NO_SERVERS: ConfiguredServers = {
  forCheck: () => Promise.resolve({ servers: [], problems: [] }),
  test: () => Promise.resolve(),
  answers: () => Promise.resolve(new Map()),
  storedValues: () => Promise.resolve({ count: 0, forgetAll: () => Promise.resolve() }),
  resources: {
    list: () => Promise.resolve({ resources: [], problems: [] }),
    read: () => Promise.resolve([]),
  },
};
