// What the calls of an agent state that they change in files, until it has been looked for.
import { isFinished } from '../../../../core/session/toolCall/state.ts';

/** A change of a text, or of a part of it, as the agent states it. */
export interface StatedEdit {
  readonly oldText: string;
  readonly newText: string;
}

/** A file that a tool call names. */
export interface NamedFile {
  readonly path: string;
  /** The text before, or a part of it, as the call says; undefined where it does not say what it changes. */
  readonly oldText: string | undefined;
  readonly newText: string | undefined;
}

interface StatedCall {
  /** By path; none where it does not say what it changes there. */
  readonly edits: Map<string, readonly StatedEdit[]>;
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
    const call = isSame ? known : { edits: new Map(), found: new Set<string>(), isDone: false };
    this.#calls.set(id, call);
    if (isDone) call.isDone = true;
    for (const [path, parts] of Map.groupBy(named, (each) => each.path)) {
      const edits = parts.flatMap(({ oldText, newText }) =>
        oldText === undefined || newText === undefined ? [] : { oldText, newText },
      );
      if (edits.length > 0 || !call.edits.has(path)) call.edits.set(path, edits);
      this.#callsOf(path).add(call);
    }
    // Nobody knows how much of it a call has done that failed.
    if (isDone && status !== 'completed') for (const path of call.edits.keys()) call.edits.set(path, []);
  }

  /** A change was found at a path. What calls say to have changed there; undefined where one of them does not say it. */
  take(path: string): readonly StatedEdit[] | undefined {
    const calls = [...(this.#byPath.get(path) ?? [])].filter(({ found }) => !found.has(path));
    const edits = calls.map((call) => call.edits.get(path) ?? []);
    for (const call of calls) call.found.add(path);
    return edits.some((each) => each.length === 0) ? undefined : edits.flat();
  }

  /** The files that a call names. */
  pathsOf(id: string): readonly string[] {
    return [...(this.#calls.get(id)?.edits.keys() ?? [])];
  }

  /** Runs a look at the folders: what has ended before that was found by it. */
  async during<T>(look: () => Promise<T>): Promise<T> {
    const ended = [...this.#calls].filter(([, { isDone }]) => isDone);
    const result = await look();
    for (const [id, call] of ended) {
      if (this.#calls.get(id) === call) this.#calls.delete(id);
      for (const path of call.edits.keys()) {
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
