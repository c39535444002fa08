// One list of all sessions: those of the window, those of the history, those that agents list; none of them twice.
import type { ListedSession } from '../ports/agent.ts';
import type { SessionSummary } from '../history/sessionSummary.ts';
import { findLastEntry, lastEntry, type Entry } from '../session/entries.ts';
import type { SessionState } from '../session/model.ts';
import type { Meta } from '../session/info/state.ts';
import { oneLine } from '../text/oneLine.ts';
import { sessionTitle } from '../session/selectors.ts';

/** The most entries, from the end, that are searched for the end of a turn. */
const MAX_SEARCHED_ENTRIES = 50;

/** What an agent listed, and when it was asked (epoch milliseconds). */
export interface AgentSessions {
  readonly agent: string;
  readonly at: number;
  readonly sessions: readonly ListedSession[];
}

export interface CatalogueSources {
  readonly window: readonly SessionState[];
  readonly history: readonly SessionSummary[];
  /** The keys of the sessions that other windows have open. */
  readonly openInOtherWindows?: ReadonlySet<string>;
  readonly listed: readonly AgentSessions[];
}

/** A session, wherever it is known. */
export interface CatalogueEntry {
  /** Unique in the list, and the same whenever the list is made: Parley's key where there is one. */
  readonly id: string;
  /** Parley's key; absent when only the agent knows the session. */
  readonly key?: string;
  readonly agent: string;
  /** Absolute. */
  readonly cwd: string;
  /** The agent's id. */
  readonly sessionId?: string;
  /** One line; absent when nobody named it. */
  readonly title?: string;
  /** Epoch milliseconds; 0 when it is not known. */
  readonly updatedAt: number;
  /** Its state when it is in the window. */
  readonly state?: SessionState;
  /** What its agent says about it besides (`_meta`). */
  readonly meta?: Meta;
  /** Whether another window has it open. */
  readonly isOpenInOtherWindow?: boolean;
  /** What the agent listed last. */
  readonly listed?: ListedSession;
}

/**
 * Merges what is known into one list, the newest first. Two are the same session by Parley's key, else by the agent and
 * its id, where the agent lists it. The user's name for a session wins; then the title and time of its agent, unless
 * something happened here after the agent was asked.
 */
export function sessionCatalogue({
  window,
  history,
  openInOtherWindows,
  listed,
}: CatalogueSources): readonly CatalogueEntry[] {
  const listing = new ListingIndex(listed);
  const keys = new Set(window.map(({ key }) => key));
  // A session that was adopted here may be in the history under a key of another window.
  const ids = new Set(window.flatMap((state) => agentId(state.agent, state.sessionId) ?? []));
  // Only an agent that lists its sessions has lasting ids: another one may restart its count with each process.
  const isLasting = (id: string | undefined): boolean => id !== undefined && listing.has(id);
  const merged: CatalogueEntry[] = window.map((state) => windowEntry(state, listing));
  for (const summary of history) {
    const id = agentId(summary.agent, summary.sessionId);
    if (keys.has(summary.key) || (id !== undefined && ids.has(id) && isLasting(id))) continue;
    if (id !== undefined) ids.add(id);
    const entry = historyEntry(summary, listing);
    merged.push(
      openInOtherWindows?.has(summary.key) === true ? { ...entry, isOpenInOtherWindow: true } : entry,
    );
  }
  for (const { agent, sessions } of listed) {
    for (const session of sessions) {
      const id = listedId(agent, session.sessionId);
      if (ids.has(id)) continue;
      ids.add(id);
      merged.push(listedEntry(id, agent, session));
    }
  }
  return merged.toSorted((one, other) => rank(other) - rank(one));
}

/** A session that was just begun is the newest, though nothing happened in it yet. */
function rank({ updatedAt, state }: CatalogueEntry): number {
  return updatedAt === 0 && state !== undefined ? Number.MAX_VALUE : updatedAt;
}

/** When something last happened in a session; 0 before anything did. See {@link latestActivity}. */
export function lastActivity(state: SessionState): number {
  return latestActivity(state).time;
}

/** In epoch milliseconds: when it was, and when that became known here. */
interface Activity {
  readonly time: number;
  readonly knownAt: number;
}

/**
 * The agent's own time of a session counts, unless it is from before the last turn here, or from within it: then that
 * turn's end does. Entries that an agent replayed when the session was loaded have the time of the replay, so turns and
 * the agent's time come first.
 */
