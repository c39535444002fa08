// Connects to a remote agent by the transport that its address names.
import type { CookieJar } from 'tough-cookie';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import type { RemoteLaunch } from '../../core/settings/agentSettings.ts';
import { addressText, remoteAddress } from '../../core/settings/remoteAddress.ts';
import type { AgentTransport } from '../wire/agentTransport.ts';
import { jarOf, type CookieJars } from './agentCookies.ts';
import { HttpTransport } from './httpTransport.ts';
import { WebSocketTransport } from './webSocketTransport.ts';

export interface RemoteAgentOptions {
  /** The agent as the user knows it. */
  readonly name: string;
  readonly launch: RemoteLaunch;
  readonly clock: Clock;
  readonly log: Log;
  readonly cookies: CookieJars;
}

/** What a transport needs. */
export interface TransportOptions {
  readonly name: string;
  readonly launch: RemoteLaunch;
  readonly clock: Clock;
  readonly log: Log;
  readonly jar: CookieJar;
  /** The headers of every request: those of the settings, and the token. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Begins to connect; a failure ends the transport. */
export function connectRemoteAgent(options: RemoteAgentOptions): AgentTransport {
  const { name, launch, clock, log, cookies } = options;
  const { transport, origin = '' } = remoteAddress(launch.url) ?? {};
  const headers = headersOf(launch);
  // A cookie may stand for who signed in: without that token, or with another one, it is not sent.
  const jar = jarOf(cookies, JSON.stringify([origin, headers]));
  const shared = { name, launch, clock, log, jar, headers };
  log.info(`Connecting to ${addressText(launch.url)}.`);
  return transport === 'websocket' ? new WebSocketTransport(shared) : new HttpTransport(shared);
}

/** The token takes the place of a header of the settings. */
function headersOf({ headers, token }: RemoteLaunch): Readonly<Record<string, string>> {
  if (token === undefined) return headers;
  const others = Object.entries(headers).filter(([name]) => !/^authorization$/i.test(name));
  return { ...Object.fromEntries(others), Authorization: `Bearer ${token}` };
}
