// A session that comes in several messages, its end first: what is there of it, and what waits until it is whole.
import type { HostMessage } from '../../../src/core/panel/hostMessage.ts';
import type { EntryPages } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';

type Snapshot = Extract<HostMessage, { type: 'snapshot' }>;
type EarlierEntries = Extract<HostMessage, { type: 'earlier_entries' }>;

/** A session, and the number of the last event that is in it. */
export interface WholeSession {
  readonly state: SessionState;
  readonly seq: number;
}

const MEANS_WHOLE = ['events', 'find', 'focus_transcript', 'read_entry', 'show_prompt'] as const;

/** What means a session as a whole. */
type MeansWhole = Extract<HostMessage, { type: (typeof MEANS_WHOLE)[number] }>;

export class ArrivingSession {
  /** The end of it, how many pages come before that, and those that are there; undefined where nothing is to come. */
  #incomplete: (WholeSession & { readonly earlier: number; readonly pages: EntryPages }) | undefined;
  #waiting: readonly MeansWhole[] = [];

  /** Whether the first pages are still to come. */
  get isIncomplete(): boolean {
    return this.#incomplete !== undefined;
  }

  /** A session begins to come. Returns it if that was all of it. */
  begin({ state, seq, earlier }: Snapshot): WholeSession | undefined {
    this.#incomplete = earlier === undefined ? undefined : { state, seq, earlier, pages: [] };
    return this.isIncomplete ? undefined : { state, seq };
  }

  /** More of it has come. Returns it once that is all; pages of another one are left out. */
  add({ key, seq, pages }: EarlierEntries): WholeSession | undefined {
    const before = this.#incomplete;
    if (before === undefined || before.state.key !== key || before.seq !== seq) return undefined;
    const known = [...before.pages, ...pages];
    this.#incomplete = known.length < before.earlier ? { ...before, pages: known } : undefined;
    if (this.isIncomplete) return undefined;
    return { state: { ...before.state, entries: [...known, ...before.state.entries] }, seq };
  }

  /** Keeps a message that means all of the session, as long as that is not there. Returns whether it did. */
  holdsBack(message: HostMessage): boolean {
    if (!this.isIncomplete || !meansWhole(message)) return false;
    this.#waiting = [...this.#waiting, message];
    return true;
  }

  /** Hands out what was held back, in its order. */
  release(): readonly MeansWhole[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}

function meansWhole(message: HostMessage): message is MeansWhole {
  return MEANS_WHOLE.some((type) => type === message.type);
}