function latestActivity({ turn, info, entries }: SessionState): Activity {
  if (turn !== undefined) return { time: turn.startedAt, knownAt: turn.startedAt };
  const theirs = Date.parse(info.updatedAt ?? '');
  const ended = findLastEntry(entries, isTurnEnd, MAX_SEARCHED_ENTRIES)?.found;
  if (ended === undefined) {
    const time = Number.isNaN(theirs) ? (lastEntry(entries)?.at ?? 0) : theirs;
    return { time, knownAt: info.reportedAt ?? time };
  }
  const { at, startedAt } = ended;
  const reportedAt = info.reportedAt ?? 0;
  const isOfTheTurn = theirs >= startedAt && theirs <= at;
  return Number.isNaN(theirs) || reportedAt < startedAt || isOfTheTurn
    ? { time: at, knownAt: at }
    : { time: theirs, knownAt: reportedAt };
}

function isTurnEnd(entry: Entry): entry is Extract<Entry, { kind: 'turn' }> {
  return entry.kind === 'turn';
}

/** The id in the list of a session that only the agent knows. A line break is in no name. */
export function listedId(agent: string, sessionId: string): string {
  return `${agent}\n${sessionId}`;
}

function agentId(agent: string, sessionId: string | undefined): string | undefined {
  return sessionId === undefined ? undefined : listedId(agent, sessionId);
}

interface Listing {
  readonly at: number;
  readonly session: ListedSession;
}

/** Finds what an agent listed. */
class ListingIndex {
  readonly #byId = new Map<string, Listing>();

  constructor(listed: readonly AgentSessions[]) {
    for (const { agent, at, sessions } of listed) {
      for (const session of sessions) {
        const id = listedId(agent, session.sessionId);
        if (!this.#byId.has(id)) this.#byId.set(id, { at, session });
      }
    }
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  find(agent: string, sessionId: string | undefined): Listing | undefined {
    const id = agentId(agent, sessionId);
    return id === undefined ? undefined : this.#byId.get(id);
  }
}

function windowEntry(state: SessionState, listing: ListingIndex): CatalogueEntry {
  const { key, agent, cwd, sessionId } = state;
  const listed = listing.find(agent, sessionId);
  const own = state.alias ?? oneLine(state.info.title ?? '');
  const title = own || listedTitle(listed) || sessionTitle(state);
  return {
    id: key,
    key,
    agent,
    cwd,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(title === undefined ? {} : { title }),
    updatedAt: timeOf(latestActivity(state), listed),
    ...metaOf(state.info.meta, listed),
    state,
    ...(listed === undefined ? {} : { listed: listed.session }),
  };
}

function historyEntry(summary: SessionSummary, listing: ListingIndex): CatalogueEntry {
  const { key, agent, cwd, sessionId } = summary;
  const listed = listing.find(agent, sessionId);
  const title = summary.alias ?? (listedTitle(listed) || oneLine(summary.title ?? ''));
  return {
    id: key,
    key,
    agent,
    cwd,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(title === '' ? {} : { title }),
    updatedAt: timeOf({ time: summary.updatedAt, knownAt: summary.updatedAt }, listed),
    ...metaOf(summary.meta ?? {}, listed),
    ...(listed === undefined ? {} : { listed: listed.session }),
  };
}

function listedEntry(id: string, agent: string, session: ListedSession): CatalogueEntry {
  const title = oneLine(session.title ?? '');
  return {
    id,
    agent,
    cwd: session.cwd,
    sessionId: session.sessionId,
    ...(title === '' ? {} : { title }),
    updatedAt: session.updatedAt ?? 0,
    ...(session.meta === undefined ? {} : { meta: session.meta }),
    listed: session,
  };
}

function listedTitle(listed: Listing | undefined): string {
  return oneLine(listed?.session.title ?? '');
}

/** The agent's time, unless we learned of something after it was asked. */
function timeOf({ time, knownAt }: Activity, listed: Listing | undefined): number {
  const theirs = listed?.session.updatedAt;
  return theirs === undefined || listed === undefined || knownAt > listed.at ? time : theirs;
}

/** What the session said last of itself, else what the agent listed. */
function metaOf(own: Meta, listed: Listing | undefined): { readonly meta?: Meta } {
  const meta = Object.keys(own).length > 0 ? own : listed?.session.meta;
  return meta === undefined ? {} : { meta };
}
