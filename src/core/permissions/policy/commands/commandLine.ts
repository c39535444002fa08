// What a shell would run for a command line, as far as that can be said without a shell.

/** The shells that may read a line: those of POSIX systems, or one of the three usual ones on Windows. */
export type ShellFamily = 'posix' | 'windows';

/** A word with its quotes taken off; undefined when only the shell knows it (`$HOME`, `*.ts`, `$(date)`). */
export type Word = string | undefined;

/** The words of one simple command: the program and its arguments. */
export interface SimpleCommand extends ReadonlyArray<Word> {
  /** The places of words that only the shell knows and that are one word each, whatever it puts there (`"$F"`). */
  readonly singleWords?: ReadonlySet<number>;
  /** The words for which it puts names of files, by their places: as they were written, quoted wildcards escaped. */
  readonly patterns?: ReadonlyMap<number, string>;
  /** The files that it reads by a redirection. */
  readonly inputs?: readonly Word[];
}

/** A command line taken apart. */
export interface CommandLine {
  /** Every command that may run, those inside `$(…)`, backticks and groups included. */
  readonly commands: readonly SimpleCommand[];
  /**
   * Whether the commands are all that the line does: joined by `&&`, `||`, `;`, `|`, `&` or line breaks, without
   * redirections that write, variables set, control structures, or syntax that is not understood.
   */
  readonly isPlain: boolean;
  /** The commands that read what another one prints. */
  readonly piped: readonly SimpleCommand[];
  /** Where its redirections lead. */
  readonly redirected?: readonly Word[];
  /** What it sets variables to, and gives commands to read. */
  readonly texts?: readonly Word[];
}
