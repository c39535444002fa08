// The messages of an agent in memory: a ring that is bounded by their number and their bytes.
import { startOf } from '../../../core/text/wholeCharacters.ts';
import type { MessageKind, Problem, ProtocolRow } from './protocolRow.ts';
import { verdictStrings } from './verdictStrings.ts';
import type { WireRecord } from './wireRecord.ts';

const MAX_RECORDS = 5_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** Only the start of a longer line is recorded. */
const MAX_RECORD_CHARACTERS = 1024 * 1024;

/** What an inspection says of one message. */
export interface Inspected {
  readonly kind: MessageKind;
  readonly method: string;
  readonly id?: string | undefined;
  readonly sessionId?: string | undefined;
  /** The number of the request that it answers. */
  readonly answers?: number | undefined;
  readonly problems: readonly Problem[];
}

/** Looks at messages in their order. */
export interface Inspector {
  /** A new connection begins: what was pending will not be answered. */
  connected(): void;
  /** Messages went by that were not recorded: what they said is not known. */
  missed(): void;
  inspect(record: WireRecord): Inspected;
  /** Whether the connection was seen from its beginning. */
  readonly hasStart: boolean;
}

interface Recorded {
  readonly record: WireRecord;
  readonly row: ProtocolRow;
}

export interface RecordingLimits {
  readonly maxRecords: number;
  readonly maxBytes: number;
}

export class Recording {
  readonly #inspector: Inspector;
  readonly #limits: RecordingLimits;
  readonly #records = new Map<number, Recorded>();
  #bytes = 0;
  #dropped = 0;
  #lastSeq = 0;
  #changed = new Set<number>();
  /** Requests to the agent that it has not answered. */
  readonly #pending = new Set<number>();

  constructor(
    inspector: Inspector,
    limits: RecordingLimits = { maxRecords: MAX_RECORDS, maxBytes: MAX_BYTES },
  ) {
    this.#inspector = inspector;
    this.#limits = limits;
  }

  /** Whether the connection was seen from its beginning. */
  get hasStart(): boolean {
    return this.#inspector.hasStart;
  }

  /** Messages that are gone because there were too many. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The number of the oldest message that is there; of the next one where there is none. */
  get first(): number {
    return this.#records.keys().next().value ?? this.#lastSeq + 1;
  }

  get records(): readonly WireRecord[] {
    return [...this.#records.values()].map(({ record }) => record);
  }

  get rows(): readonly ProtocolRow[] {
    return [...this.#records.values()].map(({ row }) => row);
  }

  find(seq: number): { readonly record: WireRecord; readonly row: ProtocolRow } | undefined {
    return this.#records.get(seq);
  }

  connected(): void {
    this.#inspector.connected();
  }

  missed(): void {
    this.#inspector.missed();
  }

  add({ at, direction, text, isMessage, sizeBytes }: Omit<WireRecord, 'seq'>): void {
    const seq = ++this.#lastSeq;
    const record: WireRecord = { seq, at, direction, text, isMessage, sizeBytes };
    const { kind, method, id, sessionId, answers, problems } = this.#inspector.inspect(record);
    if (method === 'initialize' && kind === 'request' && direction === 'out') this.#endPending();
    const latencyMs = this.#pair(answers, record);
    const isWhole = text.length <= MAX_RECORD_CHARACTERS;
    this.#set({
      record: isWhole ? record : { ...record, text: startOf(text, MAX_RECORD_CHARACTERS), isMessage: false },
      row: {
        seq,
        at,
        direction,
        kind,
        method,
        ...(id === undefined ? {} : { id }),
        ...(sessionId === undefined ? {} : { sessionId }),
        sizeBytes,
        ...(latencyMs === undefined ? {} : { latencyMs }),
        ...(answers === undefined ? {} : { pair: answers }),
        verdict: problems.some(({ state }) => state === 'broken')
          ? 'broken'
          : problems.length > 0
            ? 'unknown'
            : 'ok',
        problems: [...problems],
      },
    });
    if (kind === 'request' && direction === 'out') this.#pending.add(seq);
    this.#bytes += Math.min(text.length, MAX_RECORD_CHARACTERS);
    this.#shrink();
  }

  clear(): void {
    this.#records.clear();
    this.#changed.clear();
    this.#pending.clear();
    this.#bytes = 0;
    this.#dropped = 0;
  }

  /** The rows that are new or changed since it was asked last. */
  changedRows(): readonly ProtocolRow[] {
    const rows = [...this.#changed].flatMap((seq) => this.#records.get(seq)?.row ?? []);
    this.#changed = new Set();
    return rows;
  }

  /** A new connection begins: what the agent has not answered in the one before, it never will (R5). */
  #endPending(): void {
    for (const seq of this.#pending) {
      const recorded = this.#records.get(seq);
      if (recorded === undefined) continue;
      const { row } = recorded;
      const problem: Problem = { rule: 'R5', state: 'broken', text: verdictStrings.neverAnswered() };
      this.#set({ ...recorded, row: { ...row, verdict: 'broken', problems: [...row.problems, problem] } });
    }
    this.#pending.clear();
  }

  /** Joins an answer with its request; resolves to the time between them. */
  #pair(request: number | undefined, { seq, at }: WireRecord): number | undefined {
    const asked = request === undefined ? undefined : this.#records.get(request);
    if (asked === undefined) return undefined;
    this.#pending.delete(asked.row.seq);
    const latencyMs = Math.max(0, at - asked.row.at);
    this.#set({ ...asked, row: { ...asked.row, latencyMs, pair: seq } });
    return latencyMs;
  }

  #set(recorded: Recorded): void {
    this.#records.set(recorded.row.seq, recorded);
    this.#changed.add(recorded.row.seq);
  }

  #shrink(): void {
    const { maxRecords, maxBytes } = this.#limits;
    for (const [seq, { record }] of this.#records) {
      if (this.#records.size <= maxRecords && this.#bytes <= maxBytes) return;
      // The newest is there whatever its size is.
      if (this.#records.size === 1) return;
      this.#records.delete(seq);
      this.#changed.delete(seq);
      this.#pending.delete(seq);
      this.#bytes -= record.text.length;
      this.#dropped++;
    }
  }
}
