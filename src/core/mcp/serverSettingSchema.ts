// The forms of an MCP server that a setting or file may have.
import * as z from 'zod/mini';
import { scalarText } from '../settings/agentSettings.ts';
import type { McpInput } from './mcpInput.ts';
import { variablesIn } from './serverVariables.ts';

/** The transports that an entry may name for a `url`. */
const remoteKind = z.enum(['http', 'sse']);

const stdioServer = z.object({
  type: z.exactOptional(z.string().check(z.refine((type) => !remoteKind.safeParse(type).success))),
  command: z.string().check(z.minLength(1)),
  args: z.exactOptional(z.array(z.string())),
  /** VS Code removes a variable that is null; ACP knows no way to. */
  env: z.exactOptional(z.record(z.string(), z.nullable(scalarText))),
  envFile: z.exactOptional(z.string()),
  cwd: z.exactOptional(z.string()),
  sandboxEnabled: z.exactOptional(z.boolean()),
});

const remoteServer = z.object({
  type: z.exactOptional(remoteKind),
  transport: z.exactOptional(remoteKind),
  /** What its variables stand for is looked at later. */
  url: z.string().check(z.minLength(1)),
  headers: z.exactOptional(z.record(z.string(), scalarText)),
});

export const serverSetting = z.union([stdioServer, remoteServer]);

export type StdioServer = z.infer<typeof stdioServer>;
export type RemoteServer = z.infer<typeof remoteServer>;
export type ParsedServer = z.infer<typeof serverSetting>;

/** Whether an entry has the form of an MCP server. */
export function isMcpServerSetting(setting: unknown): boolean {
  return serverSetting.safeParse(setting).success;
}

/** The inputs of a file that an entry names. */
export function inputsOf(setting: unknown, inputs: readonly McpInput[]): readonly McpInput[] {
  const parsed = serverSetting.safeParse(setting).data;
  if (parsed === undefined) return [];
  const used = variablesIn(textsOf(parsed)).inputs;
  return inputs.filter(({ id }) => used.has(id));
}

/** All texts of an entry in which variables are replaced. */
export function textsOf(setting: ParsedServer): readonly string[] {
  if ('url' in setting) return [setting.url, ...Object.values(setting.headers ?? {})];
  const { command, args = [], env = {}, envFile = '', cwd = '' } = setting;
  return [command, ...args, ...Object.values(env).map((value) => value ?? ''), envFile, cwd];
}
