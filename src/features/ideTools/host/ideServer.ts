// The MCP server `parley-ide` as sessions are given it: by its address, or by a program that relays to it.
import type { Clock, Log } from '../../../core/ports/hostPorts.ts';
import type { ServedSession } from '../../../core/ports/servedSession.ts';
import { IDE_SERVER_NAME } from '../../../core/mcp/ideServer.ts';
import type { McpServer } from '../../../core/mcp/mcpServerSettings.ts';
import { IdeListener, type Serve } from './http/ideListener.ts';
import { takeBaseline } from './turnBaseline.ts';

export interface IdeServerOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** The absolute path of `dist/ide-bridge.js`. */
  readonly bridge: string;
}

export class IdeServer {
  readonly #listener: IdeListener;
  readonly #bridge: string;
  readonly #log: Log;

  private constructor(listener: IdeListener, { bridge, log }: Pick<IdeServerOptions, 'bridge' | 'log'>) {
    this.#listener = listener;
    this.#bridge = bridge;
    this.#log = log;
  }

  /** Listens on this machine. Rejects where no port can be had. */
  static async start({ clock, log, bridge }: IdeServerOptions): Promise<IdeServer> {
    const load = async (): Promise<Serve> => {
      const { serve } = await import('./mcp/mcpHandler.ts');
      return serve(log);
    };
    return new IdeServer(await IdeListener.start({ clock, log, load }), { bridge, log });
  }

  /**
   * Makes a token for a session. The secret is in a header, or in an environment, never in an argument. Where a server
   * of the user's own, among `others`, has the name, this one gets another: agents know servers by nothing else.
   */
  serversFor(session: ServedSession, others: readonly McpServer[] = []): readonly McpServer[] {
    const name = freeName(others);
    if (name !== IDE_SERVER_NAME) {
      this.#log.warn(
        `A server of the user's own is called ${IDE_SERVER_NAME}: the tools are offered as ${name}.`,
      );
    }
    const { grant, token } = this.#listener.grants.add(session);
    const url = this.#listener.urlOf(grant);
    if (session.usesHttp) {
      const headers = [{ name: 'Authorization', value: `Bearer ${token}` }];
      return [{ type: 'http', name, url, headers }];
    }
    const env = [
      { name: 'ELECTRON_RUN_AS_NODE', value: '1' },
      { name: 'PARLEY_IDE_URL', value: url },
      { name: 'PARLEY_IDE_TOKEN', value: token },
    ];
    return [{ name, command: process.execPath, args: [this.#bridge], env }];
  }

  /** Remembers the problems that there are now. */
  turnBegins(agent: string, sessionId: string): void {
    const grants = this.#listener.grants.of(agent, sessionId);
    if (grants.length === 0) return;
    const baseline = takeBaseline();
    for (const grant of grants) grant.baseline = baseline;
  }

  dispose(): void {
    this.#listener.dispose();
  }
}

/** Agents write names in their own ways, so one that differs in case or signs alone is no other. */
function freeName(others: readonly McpServer[]): string {
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const taken = new Set(others.map(({ name }) => plain(name)));
  let [name, number] = [IDE_SERVER_NAME, 2];
  while (taken.has(plain(name))) name = `${IDE_SERVER_NAME}-${number++}`;
  return name;
}
