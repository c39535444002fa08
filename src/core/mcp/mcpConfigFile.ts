// What VS Code's `mcp.json` says, or the key `mcp` of a workspace file: its servers and inputs, none of them trusted.
import * as z from 'zod/mini';
import { inputsFrom, type McpInput } from './mcpInput.ts';
import { mcpStrings } from './mcpStrings.ts';

const file = z.object({
  servers: z.exactOptional(z.record(z.string(), z.unknown())),
  inputs: z.exactOptional(z.unknown()),
});

/** A name that nobody reads. */
const MAX_NAME_LENGTH = 100;

/** More servers are not read from one file. */
const MAX_SERVERS_PER_FILE = 100;

export interface McpConfigFile {
  /** By name; outside data. */
  readonly servers: Readonly<Record<string, unknown>>;
  readonly inputs: readonly McpInput[];
  /** A sentence for each part that is not used. */
  readonly problems: readonly string[];
}

/** Fields that Parley does not know are left alone. Never throws. */
export function mcpConfigFile(value: unknown): McpConfigFile {
  const parsed = file.safeParse(value ?? {});
  if (!parsed.success) return { servers: {}, inputs: [], problems: [mcpStrings.serversNotObject()] };
  const { servers = {}, inputs: rawInputs } = parsed.data;
  const { inputs, problems } = inputsFrom(rawInputs);
  const named = Object.entries(servers);
  const entries = named.filter(([name]) => name !== '' && name.length <= MAX_NAME_LENGTH);
  const left = entries.length - MAX_SERVERS_PER_FILE;
  return {
    servers: Object.fromEntries(entries.slice(0, MAX_SERVERS_PER_FILE)),
    inputs,
    problems: [
      ...problems,
      ...(entries.length < named.length ? [mcpStrings.namesUnusable(named.length - entries.length)] : []),
      ...(left > 0 ? [mcpStrings.tooManyServers(left, MAX_SERVERS_PER_FILE)] : []),
    ],
  };
}
