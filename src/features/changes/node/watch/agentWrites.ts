// Writes that agents ask Parley for, recorded as theirs, and what agents may have read of files before others changed them.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileSession, WrittenText } from '../../../../core/ports/fileAccess.ts';
import type { Clock, Log } from '../../../../core/ports/hostPorts.ts';
import { mayHaveRead } from '../../../../core/session/toolCall/mayHaveRead.ts';
import type { SessionStore } from '../../../../core/sessionLifecycle/sessionStore.ts';
import { diskState } from '../../../../snapshots/diskState.ts';
import { documentState } from '../openEditors.ts';
import type { TrackedSession } from '../trackedSession.ts';

/** A write; where it was made in an open document, it says what it replaced. */
export type RecordedWrite = () => Promise<WrittenText | void>;

/** How long a change of the user's waits for the first snapshot of a folder. */
const APPLY_TIMEOUT_MS = 5_000;

/** A session as its agent names it. */
export type AskingSession = Pick<FileSession, 'agent' | 'id'>;

export interface AgentWritesOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly log: Log;
  /** The session, whose files are known from here on. */
  readonly session: (key: string, cwd: string) => TrackedSession;
  /** All sessions whose files are known. */
  readonly sessions: () => Iterable<TrackedSession>;
}

export class AgentWrites {
  readonly #options: AgentWritesOptions;

  constructor(options: AgentWritesOptions) {
    this.#options = options;
  }

  /** Whether a command or a call that does not name its files ran in a session since then, in epoch milliseconds. */
  hasRunSince(asking: AskingSession, at: number): boolean {
    return this.#sessionOf(asking)?.activity.hasRunSince(at) ?? true;
  }

  /** {@link mayHaveRead} */
  mayHaveReadSince(asking: AskingSession, path: string, at: number): boolean {
    const state = this.#options.store.ofAgent(asking.agent, asking.id);
    return state !== undefined && mayHaveRead(state.entries, basename(path), at);
  }

  /**
   * What a file said before the user or another program changed it in a turn of the session, where no call has named it
   * since. Undefined where nobody else has, or that is not known. Never rejects.
   */
  async textBeforeOthers(asking: AskingSession, path: string): Promise<string | undefined> {
    const session = this.#sessionOf(asking);
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (session === undefined || changedAt === undefined || this.mayHaveReadSince(asking, path, changedAt))
      return undefined;
    return session.textBeforeOthers(path, changedAt).catch((error: unknown) => {
      this.#options.log.warn(`What the agent knows of a file is not known: ${String(error)}`);
      return undefined;
    });
  }

  /**
   * Runs a write that an agent asked Parley for in one of its sessions, and records what it changed: in an editor with
   * unsaved changes nothing of it reaches the disk.
   */
  async whileAgentWrites(asking: AskingSession, named: string, write: RecordedWrite): Promise<void> {
    const session = this.#sessionOf(asking);
    const path = session?.files.pathOf(named) ?? named;
    if (session?.files.leadsOutside(path) !== false) {
      await write();
      session?.files.addOutside(path);
    } else await this.#record(session, path, write);
    session?.scheduleRefresh();
  }

  /**
   * Runs a write by which the user applies what the agent of a session proposed: it can be reviewed like a change of the
   * agent, also where no turn ran since the window was opened. Resolves when it is known what has changed.
   */
  async whileApplying(key: string, named: string, write: RecordedWrite): Promise<void> {
    const { store } = this.#options;
    const state = store.state(key);
    const session = state === undefined ? undefined : this.#options.session(key, state.cwd);
    if (session?.files.isWatching === false) await this.#beforeTimeout(session.begin());
    const path = session?.files.pathOf(named) ?? named;
    if (session?.files.covers(path) !== true) {
      await write();
      return;
    }
    await this.#record(session, path, write);
    await session.enqueue(() => session.refresh());
  }

  async #record(session: TrackedSession, path: string, write: RecordedWrite): Promise<void> {
    const before = await session.files.stateNow(path);
    await session.files.willWrite(path);
    // This does not wait for the session's queue: a save may wait for the user.
    const written = await write();
    const after = await session.files.stateNow(path);
    // The user may have typed in the document meanwhile, which is no change of the agent's.
    if (written === undefined || written.isEncoded) session.files.agentWrote(path, before, after);
    else {
      const { before: replaced, after: text } = written;
      session.files.agentWrote(path, documentState(replaced, before), documentState(text, after));
    }
    const onDisk = await diskState(path);
    for (const each of this.#options.sessions()) each.explain(path, onDisk);
  }

  #sessionOf({ agent, id }: AskingSession): TrackedSession | undefined {
    const state = this.#options.store.ofAgent(agent, id);
    return state === undefined ? undefined : this.#options.session(state.key, state.cwd);
  }

  #beforeTimeout<T>(work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const timer = this.#options.clock.after(APPLY_TIMEOUT_MS, () => resolve(undefined));
      work.finally(() => timer.dispose()).then(resolve, reject);
    });
  }
}
