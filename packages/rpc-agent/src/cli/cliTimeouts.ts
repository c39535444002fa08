// The timeouts for a CLI.

export interface CliTimeouts {
  /** For its first answer. */
  readonly startMs: number;
  /** How long a CLI may be silent in a turn before it is asked whether it still works. */
  readonly pollMs: number;
  /** From Stop to its end. */
  readonly abortMs: number;
}
