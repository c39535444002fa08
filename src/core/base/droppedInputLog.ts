// What is logged of the input of agents that is dropped: the first of each kind, then only how many there were.

/** After this many of one kind only every thousandth is logged. */
const MAX_LOGGED = 50;
/** The most kinds that are counted separately: the kinds are the agent's text, and may be many. */
const MAX_KINDS = 100;

/** Counts the dropped input of one connection. */
export class DroppedInput {
  readonly #counts = new Map<string, number>();

  /** Calls `log` with the number of the dropped input among those of its kind, where it is to be logged. */
  count(kind: string, log: (number: number) => void): void {
    const counted = this.#counts.has(kind) || this.#counts.size < MAX_KINDS ? kind : '';
    const number = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, number);
    if (number <= MAX_LOGGED || number % 1_000 === 0) log(number);
  }
}
