// How long a CLI may take for things.

/** In milliseconds. */
export interface CliTimeouts {
  /** The first answer of a CLI. */
  readonly startMs: number;
  /** Silence in a turn until the CLI is asked whether it still works. */
  readonly pollMs: number;
  /** Stopping when told to. */
  readonly abortMs: number;
}
