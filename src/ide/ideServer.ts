// The MCP server `parley-ide` as sessions are given it: by its address, or by a program that relays to it.
import type { Clock, Log } from '../core/ports/hostPorts.ts';
import type { ServedSession } from '../core/ports/servedSession.ts';
import type { McpServer } from '../core/mcp/mcpServerSettings.ts';
import { IdeListener, type Serve } from './http/ideListener.ts';
import { takeBaseline } from './turnBaseline.ts';

/** What the server is called wherever it is named. */
export const IDE_SERVER_NAME = 'parley-ide';

export interface IdeServerOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** The absolute path of `dist/ide-bridge.js`. */
  readonly bridge: string;
}

export class IdeServer {
  readonly #listener: IdeListener;
  readonly #bridge: string;

  private constructor(listener: IdeListener, bridge: string) {
    this.#listener = listener;
    this.#bridge = bridge;
  }

  /** Listens on this machine. Rejects where no port can be had. */
  static async start({ clock, log, bridge }: IdeServerOptions): Promise<IdeServer> {
    const load = async (): Promise<Serve> => {
      const { serve } = await import('./mcp/mcpHandler.ts');
      return serve(log);
    };
    return new IdeServer(await IdeListener.start({ clock, log, load }), bridge);
  }

  /** Makes a token for a session. The secret is in a header, or in an environment, never in an argument. */
  serversFor(session: ServedSession): readonly McpServer[] {
    const { grant, token } = this.#listener.grants.add(session);
    const url = this.#listener.urlOf(grant);
    if (session.usesHttp) {
      const headers = [{ name: 'Authorization', value: `Bearer ${token}` }];
      return [{ type: 'http', name: IDE_SERVER_NAME, url, headers }];
    }
    const env = [
      { name: 'ELECTRON_RUN_AS_NODE', value: '1' },
      { name: 'PARLEY_IDE_URL', value: url },
      { name: 'PARLEY_IDE_TOKEN', value: token },
    ];
    return [{ name: IDE_SERVER_NAME, command: process.execPath, args: [this.#bridge], env }];
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
