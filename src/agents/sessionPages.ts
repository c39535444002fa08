// All pages of an agent's list of sessions, however the agent ends it (R39).
import type { ListedSession } from '../core/agent.ts';
import type { ListAnswer } from './schema/listSchema.ts';

/** More pages than this are not asked for. */
const MOST_PAGES = 500;

/**
 * Asks for page after page until there is no cursor, a cursor comes again, or a page brings nothing new. Each session
 * is told once. Rejects when the first page does; a later failure ends the list.
 */
export async function allPages(
  page: (cursor: string | undefined) => Promise<ListAnswer>,
): Promise<readonly ListedSession[]> {
  const sessions = new Map<string, ListedSession>();
  const cursors = new Set<string>();
  let answer = await page(undefined);
  for (let asked = 1; ; asked++) {
    const known = sessions.size;
    for (const session of answer.sessions) {
      if (!sessions.has(session.sessionId)) sessions.set(session.sessionId, session);
    }
    const cursor = answer.nextCursor;
    const goesOn = cursor !== undefined && cursor !== '' && !cursors.has(cursor) && sessions.size > known;
    if (!goesOn || asked >= MOST_PAGES) return [...sessions.values()];
    cursors.add(cursor);
    try {
      answer = await page(cursor);
    } catch {
      return [...sessions.values()];
    }
  }
}
