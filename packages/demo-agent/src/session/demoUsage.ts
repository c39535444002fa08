// The context and the cost that a demo session pretends to use.
import type { SessionUpdate } from '@agentclientprotocol/sdk';

const CONTEXT_TOKENS = 200_000;
/** What every session begins with: instructions and tools. */
const START_TOKENS = 12_400;
const EUROS_PER_TOKEN = 0.000_004;

/** The tokens of one turn. */
export interface TurnTokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly thoughtTokens: number;
  readonly cachedReadTokens: number;
  readonly totalTokens: number;
}

/** What is stored of a session's usage. */
export interface StoredUsage {
  readonly used: number;
  readonly cost: number;
}

export class DemoUsage {
  #used: number;
  #cost: number;

  constructor({ used, cost }: StoredUsage = { used: START_TOKENS, cost: 0 }) {
    this.#used = used;
    this.#cost = cost;
  }

  get stored(): StoredUsage {
    return { used: this.#used, cost: this.#cost };
  }

  /** The used share, 0 … 1. */
  get share(): number {
    return this.#used / CONTEXT_TOKENS;
  }

  /** Counts a turn of about that many characters in and out. */
  turn(charactersIn: number, charactersOut: number): TurnTokens {
    const inputTokens = Math.ceil(charactersIn / 4) + 40;
    const outputTokens = Math.ceil(charactersOut / 4) + 20;
    const thoughtTokens = Math.ceil(outputTokens / 3);
    const cachedReadTokens = this.#used;
    const totalTokens = inputTokens + outputTokens + thoughtTokens;
    this.#used = Math.min(CONTEXT_TOKENS, this.#used + totalTokens);
    this.#cost += (totalTokens + cachedReadTokens / 10) * EUROS_PER_TOKEN;
    return { inputTokens, outputTokens, thoughtTokens, cachedReadTokens, totalTokens };
  }

  /** Fills the context to a share. */
  fillTo(share: number): void {
    const before = this.#used;
    this.#used = Math.round(CONTEXT_TOKENS * Math.min(1, Math.max(0, share)));
    this.#cost += Math.max(0, this.#used - before) * EUROS_PER_TOKEN;
  }

  /** Makes room, as a summary of what was said would. */
  compact(): void {
    this.#used = START_TOKENS + 4_000;
  }

  /** The state as an update. */
  update(): SessionUpdate {
    const cost = { amount: Math.round(this.#cost * 10_000) / 10_000, currency: 'EUR' };
    return { sessionUpdate: 'usage_update', used: this.#used, size: CONTEXT_TOKENS, cost };
  }
}
