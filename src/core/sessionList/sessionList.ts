// All sessions as the quick picks and the tree show them: of the window, the history and the agents.
import type { ListedSession } from '../ports/agent.ts';
import { describeError } from '../errors.ts';
import { isWorthStoring, type SessionSummary } from '../history/sessionSummary.ts';
import { DisposableStore, Emitter, type Disposable, type Event } from '../base/lifecycle.ts';
import { isSameData } from '../base/isSameData.ts';
import type { Clock, Log } from '../ports/hostPorts.ts';
import { activeFiles } from '../mentions/activeFile.ts';
import { withAgentTitle } from '../text/agentTitle.ts';
import { boundedTitle, type Meta } from '../session/info/state.ts';
import type { SessionState } from '../session/model.ts';
import { titleSources } from '../session/selectors.ts';
import { statusSources } from '../session/status/sessionStatus.ts';
import {
  listedId,
  sessionCatalogue,
  type AgentSessions,
  type CatalogueEntry,
} from '../sessionLifecycle/sessionCatalogue.ts';
import type { Sessions } from '../sessionLifecycle/sessions.ts';
import type {
  SessionChange,
  SessionEventOf,
  SessionSelector,
  SessionStore,
} from '../sessionLifecycle/sessionStore.ts';
import type { Agents } from '../agentUpkeep/agentDirectory.ts';
import { RetractedInfo } from './retractedInfo.ts';
import type { SessionMark, SessionMarks } from './sessionMarks.ts';
import type { ShownSessions } from './shownSessions.ts';

/** Changes within this time are reported as one. */
const COLLECT_MS = 100;

/** The delay after a turn until the agent is asked again, because agents name sessions late. */
const ASK_AFTER_TURN_MS = 2_000;

/** The sessions of earlier windows. */
export interface StoredSummaries {
  /** The newest first. */
  summaries(): readonly SessionSummary[];
  /** The keys of the sessions that are open in other windows. */
  openInOtherWindows(): ReadonlySet<string>;
  readonly onChange: Event<void>;
  /** Reads what other windows wrote. */
  refresh(): Promise<void>;
}

export interface SessionListOptions {
  readonly store: SessionStore;
  readonly sessions: Sessions;
  readonly agents: Agents;
  readonly archive: StoredSummaries;
  readonly chats: ShownSessions;
  readonly clock: Clock;
  readonly log: Log;
  /** What the user has pinned and archived. */
  readonly marks?: Pick<SessionMarks, 'of' | 'set' | 'onChange'>;
  /** Whether a session that an agent lists was not begun by the user. */
  readonly isHidden?: (agent: string, sessionId: string) => boolean;
}

/** Keeps the list up to date. No agent is started for it. */
/** What marks are found by. */
export type MarkedEntry = Pick<CatalogueEntry, 'id' | 'agent' | 'sessionId'>;

/** The id that a session had while only its agent knew it, where it has another one now. */
function earlierIds({ id, agent, sessionId }: MarkedEntry): readonly string[] {
  const earlier = sessionId === undefined ? id : listedId(agent, sessionId);
  return earlier === id ? [] : [earlier];
}

export class SessionList implements Disposable {
  readonly #options: SessionListOptions;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly #listed = new Map<string, AgentSessions>();
  readonly #retracted = new RetractedInfo();
  readonly #asking = new Set<string>();
  readonly #asks = new Map<string, Disposable>();
  #entries: readonly CatalogueEntry[] | undefined;
  #reporting: Disposable | undefined;

  /** Fires shortly after something that the list shows has changed. */
  readonly onChange: Event<void> = this.#changed.event;

