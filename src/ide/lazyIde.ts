// The tools of the editor for agents: nothing is loaded before the first session that is given them.
import type { Clock, Log } from '../core/ports/hostPorts.ts';
import type { ServedSession } from '../core/ports/servedSession.ts';
import type { McpServer } from '../core/mcp/mcpServerSettings.ts';
import type { IdeServer } from './ideServer.ts';

export interface LazyIdeOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** The absolute path of `dist/ide-bridge.js`. */
  readonly bridge: string;
  /** Whether an agent's sessions get the tools, by its key in the settings. */
  readonly isOn: (agent: string) => boolean;
}

export class LazyIde {
  readonly #options: LazyIdeOptions;
  #starting: Promise<IdeServer> | undefined;
  #server: IdeServer | undefined;

  constructor(options: LazyIdeOptions) {
    this.#options = options;
  }

  /** Called before an agent is started, so that its sessions need not wait. Never rejects: they work without tools, too. */
  async prepare(agent: string): Promise<void> {
    if (!this.#options.isOn(agent) || this.#server !== undefined) return;
    const starting = (this.#starting ??= this.#start());
    try {
      this.#server = await starting;
    } catch (error) {
      this.#starting = undefined;
      this.#options.log.warn(`The tools of the editor cannot be offered: ${String(error)}`);
    }
  }

  /** The server for a session that is being opened, besides `others`; none where the setting says so. */
  serversFor(session: ServedSession, others: readonly McpServer[]): readonly McpServer[] {
    // The address means another machine to an agent that runs there, and must not learn the token.
    const isOffered = session.isHere && this.#options.isOn(session.agent);
    return isOffered ? (this.#server?.serversFor(session, others) ?? []) : [];
  }

  /** Called when the turn of a session begins. */
  turnBegins(agent: string, sessionId: string | undefined): void {
    if (sessionId !== undefined) this.#server?.turnBegins(agent, sessionId);
  }

  dispose(): void {
    this.#server?.dispose();
  }

  async #start(): Promise<IdeServer> {
    const { IdeServer } = await import('./ideServer.ts');
    return IdeServer.start(this.#options);
  }
}
