// The sessions in one process of an agent: created, opened again, forked, listed, closed, deleted (R31–R42).
import { isAbsolute } from 'node:path';
import type { AbortSignalLike } from '../core/base/abort.ts';
import type {
  AgentSessions,
  ForkPoint,
  AgentListedSession,
  SessionAbilities,
  SessionFolders,
} from '../core/ports/agent.ts';
import {
  abilityMissing,
  type MissingAbility,
  folderNotAbsolute,
  listTimedOut,
  openCancelled,
} from '../core/agentErrors.ts';
import { ParleyError } from '../core/errors.ts';
import type { FileSession } from '../core/ports/fileAccess.ts';
import type { McpServer } from '../core/mcp/mcpServerSettings.ts';
import type { OpeningSession, PassedServers } from '../core/ports/sessionServers.ts';
import type { Clock } from '../core/ports/hostPorts.ts';
import type { ConfigOption } from '../core/session/configOptions/state.ts';
import type { AgentCalls } from './agentCalls.ts';
import { anyAnswer, newSessionAnswer, reopenedAnswer } from './schema/answerSchema.ts';
import { listAnswer, type ListAnswer } from './schema/listSchema.ts';
import { isNotFound } from './describeRefusal.ts';
import { forkMeta } from './forkMeta.ts';
import { allPages } from './sessionPages.ts';
import { unlessGivenUp } from './unlessGivenUp.ts';

/** The time for one page of the list. */
const PAGE_TIMEOUT_SECONDS = 30;

export interface AcpSessionsOptions {
  readonly name: string;
  /** The agent as the user knows it. */
  readonly label: string;
  readonly clock: Clock;
  readonly calls: AgentCalls;
  /** The MCP servers that a session is given, those that the agent can use. Never rejects. */
  readonly mcpServers: (session: Opening) => Promise<readonly McpServer[]>;
  /** Called when the agent has opened a session, with the servers that it was given. */
  readonly passed: (session: Omit<PassedServers, 'transports'>) => void;
  /** What the agent advertised; undefined before it answered `initialize`. */
  readonly abilities: () => SessionAbilities | undefined;
  /** Whether a new session may name the one that it continues. */
  readonly linksSessions: () => boolean;
  /** Whether the agent goes on with a replay after it has answered `session/load`. */
  readonly replaysAfterAnswer: () => boolean;
  /** Called with each session that is about to be opened again. */
  readonly opening: (sessionId: string) => void;
  /** Called with each session that the agent has opened, before it is handed out. */
  readonly opened: (sessionId: string, options: readonly ConfigOption[]) => void;
  /** Whether a session is a sub-agent of another one, in which it is shown. */
  readonly isSubagent: (sessionId: string) => boolean;
}

/** A session from the moment it is asked for. */
type Opening = Pick<OpeningSession, 'roots' | 'id' | 'isOpen' | 'knownAs'>;

/** What every request that opens a session says of its folders and its MCP servers (R31, R43). */
interface SessionSetup {
  readonly cwd: string;
  readonly mcpServers: readonly McpServer[];
  readonly additionalDirectories?: readonly string[];
}

export class AcpSessions implements AgentSessions {
  readonly #options: AcpSessionsOptions;
  /** The sessions that files and terminals are served to, by their ids. */
  readonly #open = new Map<string, FileSession>();
  /** The ids of all sessions that were opened in this process, or that it was asked for. */
  readonly #opened = new Set<string>();
  /** How many requests for a session whose id is not known yet wait for their answer. */
  #making = 0;
  /** How many loads of a session wait for their answer, by its id. */
  readonly #loading = new Map<string, number>();

  constructor(options: AcpSessionsOptions) {
    this.#options = options;
  }

  /** The session with that id, if the agent has it or is opening it. */
  find(sessionId: string): FileSession | undefined {
    return this.#open.get(sessionId);
  }

  /** Whether the session is open, was, or may be the one that the agent makes or replays. */
  isOurs(sessionId: string): boolean {
    return this.#opened.has(sessionId) || this.#making > 0 || this.#loading.size > 0;
  }

  /** That session if it is open, else the one that was opened last. */
  openOne(sessionId: string | undefined): string | undefined {
    return sessionId !== undefined && this.#open.has(sessionId) ? sessionId : [...this.#open.keys()].at(-1);
  }

