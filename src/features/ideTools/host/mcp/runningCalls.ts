// The calls of a session that run, so that a message of their agent can withdraw them.

type CallId = string | number;

/** A call that runs. */
export interface RunningCall {
  /** Aborts when the agent withdraws the call. */
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/** Each HTTP request has a server of the SDK for itself, which knows nothing of the calls in the others. */
export class RunningCalls {
  readonly #running = new Map<CallId, Set<AbortController>>();

  begin(id: CallId): RunningCall {
    const controller = new AbortController();
    const same = this.#running.get(id) ?? new Set();
    this.#running.set(id, same.add(controller));
    const end = (): void => {
      same.delete(controller);
      if (same.size === 0 && this.#running.get(id) === same) this.#running.delete(id);
    };
    return { signal: controller.signal, end };
  }

  /** Two clients of a session may use one id: nobody knows which of them is meant, and so both calls go on. */
  withdraw(id: CallId): void {
    const [call, ...others] = this.#running.get(id) ?? [];
    if (others.length === 0) call?.abort();
  }
}
