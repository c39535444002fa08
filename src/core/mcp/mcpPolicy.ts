// VS Code's own settings about MCP servers, which hold for the servers of its files: access, allow list and deny list.
import * as z from 'zod/mini';

type McpAccess = 'all' | 'registry' | 'none';

const byName = { serverName: z.string().check(z.minLength(1)) };
const byUrl = { serverUrl: z.string().check(z.minLength(1)) };
const byCommand = { serverCommand: z.array(z.string()).check(z.minLength(1)) };

/** A rule that allows names a server by exactly one of the three, and by nothing that is not known. */
const allowRule = z.union([z.strictObject(byName), z.strictObject(byUrl), z.strictObject(byCommand)]);
/** A rule that denies holds for each of the three that it has, whatever else is in it. */
const denyRules = [z.object(byName), z.object(byUrl), z.object(byCommand)];
type Matcher = z.infer<typeof allowRule>;

/** The value of a setting in each place where it is set, with the one that VS Code makes of them. */
export type SettingInPlaces = readonly unknown[];

/** What the settings of VS Code say; outside data. */
export interface McpPolicySettings {
  readonly access: SettingInPlaces;
  readonly allowedServers: SettingInPlaces;
  readonly deniedServers: SettingInPlaces;
}

export interface McpPolicy {
  readonly access: McpAccess;
  /** A server has to be in each. */
  readonly allowed: readonly (readonly Matcher[])[];
  readonly denied: readonly Matcher[];
}

/** What VS Code's lists know of a server. */
export interface ServerIdentity {
  readonly name: string;
  readonly url?: string;
  /** The command, then its arguments. */
  readonly command?: readonly string[];
}

const STRICTEST: readonly McpAccess[] = ['none', 'registry', 'all'];

/** The strictest of what is set: no place may loosen another one. A value that is not known is `none`. */
export function mcpPolicy({ access, allowedServers, deniedServers }: McpPolicySettings): McpPolicy {
  const said = access.filter((value) => value !== undefined && value !== null).map(accessOf);
  return {
    access: STRICTEST.find((value) => said.includes(value)) ?? 'all',
    allowed: allowedServers.flatMap((value) => (Array.isArray(value) ? [allowedBy(value)] : [])),
    denied: deniedServers.flatMap((value) => (Array.isArray(value) ? deniedBy(value) : [])),
  };
}

function accessOf(value: unknown): McpAccess {
  // Before 2025-09 the setting `chat.mcp.enabled` was a Boolean.
  if (value === true) return 'all';
  return STRICTEST.find((known) => known === value) ?? 'none';
}

function allowedBy(list: readonly unknown[]): readonly Matcher[] {
  return list.flatMap((each) => allowRule.safeParse(each).data ?? []);
}

function deniedBy(list: readonly unknown[]): readonly Matcher[] {
  return list.flatMap((each) =>
    denyRules.flatMap((rule): Matcher[] => {
      const { data } = rule.safeParse(each);
      return data === undefined ? [] : [data];
    }),
  );
}

/** Why VS Code would not use a server. */
export type PolicyVerdict = 'no-access' | 'not-from-registry' | 'denied' | 'not-allowed' | undefined;

/** `isFromRegistry`: whether VS Code installed the server from its registry. Undefined: it may be used. */
export function policyVerdict(
  policy: McpPolicy,
  server: ServerIdentity,
  isFromRegistry: boolean,
): PolicyVerdict {
  if (policy.access === 'none') return 'no-access';
  if (policy.denied.some((each) => matches(each, server))) return 'denied';
  if (!policy.allowed.every((list) => list.some((each) => matches(each, server)))) return 'not-allowed';
  return policy.access === 'registry' && !isFromRegistry ? 'not-from-registry' : undefined;
}

function matches(rule: Matcher, { name, url, command }: ServerIdentity): boolean {
  if ('serverName' in rule) return rule.serverName === name;
  if ('serverUrl' in rule) return url !== undefined && matchesUrl(rule.serverUrl, url);
  const { serverCommand } = rule;
  return (
    command?.length === serverCommand.length && serverCommand.every((part, index) => part === command[index])
  );
}

/** A `*` stands for anything, but in scheme and host for nothing that ends them. The fragment does not count. */
function matchesUrl(pattern: string, url: string): boolean {
  const scheme = pattern.indexOf('://');
  const start = scheme === -1 ? 0 : scheme + 3;
  const path = pattern.slice(start).search(/[/\\?#]/);
  const end = path === -1 ? pattern.length : start + path;
  return matchesParts(withoutFragment(url).toLowerCase(), [
    ...tokens(pattern.slice(0, end).toLowerCase(), 'host'),
    ...tokens(pattern.slice(end).toLowerCase(), 'any'),
  ]);
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/su, '');
}

interface Token {
  readonly text: string;
  /** What may stand before the text; undefined: nothing. */
  readonly wildcard: 'host' | 'any' | undefined;
}

function tokens(pattern: string, wildcard: 'host' | 'any'): readonly Token[] {
  return pattern.split('*').map((text, index) => ({ text, wildcard: index === 0 ? undefined : wildcard }));
}

/** In time that grows with pattern times text: neither comes from the user alone. */
function matchesParts(text: string, parts: readonly Token[]): boolean {
  let ends = new Set([0]);
  for (const { text: literal, wildcard } of parts) {
    const next = new Set<number>();
    for (const from of wildcard === undefined ? ends : reachable(text, ends, wildcard)) {
      if (text.startsWith(literal, from)) next.add(from + literal.length);
    }
    ends = next;
  }
  return ends.has(text.length);
}

/** Where a wildcard may end that begins at one of the places. */
function reachable(text: string, starts: ReadonlySet<number>, wildcard: 'host' | 'any'): ReadonlySet<number> {
  const found = new Set<number>();
  let isOpen = false;
  for (let at = 0; at <= text.length; at++) {
    isOpen ||= starts.has(at);
    if (isOpen) found.add(at);
    if (wildcard === 'host' && /[/@\\?#]/.test(text[at] ?? '')) isOpen = false;
  }
  return found;
}