  constructor(options: SessionListOptions) {
    this.#options = options;
    const { store, agents, archive, chats } = options;
    this.#owned.add(store.onListChange(() => this.#invalidate()));
    this.#owned.add(archive.onChange(() => this.#invalidate()));
    this.#owned.add(chats.onChange(() => this.#invalidate()));
    if (options.marks !== undefined) this.#owned.add(options.marks.onChange(() => this.#invalidate()));
    this.#owned.add(store.onSelect(listedFacts, () => this.#invalidate()));
    this.#owned.add(store.onEvent('session_info', (change) => this.#handleInfo(change)));
    this.#owned.add(store.onEvent('turn_ended', ({ state }) => this.#askLater(state.agent)));
    this.#owned.add(
      agents.onStatusChange(({ name, status }) => {
        this.#invalidate();
        if (status.state === 'ready') void this.#ask(name);
      }),
    );
  }

  /** Whether the user has pinned or archived a session, also before it was opened here for the first time. */
  markOf(entry: MarkedEntry): SessionMark | undefined {
    const { marks } = this.#options;
    const [earlier] = earlierIds(entry);
    return marks?.of(entry.id) ?? (earlier === undefined ? undefined : marks?.of(earlier));
  }

  /** Gives the sessions with these ids the mark; undefined takes theirs away. */
  async mark(ids: readonly string[], mark: SessionMark | undefined): Promise<void> {
    const earlier = ids
      .map((id) => this.find(id))
      .flatMap((entry) => (entry === undefined ? [] : earlierIds(entry)));
    await this.#options.marks?.set(ids, mark, earlier);
  }

  /** All sessions, the newest first. */
  entries(): readonly CatalogueEntry[] {
    const { store, archive, chats } = this.#options;
    // Neither a session in which nothing happened nor one whose agent could not start is worth coming back to.
    const isListed = (state: SessionState): boolean =>
      isWorthStoring(state) ||
      (state.entriesMade > 0 && state.sessionId !== undefined) ||
      state.info.title !== undefined ||
      chats.isShown(state.key);
    this.#entries ??= sessionCatalogue({
      window: store
        .keys()
        .flatMap((key) => store.state(key) ?? [])
        .filter(isListed),
      history: archive.summaries(),
      openInOtherWindows: archive.openInOtherWindows(),
      listed: [...this.#listed.values()],
    });
    return this.#entries;
  }

  /** The session with that id, or with that key. */
  find(id: string): CatalogueEntry | undefined {
    return this.entries().find((entry) => entry.id === id);
  }

  /** Looks at what other windows wrote, and asks the agents that run for their sessions. */
  refresh(): void {
    void this.#options.archive.refresh();
    for (const agent of this.#options.agents.running()) void this.#ask(agent.name);
  }

  /** Removes a session that the agent no longer has. */
  forget(agent: string, sessionId: string): void {
    const known = this.#listed.get(agent);
    if (known === undefined) return;
    this.#listed.set(agent, {
      ...known,
      sessions: known.sessions.filter((session) => session.sessionId !== sessionId),
    });
    this.#invalidate();
  }

  dispose(): void {
    this.#reporting?.dispose();
    for (const ask of this.#asks.values()) ask.dispose();
    this.#owned.dispose();
  }

  #invalidate(): void {
    this.#entries = undefined;
    this.#reporting ??= this.#options.clock.after(COLLECT_MS, () => {
      this.#reporting = undefined;
      this.#changed.fire();
    });
  }

  #askLater(agent: string): void {
    this.#asks.get(agent)?.dispose();
    this.#asks.set(
      agent,
      this.#options.clock.after(ASK_AFTER_TURN_MS, () => {
        this.#asks.delete(agent);
        void this.#ask(agent);
      }),
    );
  }

  async #ask(name: string): Promise<void> {
    const { agents, sessions, clock, log, isHidden } = this.#options;
    const agent = agents.existing(name);
    if (agent?.status.state !== 'ready' || agent.description?.sessions.list !== true) return;
    if (this.#asking.has(name)) return;
    this.#asking.add(name);
    const at = clock.now();
    try {
      const all = await sessions.list(name);
      const listed = all.filter(({ sessionId }) => isHidden?.(name, sessionId) !== true);
      this.#record(name, { agent: name, at, sessions: listed });
    } catch (error) {
      log.warn(`${name}: its sessions could not be listed: ${describeError(error).message}`);
    } finally {
      this.#asking.delete(name);
    }
  }

  /** What an agent takes back is gone from the list at once, which asks the agent again only later. */
  #handleInfo(change: SessionChange<SessionEventOf<'session_info'>>): void {
    const { agent, sessionId } = change.state;
    if (sessionId === undefined) return;
    const listing = this.#listed.get(agent);
    const listed = listing?.sessions.find((session) => session.sessionId === sessionId);
    if (!this.#retracted.record(listedId(agent, sessionId), change, listed) || listing === undefined) return;
    this.#listed.set(agent, this.#withoutRetracted(listing));
    this.#invalidate();
  }

  #withoutRetracted(listing: AgentSessions): AgentSessions {
    const sessions = listing.sessions.map((session) =>
      this.#retracted.without(listedId(listing.agent, session.sessionId), session),
    );
    return { ...listing, sessions };
  }

  #record(name: string, received: AgentSessions): void {
    const { store } = this.#options;
    const states = [...store.keys()].flatMap((key) => store.state(key) ?? []);
    const known = new Map(
      states.flatMap((state) =>
        state.agent === name && state.sessionId !== undefined ? [[state.sessionId, state] as const] : [],
      ),
    );
    const sessions = received.sessions.map((session): ListedSession => {
      const state = known.get(session.sessionId);
      return withAgentTitle(session, state === undefined ? undefined : () => activeFiles(state));
    });
    const listing = this.#withoutRetracted({ ...received, sessions });
    const before = new Map(this.#listed.get(name)?.sessions.map((session) => [session.sessionId, session]));
    this.#listed.set(name, listing);
    this.#invalidate();
    const listed = new Map(listing.sessions.map((session) => [session.sessionId, session]));
    for (const [sessionId, state] of known) {
      const session = listed.get(sessionId);
      if (session !== undefined) this.#applyListed(state, session, before.get(session.sessionId));
    }
  }

  /** What an agent only lists and never sends, or lists anew, becomes what is known of the session (R104, R105). */
  #applyListed(state: SessionState, listed: ListedSession, before: ListedSession | undefined): void {
    const { info } = state;
    const title = boundedTitle(listed.title ?? '');
    const isNewTitle = info.title === undefined || (before !== undefined && before.title !== listed.title);
    const meta =
      Object.keys(info.meta).length === 0 ? listed.meta : listedChanges(info.meta, before?.meta, listed.meta);
    const patch = {
      ...(title.trim() !== '' && isNewTitle && info.title !== title ? { title } : {}),
      ...(meta === undefined || Object.keys(meta).length === 0 ? {} : { meta }),
    };
    if (Object.keys(patch).length === 0) return;
    const { store, clock } = this.#options;
    store.dispatch(state.key, { type: 'session_info', at: clock.now(), patch });
  }
}

/**
 * What a list changes of a session's metadata: the listed fields where they are not as listed before, and a null for each
 * that is gone, unless the session has another value of its own by now.
 */
function listedChanges(current: Meta, before: Meta | undefined, listed: Meta = {}): Meta | undefined {
  if (before === undefined || isSameData(before, listed)) return undefined;
  const gone = Object.keys(before).filter(
    (key) => !Object.hasOwn(listed, key) && isSameData(current[key], before[key]),
  );
  return { ...listed, ...Object.fromEntries(gone.map((key) => [key, null])) };
}

/** What the list shows of a session of the window. */
const listedFacts: readonly SessionSelector[] = [
  ...titleSources,
  ({ sessionId }) => sessionId,
  ...statusSources,
];
