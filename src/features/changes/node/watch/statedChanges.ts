// What the calls of an agent state that was in files before they change them, until it has been looked for.
import { isFinished } from '../../../../core/session/toolCall/state.ts';

/** A file that a tool call names. */
export interface NamedFile {
  readonly path: string;
  /** The text before, or a part of it, as the call says; undefined where it does not say what it changes. */
  readonly oldText: string | undefined;
}

interface StatedCall {
  /** By path; undefined where it does not say what it changes there. */
  readonly oldTexts: Map<string, string | undefined>;
  /** The paths at which its changes were found: what it says of them again is known. */
  readonly found: Set<string>;
  isDone: boolean;
}

export class StatedChanges {
  readonly #calls = new Map<string, StatedCall>();
  readonly #byPath = new Map<string, Set<StatedCall>>();

  /** A call is reported that changes files, or asked about. */
  follow(id: string, named: readonly NamedFile[], status: string | undefined): void {
    const isDone = isFinished(status ?? 'pending');
    const known = this.#calls.get(id);
    const isSame = known !== undefined && (isDone || status === undefined || !known.isDone);
    const call = isSame ? known : { oldTexts: new Map(), found: new Set<string>(), isDone: false };
    this.#calls.set(id, call);
    if (isDone) call.isDone = true;
    for (const [path, parts] of Map.groupBy(named, (each) => each.path)) {
      const first = parts.find(({ oldText }) => oldText !== undefined)?.oldText;
      if (first !== undefined || !call.oldTexts.has(path)) call.oldTexts.set(path, first);
      this.#callsOf(path).add(call);
    }
    // Nobody knows how much of it a call has done that failed.
    if (isDone && status !== 'completed')
      for (const path of call.oldTexts.keys()) call.oldTexts.set(path, undefined);
  }

  /** A change was found at a path. The text that was there first, as calls say; undefined where one does not say it. */
  take(path: string): string | undefined {
    const calls = [...(this.#byPath.get(path) ?? [])].filter(({ found }) => !found.has(path));
    const oldTexts = calls.map((call) => call.oldTexts.get(path));
    for (const call of calls) call.found.add(path);
    return oldTexts.includes(undefined) ? undefined : oldTexts[0];
  }

  /** The files that a call names. */
  pathsOf(id: string): readonly string[] {
    return [...(this.#calls.get(id)?.oldTexts.keys() ?? [])];
  }

  /** Runs a look at the folders: what has ended before that was found by it. */
  during<T>(look: () => Promise<T>): Promise<T> {
    return this.#forgetAfter(
      look,
      [...this.#calls].filter(([, { isDone }]) => isDone),
    );
  }

  /** Runs the look with which a turn begins: the calls of earlier ones count as ended, also those that never end. */
  duringFirst<T>(look: () => Promise<T>): Promise<T> {
    return this.#forgetAfter(look, [...this.#calls]);
  }

  async #forgetAfter<T>(
    look: () => Promise<T>,
    ended: readonly (readonly [string, StatedCall])[],
  ): Promise<T> {
    const result = await look();
    for (const [id, call] of ended) {
      if (this.#calls.get(id) === call) this.#calls.delete(id);
      for (const path of call.oldTexts.keys()) {
        const calls = this.#byPath.get(path);
        calls?.delete(call);
        if (calls?.size === 0) this.#byPath.delete(path);
      }
    }
    return result;
  }

  #callsOf(path: string): Set<StatedCall> {
    const known = this.#byPath.get(path) ?? new Set();
    this.#byPath.set(path, known);
    return known;
  }
}
