// What recorded messages need to become sessions to read.

export interface ReplayOptions {
  /** The agent of the sessions: its key in the settings, or its name where it is not configured. */
  readonly agent: string;
  /** Whether the name that the agent gives itself is preferred, as in a file. */
  readonly prefersOwnName: boolean;
  /** The folder of sessions whose own is not recorded; absolute. */
  readonly cwd: string;
  /** Epoch milliseconds of a record whose time is 0. */
  readonly startedAt: number;
  /** The key of the session with that ACP id. */
  readonly keyOf: (sessionId: string) => string;
  /** Why the sessions cannot be continued. */
  readonly readOnlyReason: string;
}
