// The values with which an agent is started and given MCP servers that may be secrets.
import type { Launch } from '../settings/agentSettings.ts';
import type { McpServer } from '../mcp/mcpServerSettings.ts';
import { secretsInArguments } from './secretArguments.ts';
import { isSecretName, type NamedValue } from './secretRecognition.ts';

/** Headers that say nothing of the user. */
const PUBLIC_HEADERS =
  /^(?:accept(?:-.*)?|content-type|user-agent|host|connection|cache-control|origin|referer)$/i;

/** The secrets in an agent's command line and environment, or in the address, headers and token of a remote one. */
export function launchSecrets(launch: Launch): readonly NamedValue[] {
  const { expanded: given = [], apiKeys = {} } = launch;
  const expanded = [...given, ...enteredSecrets(apiKeys)];
  if ('url' in launch) {
    const { url, headers, token } = launch;
    return [
      ...(token === undefined ? [] : [{ name: 'token', value: token }]),
      ...pairsOf(headers).filter(({ name }) => !PUBLIC_HEADERS.test(name)),
      { name: 'url', value: url },
      ...expanded,
    ];
  }
  const { command, args, env, secretEnv = {} } = launch;
  return [...pairsOf(env), ...enteredSecrets(secretEnv), ...argumentSecrets([command, ...args]), ...expanded];
}

/** What the user entered as a secret is one, whatever it looks like. */
export function enteredSecrets(values: Readonly<Record<string, string>>): readonly NamedValue[] {
  return pairsOf(values).map((pair) => ({ ...pair, isEntered: true }));
}

/** The secrets of MCP servers, in environments, headers, arguments and addresses. */
export function mcpServerSecrets(servers: readonly McpServer[]): readonly NamedValue[] {
  return servers.flatMap((server) => {
    if (!('type' in server)) return [...server.env, ...argumentSecrets(server.args)];
    const headers = server.headers.filter(({ name }) => !PUBLIC_HEADERS.test(name));
    return [...headers, { name: 'url', value: server.url }];
  });
}

/** The secrets in the environment that every process inherits: only what is named like a secret. */
export function inheritedSecrets(
  environment: Readonly<Record<string, string | undefined>>,
): readonly NamedValue[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && isSecretName(name) ? [{ name, value }] : [],
  );
}

function pairsOf(record: Readonly<Record<string, string>>): readonly NamedValue[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}

function argumentSecrets(args: readonly string[]): readonly NamedValue[] {
  const addresses = args.flatMap((argument) => {
    const at = argument.indexOf('://');
    const start = at === -1 ? -1 : Math.max(argument.lastIndexOf('=', at), argument.lastIndexOf(' ', at)) + 1;
    return at === -1 ? [] : [{ name: 'url', value: argument.slice(start) }];
  });
  return [...secretsInArguments(args), ...addresses];
}
