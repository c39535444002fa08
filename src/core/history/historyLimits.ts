// Which sessions have to go when the history may be only so old and so large.

/** What is known of a session that may have to go. */
export interface StoredSession {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly updatedAt: number;
  /** All that is on the disk of it. */
  readonly bytes: number;
  /** Whether it is open: then it stays, whatever the limits. */
  readonly isOpen: boolean;
}

export interface HistoryLimits {
  /** Undefined: without a limit. */
  readonly maxAgeMs: number | undefined;
  /** The limit for all sessions together; undefined: without a limit. */
  readonly maxBytes: number | undefined;
}

/** The keys of the sessions that go: those that are too old, then the oldest until the rest is small enough. */
export function sessionsOverLimits(
  sessions: readonly StoredSession[],
  { maxAgeMs, maxBytes }: HistoryLimits,
  now: number,
): readonly string[] {
  let bytes = sessions.reduce((sum, session) => sum + session.bytes, 0);
  return sessions
    .toSorted((a, b) => a.updatedAt - b.updatedAt)
    .filter((session) => {
      const isTooOld = maxAgeMs !== undefined && now - session.updatedAt > maxAgeMs;
      const isTooMuch = maxBytes !== undefined && bytes > maxBytes;
      const goes = !session.isOpen && (isTooOld || isTooMuch);
      if (goes) bytes -= session.bytes;
      return goes;
    })
    .map(({ key }) => key);
}
