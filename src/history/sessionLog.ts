// Writes one session's log: gathers its events, and decides whether to append them or to write the log anew.
import { mergeEvents } from '../core/history/mergeEvents.ts';
import { writeEvents, writeHeader, writeState, writeSummary } from '../core/history/logLine.ts';
import {
  isActivity,
  isWorthStoring,
  summarize,
  type SessionSummary,
  type SessionTimes,
} from '../core/history/sessionSummary.ts';
import type { Clock } from '../core/ports/hostPorts.ts';
import type { SessionEvent } from '../core/session/events.ts';
import type { SessionState } from '../core/session/model.ts';
import type { SessionChange } from '../core/sessionLifecycle/sessionStore.ts';
import { isMissing } from '../storage/realPath.ts';
import { appendToLog, rewriteLog, type FileStamp } from './logFile.ts';
import type { WindowLocks } from './windowLocks.ts';

/** A log shorter than this is never written anew to make it shorter. */
const SHORT_LOG_BYTES = 1_000_000;
/** A log is written anew when it is this many times as long as the state was when it was written last. */
const MAX_GROWTH = 4;
/** When more events wait for the disk they are merged, so that they do not fill the memory. */
const MAX_PENDING_EVENTS = 2_000;
const RETRY_WRITE_MS = 5_000;
/** How often, and for how long, the session is claimed from a window that closes. */
const RETRY_CLAIM_MS = 500;
const CLAIM_TIMEOUT_MS = 15_000;

const URGENT = new Set<SessionEvent['type']>([
  'prompt_started',
  'turn_ended',
  'turn_failed',
  'queue_changed',
  'renamed',
]);

/** What is on the disk of the session that a log is begun for. */
export interface KnownLog extends SessionTimes {
  /** Whether the log adds up to the session as it stands in the store. */
  readonly isCurrent: boolean;
  /** Bytes of the last whole state in it. */
  readonly baseBytes: number;
}

export interface SessionLogOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly locks: WindowLocks;
  /** Hides secrets in a line of the log, which stays JSON. */
  readonly redact: (line: string) => string;
  /** As it stands in the store. */
  readonly state: SessionState;
  /** Absent for a session without a log. */
  readonly known?: KnownLog;
  readonly onWritten: (summary: SessionSummary, stamp: FileStamp) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Never rejects: what could not be written is reported and tried again. */
export class SessionLog {
  readonly #options: SessionLogOptions;
  readonly #begun: number;
  #state: SessionState;
  #times: SessionTimes;
  #pending: SessionEvent[] = [];
  #mergeAt = MAX_PENDING_EVENTS;
  #baseBytes: number;
  #isOnDisk: boolean;
  /** Whether the log leads to the state once what is gathered was appended; else it is written anew. */
  #isCurrent: boolean;
  #needsWrite: boolean;
  /** Its files were deleted: it is stored again from the next prompt on. */
  #isDeleted = false;
  #retryAt = 0;
  #running: Promise<void> | undefined;

  constructor(options: SessionLogOptions) {
    const { clock, known, state } = options;
    this.#options = options;
    this.#begun = clock.now();
    this.#state = state;
    this.#times = known ?? { createdAt: this.#begun, updatedAt: this.#begun };
    this.#baseBytes = known?.baseBytes ?? 0;
    this.#isOnDisk = known !== undefined;
    this.#isCurrent = known?.isCurrent === true;
    this.#needsWrite = !this.#isCurrent;
  }

  /** The session as it stands. */
  get state(): SessionState {
    return this.#state;
  }

  /** Whether there is something to write. */
  get isPending(): boolean {
    return this.#needsWrite && !this.#isDeleted;
  }

  /** Whether a log of the session is on the disk. */
  get isOnDisk(): boolean {
    return this.#isOnDisk;
  }

