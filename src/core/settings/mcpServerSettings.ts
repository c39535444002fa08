// The setting `parley.mcpServers`: the MCP servers that sessions are given, as ACP wants them (R43).
import * as z from 'zod/mini';
import type { NamedValue } from '../secrets/secretRecognition.ts';
import { expandVariables, scalarText, type SettingVariables } from './agentSettings.ts';
import { settingsStrings } from './settingsStrings.ts';

const stdioServer = z.object({
  command: z.string().check(z.minLength(1)),
  args: z.exactOptional(z.array(z.string())),
  env: z.exactOptional(z.record(z.string(), scalarText)),
});
const remoteServer = z.object({
  type: z.exactOptional(z.enum(['http', 'sse'])),
  /** What its variables stand for is looked at later. */
  url: z.string().check(z.minLength(1)),
  headers: z.exactOptional(z.record(z.string(), scalarText)),
});
const serverSetting = z.union([stdioServer, remoteServer]);

/** Whether an entry of `parley.mcpServers` has the form of an MCP server. */
export function isMcpServerSetting(setting: unknown): boolean {
  return serverSetting.safeParse(setting).success;
}

/** An MCP server as `session/new` names it. */
export type McpServer =
  | {
      readonly name: string;
      /** Absolute. */
      readonly command: string;
      readonly args: readonly string[];
      readonly env: readonly NamedValue[];
    }
  | {
      readonly type: 'http' | 'sse';
      readonly name: string;
      readonly url: string;
      readonly headers: readonly NamedValue[];
    };

/** Which of the servers that are not started by a command an agent can use; an omitted flag is false (R21). */
export interface McpCapabilities {
  readonly http: boolean;
  readonly sse: boolean;
}

export interface McpSettingVariables extends SettingVariables {
  /** The absolute path of a command, looked for where commands are; undefined when there is none. */
  readonly findCommand: (command: string) => string | undefined;
}

/** What the setting means: the servers, and a sentence for each entry that cannot be used. */
export interface McpServers {
  readonly servers: readonly McpServer[];
  readonly problems: readonly string[];
  /** What `${env:NAME}` in the setting stood for. */
  readonly expanded: readonly NamedValue[];
}

/** The servers of the setting. Never throws: an entry that cannot be used is reported, and the others are used. */
export function mcpServersFromSetting(setting: unknown, variables: McpSettingVariables): McpServers {
  const entries = z.record(z.string(), z.unknown()).safeParse(setting ?? {});
  if (!entries.success)
    return { servers: [], problems: [settingsStrings.mcpServersNotObject()], expanded: [] };
  const servers: McpServer[] = [];
  const problems: string[] = [];
  const expanded: NamedValue[] = [];
  for (const [name, entry] of Object.entries(entries.data)) {
    const server = serverFrom(name, entry, (value) => expandVariables(value, variables, expanded), variables);
    if (typeof server === 'string') problems.push(server);
    else servers.push(server);
  }
  return { servers, problems, expanded };
}

/** The servers that an agent can use: all that are started by a command, others only as advertised (R43). */
export function usableServers(
  servers: readonly McpServer[],
  capabilities: McpCapabilities,
): readonly McpServer[] {
  return servers.filter((server) => !('type' in server) || capabilities[server.type]);
}

function serverFrom(
  name: string,
  entry: unknown,
  expand: (value: string) => string,
  { findCommand }: McpSettingVariables,
): McpServer | string {
  const parsed = serverSetting.safeParse(entry);
  if (!parsed.success) {
    return settingsStrings.mcpServerIncomplete(name);
  }
  const pairs = (record: Readonly<Record<string, string>> = {}): readonly NamedValue[] =>
    Object.entries(record).map(([key, value]) => ({ name: key, value: expand(value) }));
  const read = parsed.data;
  if ('url' in read) {
    const url = z.url().safeParse(expand(read.url)).data;
    if (url === undefined) return settingsStrings.mcpServerUrlInvalid(name);
    return { type: read.type ?? 'http', name, url, headers: pairs(read.headers) };
  }
  const command = expand(read.command);
  const found = findCommand(command);
  if (found === undefined) {
    return settingsStrings.mcpServerCommandNotFound(name, command);
  }
  return { name, command: found, args: (read.args ?? []).map(expand), env: pairs(read.env) };
}
