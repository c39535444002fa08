// Who asks the user what agents want to know: a feature does. It is loaded at activation, so it is small.
import { loadOnce } from '../base/loadOnce.ts';
import type { AbortSignalLike } from '../base/abort.ts';
import type { ElicitationQuestion, ElicitationValues } from '../session/elicitation/state.ts';
import type { ElicitationOutcome } from './agent.ts';

/** Asks the user questions of agents. */
export interface Elicitations {
  /** Resolves with the user's answer; with `cancel` when `signal` aborts or the user stops the session (R59). */
  request(key: string, question: ElicitationQuestion, signal: AbortSignalLike): Promise<ElicitationOutcome>;
  /** The agent says that a page is done (R114). */
  completed(key: string, elicitationId: string): void;
  /** Answers all that a session asks with `cancel`. */
  cancel(key: string): void;
  /** The user sends a form. With problems it stays open and shows them (R111, R113). */
  accept(key: string, requestId: string, values: ElicitationValues): void;
  /** The user declines, or closes without an answer. */
  refuse(key: string, requestId: string, action: 'decline' | 'cancel'): void;
}

/** Passes questions on to the feature; without one they are cancelled. */
export class ElicitationPort implements Elicitations {
  #served: Elicitations | undefined;
  #load: (() => Promise<void>) | undefined;

  /** With that, what asks is loaded before the first question. */
  loadWith(load: () => Promise<Elicitations>): void {
    this.#load = loadOnce(async () => this.serve(await load()));
  }

  /** Loads what asks, where there is something. */
  async load(): Promise<void> {
    await this.#load?.();
  }

  serve(elicitations: Elicitations): void {
    this.#served = elicitations;
  }

  /** Once it is served, in the order of the calls: what asks is called at once. */
  async request(...question: Parameters<Elicitations['request']>): Promise<ElicitationOutcome> {
    if (this.#served === undefined) await this.load();
    return (await this.#served?.request(...question)) ?? { action: 'cancel' };
  }

  completed(key: string, elicitationId: string): void {
    this.#served?.completed(key, elicitationId);
  }

  cancel(key: string): void {
    this.#served?.cancel(key);
  }

  accept(...answer: Parameters<Elicitations['accept']>): void {
    this.#served?.accept(...answer);
  }

  refuse(...answer: Parameters<Elicitations['refuse']>): void {
    this.#served?.refuse(...answer);
  }
}
