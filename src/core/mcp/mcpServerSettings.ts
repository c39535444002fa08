// An MCP server as `parley.mcpServers` and VS Code's `mcp.json` describe it, and as ACP wants it (R43).
import * as z from 'zod/mini';
import type { NamedValue } from '../secrets/secretRecognition.ts';
import type { McpInput } from './mcpInput.ts';
import type { ServerIdentity } from './mcpPolicy.ts';
import { mcpStrings } from './mcpStrings.ts';
import {
  serverSetting,
  textsOf,
  type ParsedServer,
  type RemoteServer,
  type StdioServer,
} from './serverSettingSchema.ts';
import { expandServerText } from './expandServerText.ts';
import { variablesIn, type ServerVariables } from './serverVariables.ts';

const normalizedUrl = z.url({ normalize: true });

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

export type McpTransport = 'stdio' | 'http' | 'sse';

/** How an entry says that its server is reached; undefined where it has no usable form. */
export function transportOfSetting(setting: unknown): McpTransport | undefined {
  const parsed = serverSetting.safeParse(setting).data;
  if (parsed === undefined) return undefined;
  return 'url' in parsed ? (parsed.type ?? parsed.transport ?? 'http') : 'stdio';
}

/** What VS Code's lists compare, before variables are replaced. */
export function writtenIdentity(name: string, setting: unknown): ServerIdentity {
  const parsed = serverSetting.safeParse(setting).data;
  return parsed === undefined ? { name } : identityOf(name, parsed, (text) => text);
}

/** Which of the servers that are not started by a command an agent can use; an omitted flag is false (R21). */
export interface McpCapabilities {
  readonly http: boolean;
  readonly sse: boolean;
}

/** The servers that an agent can use: all that are started by a command, others only as advertised (R43). */
export function usableServers(
  servers: readonly McpServer[],
  capabilities: McpCapabilities,
): readonly McpServer[] {
  return servers.filter((server) => !('type' in server) || capabilities[server.type]);
}

/** A server as one place describes it; outside data. */
export interface ServerEntry {
  readonly name: string;
  readonly setting: unknown;
  /** The inputs that the same file defines for `${input:…}`. */
  readonly inputs: readonly McpInput[];
}

/** What an entry needs besides itself. */
export interface ServerEnvironment extends ServerVariables {
  /** The absolute path of a command, looked for where commands are; undefined when there is none. */
  readonly findCommand: (command: string, cwd: string) => string | undefined;
  /** The absolute path that a path means in the folder. */
  readonly resolvePath: (folder: string, path: string) => string;
  /** The variables of a file (its absolute path); a sentence where it cannot be read. */
  readonly readEnvFile: (path: string) => Promise<Readonly<Record<string, string>> | string>;
  /** The user's value for an input; undefined where there is none. */
  readonly input: (input: McpInput) => Promise<string | undefined>;
  /** Starts a command in a folder, where the platform has a program for that; the first is absolute. */
  readonly inFolder: (cwd: string, command: string) => readonly string[] | undefined;
}

export type ResolvedServer =
  | {
      readonly server: McpServer;
      /** What VS Code's lists compare. */
      readonly identity: ServerIdentity;
      /** What variables of the entry stood for, which may be secret. */
      readonly expanded: readonly NamedValue[];
    }
  | {
      /** Why the server is not used, as a sentence. */
      readonly problem: string;
      /** The input that has no value. */
      readonly missing?: McpInput;
    };

/**
 * What an entry means. Never throws: an entry that cannot be used is a problem, whose text has nothing in it that
 * variables stand for.
 */
export async function resolveServer(
  { name, setting, inputs }: ServerEntry,
  environment: ServerEnvironment,
): Promise<ResolvedServer> {
  const parsed = serverSetting.safeParse(setting).data;
  if (parsed === undefined) return { problem: mcpStrings.serverIncomplete(name) };
  if ('command' in parsed && parsed.sandboxEnabled === true) {
    return { problem: mcpStrings.serverSandboxed(name) };
  }
  const used = variablesIn(textsOf(parsed));
  if (used.unsupported !== undefined) {
    return { problem: mcpStrings.variableUnsupported(name, used.unsupported) };
  }
  const values = new Map<string, string>();
  const expanded: NamedValue[] = [];
  for (const id of used.inputs) {
    const input = inputs.find((each) => each.id === id);
    if (input === undefined) return { problem: mcpStrings.inputUnknown(name, id) };
    const value = await environment.input(input);
    if (value === undefined) return { problem: mcpStrings.inputMissing(name, id), missing: input };
    values.set(id, value);
    expanded.push({ name: id, value, isEntered: input.type === 'promptString' });
  }
  const expand = (text: string): string => expandServerText(text, environment, values, expanded);
  const server =
    'url' in parsed ? remote(name, parsed, expand) : await local(name, parsed, expand, environment);
  if (typeof server === 'string') return { problem: server };
  return { server, identity: identityOf(name, parsed, expand), expanded };
}

/** As VS Code compares it: the command as it is written, and the address that is connected to. */
function identityOf(name: string, setting: ParsedServer, expand: (text: string) => string): ServerIdentity {
  if ('command' in setting) return { name, command: [setting.command, ...(setting.args ?? [])].map(expand) };
  const url = normalizedUrl.safeParse(expand(setting.url)).data?.replace(/^(\w+:\/\/)[^/?#]*@/, '$1');
  return { name, ...(url === undefined ? {} : { url }) };
}

function remote(
  name: string,
  { type, transport, url, headers = {} }: RemoteServer,
  expand: (text: string) => string,
): McpServer | string {
  const address = z.url().safeParse(expand(url)).data;
  if (address === undefined) return mcpStrings.serverUrlInvalid(name);
  if (!/^https?:/i.test(address)) return mcpStrings.serverSchemeUnsupported(name);
  return { type: type ?? transport ?? 'http', name, url: address, headers: pairs(headers, expand) };
}

async function local(
  name: string,
  { command, args = [], env = {}, envFile, cwd }: StdioServer,
  expand: (text: string) => string,
  environment: ServerEnvironment,
): Promise<McpServer | string> {
  const { workspaceFolder, findCommand, resolvePath, readEnvFile, inFolder } = environment;
  const folder = resolvePath(workspaceFolder, cwd === undefined ? '' : expand(cwd));
  const fromFile =
    envFile === undefined ? {} : await readEnvFile(resolvePath(workspaceFolder, expand(envFile)));
  if (typeof fromFile === 'string') return mcpStrings.envFileUnreadable(name, fromFile);
  const program = expand(command);
  const found = findCommand(program, folder);
  if (found === undefined) return mcpStrings.serverCommandNotFound(name, command);
  // Agents start servers in the folder of the session.
  const prefix = folder === workspaceFolder ? [found] : inFolder(folder, found);
  const [first, ...rest] = prefix ?? [];
  if (first === undefined) return mcpStrings.serverFolderUnsupported(name);
  const own = Object.fromEntries(
    Object.entries(env).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  );
  const variables = {
    ...fromFile,
    ...Object.fromEntries(pairs(own, expand).map((pair) => [pair.name, pair.value])),
  };
  return {
    name,
    command: first,
    args: [...rest, ...args.map(expand)],
    env: Object.entries(variables).map(([key, value]) => ({ name: key, value })),
  };
}

function pairs(
  record: Readonly<Record<string, string>>,
  expand: (text: string) => string,
): readonly NamedValue[] {
  return Object.entries(record).map(([key, value]) => ({ name: key, value: expand(value) }));
}