  /** Adds an event; returns whether it is to be written at once. */
  add({ event, previous, state }: SessionChange): boolean {
    this.#state = state;
    if (isActivity(previous, event)) this.#times = { ...this.#times, updatedAt: event.at };
    if (event.type === 'prompt_started') this.#isDeleted = false;
    this.#needsWrite = true;
    if (this.#isCurrent) this.#gather(event);
    return URGENT.has(event.type);
  }

  /** The state is not to be stored: from here on the log does not lead to the session any more. */
  skip(state: SessionState): void {
    this.#state = state;
    this.#gatherNothing();
    this.#needsWrite = false;
  }

  /** Writes what there is to write. With `isLast` it is not put off, whatever failed before. */
  async flush(isLast = false): Promise<void> {
    if (isLast) {
      await this.#running;
      this.#retryAt = 0;
    }
    this.#running ??= this.#writeAll(isLast).finally(() => (this.#running = undefined));
    await this.#running;
  }

  /** The files are about to be deleted; resolves when nothing is being written any more. */
  async forget(): Promise<void> {
    this.#gone();
    await this.#running;
    this.#gone();
  }

  #gather(event: SessionEvent): void {
    this.#pending.push(event);
    if (this.#pending.length < this.#mergeAt) return;
    this.#pending = [...mergeEvents(this.#pending)];
    this.#mergeAt = Math.max(MAX_PENDING_EVENTS, 2 * this.#pending.length);
  }

  #gatherNothing(): void {
    this.#isCurrent = false;
    this.#pending = [];
  }

  #gone(): void {
    this.#gatherNothing();
    this.#isOnDisk = false;
    this.#isDeleted = true;
  }

  async #writeAll(isLast: boolean): Promise<void> {
    while (this.isPending && this.#options.clock.now() >= this.#retryAt) {
      try {
        if (!(await this.#write(isLast))) return;
      } catch (error) {
        this.#writeFailed(error);
      }
    }
  }

  /** Writes what was gathered; resolves to false when that has to wait. */
  async #write(isLast: boolean): Promise<boolean> {
    const { clock, locks } = this.#options;
    if (!this.#isOnDisk && !isWorthStoring(this.#state)) {
      this.#needsWrite = false;
      return false;
    }
    const isOwn = await locks.claim(this.#state.key);
    if (!isOwn && !isLast && clock.now() - this.#begun < CLAIM_TIMEOUT_MS) {
      this.#retryAt = clock.now() + RETRY_CLAIM_MS;
      return false;
    }
    if (this.#isDeleted) return false;
    // From here on events belong to the next write.
    this.#needsWrite = false;
    if (this.#isOnDisk && this.#isCurrent) await this.#append(isOwn);
    else if (isOwn || !this.#isOnDisk) await this.#rewrite();
    else await this.#appendState();
    return true;
  }

  async #append(isOwn: boolean): Promise<void> {
    const state = this.#state;
    const events = this.#pending;
    this.#pending = [];
    const stamp = await appendToLog(this.#options.path, this.#appended(events, state));
    this.#written(state, stamp);
    const isTooLong = stamp.size > Math.max(SHORT_LOG_BYTES, MAX_GROWTH * this.#baseBytes);
    if (isOwn && isTooLong && !this.#isDeleted) await this.#rewrite();
  }

  async #rewrite(): Promise<void> {
    const state = this.#startFromState();
    const stamp = await rewriteLog(this.#options.path, this.#whole(state));
    this.#baseBytes = stamp.size;
    this.#written(state, stamp);
  }

  /** Another window writes to the log too: then what it wrote stays. */
  async #appendState(): Promise<void> {
    const state = this.#startFromState();
    const stamp = await appendToLog(this.#options.path, this.#whole(state));
    this.#written(state, stamp);
  }

  /** The state to write: what comes after it is gathered again. */
  #startFromState(): SessionState {
    this.#pending = [];
    this.#isCurrent = true;
    return this.#state;
  }

  *#whole(state: SessionState): Generator<string> {
    const { redact } = this.#options;
    yield redact(writeHeader(state, this.#times.createdAt));
    for (const line of writeState(state)) yield redact(line);
    yield redact(writeSummary(summarize(state, this.#times)));
  }

  /** While no turn runs the last line is the summary, so that the list need not read the rest. */
  *#appended(events: readonly SessionEvent[], state: SessionState): Generator<string> {
    const { redact } = this.#options;
    for (const line of writeEvents(events)) yield redact(line);
    if (state.turn === undefined) yield redact(writeSummary(summarize(state, this.#times)));
  }

  #written(state: SessionState, stamp: FileStamp): void {
    this.#isOnDisk = true;
    this.#options.onWritten(summarize(state, this.#times), stamp);
  }

  /** What was gathered is in the state: once the disk has room again, the log is written anew from it. */
  #writeFailed(error: unknown): void {
    const { clock, onFailure } = this.#options;
    if (this.#isOnDisk && isMissing(error)) {
      // Another window deleted the session.
      this.#gone();
      return;
    }
    this.#gatherNothing();
    this.#needsWrite = true;
    this.#retryAt = clock.now() + RETRY_WRITE_MS;
    onFailure(error);
  }
}
