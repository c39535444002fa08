// Adds up the lines of a session's log to the session's state, whatever was done to the lines.
import { addPage, lenientState } from './lenientState.ts';
import { parseEvents, parseLine, type LogHeader } from './logLine.ts';
import { isActivity, type SessionTimes } from './sessionSummary.ts';
import type { SessionEvent } from '../session/events.ts';
import { emptySession, type SessionState } from '../session/model.ts';
import { reduce } from '../session/reduce.ts';

/** What a log adds up to. */
export interface FoldedLog extends SessionTimes {
  readonly state: SessionState;
  /** The bytes of the last whole state in the log: 0 when there is none. */
  readonly baseBytes: number;
  /** How many lines have no meaning: torn, of an unknown kind, or in a place where they mean nothing. */
  readonly skipped: number;
}

/** Adds up the lines of one log in their order. Never throws. */
export class LogFold {
  #state: SessionState | undefined;
  #createdAt: number | undefined;
  #updatedAt: number | undefined;
  #baseBytes = 0;
  #isInBase = false;
  #skipped = 0;
  #newer = false;

  /** Whether a newer version of Parley wrote the log: then nothing of it counts. */
  get isNewer(): boolean {
    return this.#newer;
  }

  /** Adds a line without its end; `bytes` is its length on the disk. */
  add(line: string, bytes: number): void {
    if (line === '' || this.#newer) return;
    const parsed = parseLine(line);
    const isPage = parsed?.kind === 'page';
    if (!isPage && parsed?.kind !== 'state') this.#isInBase = false;
    switch (parsed?.kind) {
      case 'newer':
        this.#newer = true;
        return;
      case 'header':
        this.#addHeader(parsed.header);
        return;
      case 'state':
        this.#addState(parsed.state, bytes);
        return;
      case 'page':
        this.#addPage(parsed.entries, bytes);
        return;
      case 'events':
        this.#addEvents(parsed.events);
        return;
      case 'summary':
        this.#updatedAt = parsed.summary.updatedAt;
        this.#createdAt ??= parsed.summary.createdAt;
        return;
      case undefined:
        this.#skipped++;
    }
  }

  /** What the lines add up to; undefined when they do not say whose session it is. */
  result(): FoldedLog | undefined {
    if (this.#state === undefined || this.#newer) return undefined;
    const createdAt = this.#createdAt ?? this.#state.entries[0]?.[0]?.at ?? 0;
    return {
      state: this.#state,
      createdAt,
      updatedAt: this.#updatedAt ?? createdAt,
      baseBytes: this.#baseBytes,
      skipped: this.#skipped,
    };
  }

  #addHeader({ key, agent, cwd, createdAt }: LogHeader): void {
    this.#state ??= emptySession(key, agent, cwd);
    this.#createdAt ??= createdAt;
  }

  #addState(value: unknown, bytes: number): void {
    const state = lenientState(value);
    if (state === undefined || (this.#state !== undefined && state.key !== this.#state.key)) {
      this.#skipped++;
      return;
    }
    this.#state = state;
    this.#baseBytes = bytes;
    this.#isInBase = true;
  }

  /** Pages belong to the state right before them; anywhere else they would repeat entries. */
  #addPage(values: readonly unknown[], bytes: number): void {
    if (this.#state === undefined || !this.#isInBase) {
      this.#skipped++;
      return;
    }
    this.#state = addPage(this.#state, values);
    this.#baseBytes += bytes;
  }

  #addEvents(values: readonly unknown[]): void {
    const events = parseEvents(values);
    if (this.#state === undefined) {
      this.#skipped++;
      return;
    }
    let state = this.#state;
    for (const event of events) {
      if (isActivity(state, event)) this.#noteActivity(event);
      state = reduce(state, event);
    }
    this.#state = state;
  }

  #noteActivity({ at }: SessionEvent): void {
    this.#updatedAt = Math.max(at, this.#updatedAt ?? at);
  }
}