  /** Whether what comes for the session now is its history (R33). */
  isLoading(sessionId: string): boolean {
    return this.#loading.has(sessionId);
  }

  /** Asks for a new session, which continues `parent` where the agent can link sessions; resolves to its id. */
  async create(folders: SessionFolders, parent?: string): Promise<string> {
    const isLinked = parent !== undefined && this.#options.linksSessions();
    return this.#make(
      'session/new',
      isLinked ? { _meta: { 'parley.dev/parentSession': parent } } : {},
      folders,
    );
  }

  /**
   * Copies a session, up to `forkPoint` if given; resolves to the id of the copy. An agent that is not known to end a copy
   * there, but rewinds sessions, is asked for all of it, and rewinds the copy: the session itself stays as it is.
   */
  async fork(sessionId: string, folders: SessionFolders, forkPoint?: ForkPoint): Promise<string> {
    this.#demand('fork');
    const { rewind, forkAfterAnswer } = this.#options.abilities() ?? {};
    const rewindsTo =
      rewind === true && forkAfterAnswer !== true && forkPoint?.kind === 'after-answer'
        ? forkPoint.messageId
        : undefined;
    const at = forkPoint === undefined || rewindsTo !== undefined ? {} : { _meta: forkMeta(forkPoint) };
    const copy = await this.#make('session/fork', { sessionId, ...at }, folders, sessionId);
    if (rewindsTo !== undefined) await this.#rewindCopy(copy, rewindsTo);
    return copy;
  }

  /** Rewinds a copy to after a message. One that the agent does not rewind is of no use. */
  async #rewindCopy(sessionId: string, toMessageId: string): Promise<void> {
    const { calls, abilities } = this.#options;
    try {
      await calls.request('session/rewind', { sessionId, toMessageId }, anyAnswer);
    } catch (error) {
      const isDeletable = abilities()?.delete === true;
      await (isDeletable ? this.delete(sessionId) : this.close(sessionId)).catch(() => undefined);
      throw error;
    }
  }

  /** Opens a session of an earlier process; its updates until the answer are its history (R33). */
  async load(sessionId: string, folders: SessionFolders, signal?: AbortSignalLike): Promise<void> {
    this.#demand('load');
    this.#loading.set(sessionId, (this.#loading.get(sessionId) ?? 0) + 1);
    try {
      await this.#reopen('session/load', sessionId, folders, signal);
    } finally {
      const left = (this.#loading.get(sessionId) ?? 1) - 1;
      if (left === 0 && !this.#options.replaysAfterAnswer()) this.#loading.delete(sessionId);
      else this.#loading.set(sessionId, left);
    }
  }

  /** What comes for the session from now on is not its history. */
  endReplay(sessionId: string): void {
    if (this.#loading.get(sessionId) === 0) this.#loading.delete(sessionId);
  }

  /** Goes on with a session of an earlier process; no history comes (R35). */
  async resume(sessionId: string, folders: SessionFolders, signal?: AbortSignalLike): Promise<void> {
    this.#demand('resume');
    await this.#reopen('session/resume', sessionId, folders, signal);
  }

  /** All pages of the agent's list (R39). A later page that does not come ends it; without the first it rejects. */
  async list(cwd?: string): Promise<readonly AgentListedSession[]> {
    this.#demand('list');
    if (cwd !== undefined) checkFolder(cwd);
    const filter = cwd === undefined ? {} : { cwd };
    const listed = await allPages((cursor) =>
      this.#page({ ...filter, ...(cursor === undefined ? {} : { cursor }) }),
    );
    return listed.filter(({ sessionId }) => !this.#options.isSubagent(sessionId));
  }

  /** Stops serving the session, and closes it in the agent where the agent supports that (R41). */
  async close(sessionId: string): Promise<void> {
    this.#open.delete(sessionId);
    this.endReplay(sessionId);
    if (this.#options.abilities()?.close === true) await this.#end('session/close', sessionId);
  }

  /** Deletes the session for good (R41). */
  async delete(sessionId: string): Promise<void> {
    this.#demand('delete');
    await this.#end('session/delete', sessionId);
    this.#open.delete(sessionId);
  }

  /** Throws where the agent does not advertise a method, which is then never sent (R32). */
  #demand(ability: MissingAbility): void {
    const { label, abilities } = this.#options;
    if (abilities()?.[ability] !== true) throw new ParleyError(abilityMissing(label, ability));
  }

  async #make(
    method: 'session/new' | 'session/fork',
    of: object,
    folders: SessionFolders,
    copyOf?: string,
  ): Promise<string> {
    const { calls, opened, passed } = this.#options;
    const roots = this.#rootsOf(folders);
    let session: FileSession | undefined;
    let isRefused = false;
    this.#making++;
    try {
      const setup = await this.#setup({
        roots,
        knownAs: copyOf,
        id: () => session?.id,
        isOpen: () => !isRefused && (session === undefined || this.#open.get(session.id) === session),
      });
      const answer = await calls.request(method, { ...of, ...setup }, newSessionAnswer);
      const { sessionId } = answer;
      session = this.#remember(sessionId, roots);
      passed({ sessionId, copyOf, servers: setup.mcpServers });
      opened(sessionId, answer.configOptions);
      return sessionId;
    } catch (error) {
      isRefused = session === undefined;
      throw error;
    } finally {
      this.#making--;
    }
  }

  /** Its requests for files and terminals may come before the answer, so the session is known before. */
  async #reopen(
    method: 'session/load' | 'session/resume',
    sessionId: string,
    folders: SessionFolders,
    signal: AbortSignalLike | undefined,
  ): Promise<void> {
    const { calls, opened, passed, label } = this.#options;
    const roots = this.#rootsOf(folders);
    const before = this.#open.get(sessionId);
    this.#options.opening(sessionId);
    const session = this.#remember(sessionId, roots);
    const isOpen = (): boolean => this.#open.get(sessionId) === session;
    const unlessCancelled = <T>(promise: Promise<T>): Promise<T> =>
      unlessGivenUp(promise, signal, () => new ParleyError(openCancelled(label)));
    try {
      const opening = { roots, knownAs: sessionId, id: () => sessionId, isOpen };
      const setup = await unlessCancelled(this.#setup(opening, folders.withoutServers));
      const answer = calls.request(method, { sessionId, ...setup }, reopenedAnswer, signal);
      const configOptions = await unlessCancelled(answer);
      passed({ sessionId, copyOf: undefined, servers: setup.mcpServers });
      opened(sessionId, configOptions);
    } catch (error) {
      if (this.#open.get(sessionId) === session) {
        if (before === undefined) this.#open.delete(sessionId);
        else this.#open.set(sessionId, before);
      }
      throw error;
    }
  }

  async #page(params: object): Promise<ListAnswer> {
    const { calls, clock, label } = this.#options;
    const timeout = Promise.withResolvers<never>();
    const timer = clock.after(PAGE_TIMEOUT_SECONDS * 1000, () => {
      timeout.reject(new ParleyError(listTimedOut(label, PAGE_TIMEOUT_SECONDS)));
    });
    try {
      return await Promise.race([calls.request('session/list', params, listAnswer), timeout.promise]);
    } finally {
      timer.dispose();
    }
  }

  async #end(method: 'session/close' | 'session/delete', sessionId: string): Promise<void> {
    try {
      await this.#options.calls.request(method, { sessionId }, anyAnswer);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  #remember(sessionId: string, roots: readonly string[]): FileSession {
    const session = { agent: this.#options.name, id: sessionId, roots };
    this.#open.set(sessionId, session);
    this.#opened.add(sessionId);
    return session;
  }

  async #setup(session: Opening, withoutServers = false): Promise<SessionSetup> {
    const [cwd = '', ...further] = session.roots;
    const mcpServers = withoutServers ? [] : await this.#options.mcpServers(session);
    return { cwd, mcpServers, ...(further.length === 0 ? {} : { additionalDirectories: further }) };
  }

  /** The working directory, and the roots besides it where the agent takes them (R38); throws a ParleyError (R31). */
  #rootsOf({ cwd, additional }: SessionFolders): readonly string[] {
    checkFolder(cwd);
    const takesMore = this.#options.abilities()?.additionalDirectories === true;
    return [...new Set([cwd, ...(takesMore ? additional.filter((root) => isAbsolute(root)) : [])])];
  }
}

function checkFolder(cwd: string): void {
  if (!isAbsolute(cwd)) throw new ParleyError(folderNotAbsolute(cwd));
}
