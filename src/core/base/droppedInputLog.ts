// What is logged of what agents send in vain: the first of each kind, then only how many there were.

/** After how many of one kind only every thousandth is logged. */
const LOGGED = 50;
/** Kinds that are counted each by itself; the words are the agent's, and may be many. */
const MOST_KINDS = 100;

/** Counts what one life of an agent sent in vain. */
export class DroppedInput {
  readonly #counts = new Map<string, number>();

  /** Calls `tell` with the number of what was dropped among those of its kind, where it is to be logged. */
  count(kind: string, tell: (number: number) => void): void {
    const counted = this.#counts.has(kind) || this.#counts.size < MOST_KINDS ? kind : '';
    const number = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, number);
    if (number <= LOGGED || number % 1_000 === 0) tell(number);
  }
}
