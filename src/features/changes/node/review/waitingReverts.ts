// What the user wants undone while the agent works: it waits until the turn has ended.
import type { HunkText } from '../../core/hunkText.ts';
import type { RevertResult } from '../fileRestorer.ts';

interface WaitingRevert {
  readonly paths: readonly string[];
  /** The hunks of the only file, where not all of it is to be undone. */
  readonly hunks: readonly HunkText[];
  /** Reverts those of the files that were not cancelled. */
  readonly run: (paths: readonly string[]) => Promise<RevertResult | undefined>;
  readonly resolve: (result: Promise<RevertResult | undefined> | undefined) => void;
}

/** The waiting reverts of one session, in the order in which they were asked for. */
export class WaitingReverts {
  #waiting: readonly WaitingRevert[] = [];
  #running: Promise<void> | undefined;

  /** The files in which something is to be undone. */
  get paths(): ReadonlySet<string> {
    return new Set(this.#waiting.flatMap(({ paths }) => paths));
  }

  /** The hunks of a file that are to be undone. */
  hunks(path: string): readonly HunkText[] {
    return this.#waiting.flatMap(({ paths, hunks }) => (paths.includes(path) ? hunks : []));
  }

  /** Resolves when those that waited for the end of the last turn are done; undefined when they are. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** Resolves to the outcome of `run`; to undefined when it is cancelled. */
  add(
    { paths, hunks = [] }: { readonly paths: readonly string[]; readonly hunks?: readonly HunkText[] },
    run: WaitingRevert['run'],
  ): Promise<RevertResult | undefined> {
    return new Promise((resolve) => {
      this.#waiting = [...this.#waiting, { paths, hunks, run, resolve }];
    });
  }

  /** Cancels what waits for these files, or everything; what waits for others goes on waiting. */
  cancel(paths?: readonly string[]): void {
    const left = this.#waiting.map((each) => ({
      ...each,
      paths: paths === undefined ? [] : each.paths.filter((path) => !paths.includes(path)),
    }));
    this.#waiting = left.filter((each) => each.paths.length > 0);
    for (const each of left) if (each.paths.length === 0) each.resolve(undefined);
  }

  /** The user has moved files, from the paths of the map to its values. */
  move(moved: ReadonlyMap<string, string>): void {
    this.#waiting = this.#waiting.map((each) => ({
      ...each,
      paths: each.paths.map((path) => moved.get(path) ?? path),
    }));
  }

  /** The turn has ended. */
  run(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    const results = waiting.map(({ paths, run, resolve }) => {
      const result = run(paths);
      resolve(result);
      return result;
    });
    const running = Promise.allSettled(results).then(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
  }
}
