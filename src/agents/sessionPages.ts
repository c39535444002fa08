// All pages of an agent's list of sessions, however the agent ends it (R39).
import type { AgentListedSession } from '../core/ports/agent.ts';
import type { ListAnswer } from './schema/listSchema.ts';

const MAX_PAGES = 500;

/** The pages in a row without a new session after which the list ends: an agent may page before it filters. */
const MAX_PAGES_WITHOUT_NEW = 10;

/**
 * Asks for page after page until there is no cursor, a cursor comes again, or too many pages bring nothing new. Each
 * session is listed once. Rejects when the first page does; a later failure ends the list.
 */
export async function allPages(
  page: (cursor: string | undefined) => Promise<ListAnswer>,
): Promise<readonly AgentListedSession[]> {
  const sessions = new Map<string, AgentListedSession>();
  const cursors = new Set<string>();
  let withoutNew = 0;
  let answer = await page(undefined);
  for (let asked = 1; ; asked++) {
    const known = sessions.size;
    for (const session of answer.sessions) {
      if (!sessions.has(session.sessionId)) sessions.set(session.sessionId, session);
    }
    withoutNew = sessions.size > known ? 0 : withoutNew + 1;
    const cursor = answer.nextCursor;
    const hasEnded = cursor === undefined || cursor === '' || cursors.has(cursor);
    if (hasEnded || withoutNew > MAX_PAGES_WITHOUT_NEW || asked >= MAX_PAGES) return [...sessions.values()];
    cursors.add(cursor);
    try {
      answer = await page(cursor);
    } catch {
      return [...sessions.values()];
    }
  }
}
