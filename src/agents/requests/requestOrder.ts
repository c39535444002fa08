// Keeps writes of files in their place among an agent's requests: each is done before what comes after it is served.

/** What a request does to files: `other` requests only come after the writes before them. */
export type OrderedKind = 'read' | 'write' | 'other';

interface Pending {
  readonly isWrite: boolean;
  readonly sessionId: string | undefined;
  /** Resolves when the request is served, however that ended. */
  readonly done: Promise<void>;
  /** Resolves when the request, or one it comes after in its session, waits for the user. */
  readonly asking: Promise<void>;
}

/** The requests of one agent that are being served. */
export class RequestOrder {
  readonly #pending = new Set<Pending>();

  /**
   * Calls `work` once the writes before it are done, at once (before this returns) when there are none; a write waits
   * for the reads before it too. `work` calls its argument when it waits for the user: from then on only requests of
   * the same session wait for it, so that an open question does not stop the other sessions.
   */
  serve<T>(
    kind: OrderedKind,
    sessionId: string | undefined,
    work: (onAsking: () => void) => Promise<T>,
  ): Promise<T> {
    const blockers = [...this.#pending].filter(({ isWrite }) => isWrite || kind === 'write');
    const asking = Promise.withResolvers<void>();
    for (const blocker of blockers) {
      if (blocker.sessionId === sessionId) void blocker.asking.then(asking.resolve);
    }
    const start = (): Promise<T> => work(() => asking.resolve());
    const served = blockers.length === 0 ? start() : passed(blockers, sessionId).then(start);
    if (kind !== 'other') {
      const done = served.then(
        () => {},
        () => {},
      );
      const entry: Pending = { isWrite: kind === 'write', sessionId, done, asking: asking.promise };
      this.#pending.add(entry);
      void done.then(() => this.#pending.delete(entry));
    }
    return served;
  }
}

async function passed(blockers: readonly Pending[], sessionId: string | undefined): Promise<void> {
  await Promise.all(
    blockers.map((blocker) =>
      blocker.sessionId === sessionId ? blocker.done : Promise.race([blocker.done, blocker.asking]),
    ),
  );
}
