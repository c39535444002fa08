// Limits how many questions of a session wait for the user at the same time: of a flood of them nobody can answer each.
import type { Clock } from '../ports/hostPorts.ts';
import type { SessionStore } from '../sessionLifecycle/sessionStore.ts';
import { permissionStrings } from './permissionStrings.ts';

/** Permission requests and forms together. */
export const MAX_OPEN_QUESTIONS = 100;

interface OpenQuestionLimitOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
}

export class OpenQuestionLimit {
  readonly #options: OpenQuestionLimitOptions;
  /** The sessions whose transcript says that the limit is reached, until they ask nothing any more. */
  readonly #reported = new Set<string>();

  constructor(options: OpenQuestionLimitOptions) {
    this.#options = options;
  }

  /** Whether a session may ask nothing more; its transcript says so, once for a flood. */
  isReached(key: string): boolean {
    const state = this.#options.store.state(key);
    const open = state === undefined ? 0 : state.permissions.length + state.elicitations.length;
    if (open === 0) this.#reported.delete(key);
    if (open < MAX_OPEN_QUESTIONS) return false;
    if (!this.#reported.has(key)) {
      this.#reported.add(key);
      const text = permissionStrings.tooManyQuestions(MAX_OPEN_QUESTIONS);
      this.#options.store.dispatch(key, {
        type: 'notice',
        at: this.#options.clock.now(),
        severity: 'warning',
        text,
      });
    }
    return true;
  }
}
