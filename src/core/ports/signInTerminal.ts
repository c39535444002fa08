// A program for a terminal, as the system starts it.

/** The program is found, so that no search in the current folder comes before. */
export interface ResolvedCommand {
  /** Absolute. */
  readonly file: string;
  /** A list, or on Windows the command line as it is. */
  readonly args: readonly string[] | string;
  /** Added to the environment of terminals. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
}
