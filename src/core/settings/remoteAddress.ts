// The address of a remote agent, and what may be sent there.
import type { Launch } from './agentSettings.ts';
import type { McpServer } from '../mcp/mcpServerSettings.ts';
import { agentSettingStrings } from './agentSettingStrings.ts';

/** The parts of an address that decide who is reached, and how. */
export interface RemoteAddress {
  readonly transport: 'websocket' | 'http';
  readonly isEncrypted: boolean;
  /** Whether the server is on this machine, by the spelling of its host. */
  readonly isLoopback: boolean;
  /** Scheme, host and port. */
  readonly origin: string;
}

/**
 * Stricter than the parsers of the platform, which skip white space, read backslashes as slashes and decode hosts: what
 * is shown to the user must be what is connected to. Hosts are ASCII; addresses with a user name are refused.
 */
const ADDRESS = /^(wss?|https?):\/\/((?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?)(?:[/?][^\s\\]*)?$/i;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/** Undefined where a text is no address of a remote agent. */
export function remoteAddress(text: string): RemoteAddress | undefined {
  const [, scheme = '', authority = ''] = ADDRESS.exec(text) ?? [];
  const [protocol, host] = [scheme.toLowerCase(), authority.toLowerCase()];
  if (protocol === '') return undefined;
  return {
    transport: protocol.startsWith('ws') ? 'websocket' : 'http',
    isEncrypted: protocol === 'wss' || protocol === 'https',
    isLoopback: LOOPBACK.test(host),
    origin: `${protocol}://${host}`,
  };
}

/** Whether what is sent there can be read on the way, so that the user has to agree first. */
export function needsConsent({ isEncrypted, isLoopback }: RemoteAddress): boolean {
  return !isEncrypted && !isLoopback;
}

/** An address without what may be a secret in it. */
export function addressText(url: string): string {
  return url.replace(/[?#].*$/su, '');
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
/** Visible characters of one byte, with blanks and tabs. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Headers of the transport, and headers that decide how a request is framed or where it goes. */
const RESERVED =
  /^(?:acp-(?:connection|session)-id|accept|connection|content-(?:length|type|encoding)|expect|host|keep-alive|proxy-connection|sec-websocket-.*|te|trailer|transfer-encoding|upgrade)$/i;

/** Why a header cannot be sent; undefined when it can. The value is never part of the text. */
export function headerProblem(name: string, value: string): string | undefined {
  if (!TOKEN.test(name) || !VALUE.test(value)) return agentSettingStrings.agentHeaderInvalid(name);
  return RESERVED.test(name) ? agentSettingStrings.agentHeaderReserved(name) : undefined;
}

/** Whether an agent runs on this machine, as far as its address says. */
export function runsHere(launch: Launch): boolean {
  return !('url' in launch) || remoteAddress(launch.url)?.isLoopback === true;
}

/**
 * Those that an agent can reach: the commands of this machine are of no use on another one, which need not see their
 * environments either.
 */
export function serversFor(launch: Launch, servers: readonly McpServer[]): readonly McpServer[] {
  return runsHere(launch) ? servers : servers.filter((server) => 'type' in server);
}
