// The tools of the editor for sessions: their server is started with the first agent that gets them.
import { join } from 'node:path';
import type { McpServer } from '../../../core/mcp/mcpServerSettings.ts';
import type { OpenedSession } from '../../../core/ports/servedSession.ts';
import type { ServedAgent } from '../../../core/ports/serverSources.ts';
import { resolvePath } from '../../../files/containedPath.ts';
import type { Kernel } from '../../../host/kernel.ts';
import { offersVscodeTool } from './ideSettings.ts';
import { IdeServer } from './ideServer.ts';
import { servedSession } from './servedSessions.ts';

/** Neither rejects: sessions work without tools, too. */
interface IdeTools {
  /** Starts the server, so that sessions need not wait. */
  prepare(): Promise<void>;
  /** The server for a session that is being opened, besides `others`. */
  serversFor(
    session: OpenedSession,
    served: ServedAgent,
    others: readonly McpServer[],
  ): Promise<readonly McpServer[]>;
}

export function createIdeTools({ host, files, tracking }: Kernel): IdeTools {
  const { owned, store, clock, log, context } = host;
  const bridge = context.asAbsolutePath(join('dist', 'ide-bridge.js'));
  let starting: Promise<IdeServer | undefined> | undefined;
  const start = async (): Promise<IdeServer | undefined> => {
    try {
      const server = owned.add(await IdeServer.start({ clock, log, bridge }));
      // The tools know which problems there were when a turn began.
      owned.add(
        store.onEvent('prompt_started', ({ state: { agent, sessionId } }) => {
          if (sessionId !== undefined) server.turnBegins(agent, sessionId);
        }),
      );
      return server;
    } catch (error) {
      starting = undefined;
      log.warn(`The tools of the editor cannot be offered: ${String(error)}`);
      return undefined;
    }
  };
  const started = (): Promise<IdeServer | undefined> => (starting ??= start());
  return {
    async prepare() {
      await started();
    },
    async serversFor(session, { agent, client }, others) {
      const server = await started();
      const served = servedSession(session, {
        agent,
        client,
        clock,
        store,
        files,
        resolve: resolvePath,
        commentsOf: async (key) => (await tracking.load()).commentsOf(key),
        offersTool: offersVscodeTool,
      });
      return server?.serversFor(served, others) ?? [];
    },
  };
}
