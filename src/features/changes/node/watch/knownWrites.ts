// What the user and Parley are known to have put at paths since the folders were looked at last.
import { dirname, sep } from 'node:path';
import { isSameFile, type FileState } from '../../../../core/changes/fileState.ts';
import { modeAtSync } from '../../../../snapshots/diskState.ts';
import type { Period } from './agentActivity.ts';

/** What the user, or Parley for them, has put at a path. */
interface Explained {
  readonly state: FileState;
  /** git's mode of it at that time. */
  readonly mode: string | undefined;
}

/** What was on the disk when the user was about to save: who has put it there is to be found out. */
export interface SavedOver {
  /** What the user had put there before; undefined where that was before the last look. */
  readonly from: FileState | undefined;
  readonly state: FileState;
  readonly period: Period;
  /** Whether the agent wrote the path through Parley later, so that a later change is recorded already. */
  readonly isBeforeWrite: boolean;
}

/** What was on the disk when the agent first wrote a path through Parley, and when that was. */
export interface Written {
  readonly before: FileState;
  readonly at: number;
}

interface Writes {
  readonly explained: Map<string, Explained>;
  readonly savedOver: Map<string, readonly SavedOver[]>;
  readonly written: Map<string, Written>;
}

function noWrites(): Writes {
  return { explained: new Map(), savedOver: new Map(), written: new Map() };
}

function explainedIn({ explained }: Writes, path: string): Explained | undefined {
  if (explained.size === 0) return undefined;
  const itself = explained.get(path);
  if (itself !== undefined) return itself;
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) {
    const around = explained.get(at);
    if (around?.state.kind === 'absent') return around;
  }
  return undefined;
}

export class KnownWrites {
  #since: Writes = noWrites();

  /** Where nothing is left, what was in a folder there is gone with it. */
  explain(path: string, state: FileState): void {
    const { explained } = this.#since;
    if (state.kind === 'absent')
      for (const each of explained.keys()) if (each.startsWith(path + sep)) explained.delete(each);
    explained.set(path, { state, mode: modeAtSync(path) });
  }

  explained(path: string): FileState | undefined {
    return explainedIn(this.#since, path)?.state;
  }

  /** The user is about to save over what is on the disk. */
  willSave(path: string, state: FileState, period: Period): void {
    const { savedOver } = this.#since;
    const saved = { from: this.explained(path), state, period, isBeforeWrite: false };
    savedOver.set(path, [...(savedOver.get(path) ?? []), saved]);
  }

  /** The agent writes a path through Parley, where this is on the disk: the agent itself may have put it there. */
  willWrite(path: string, before: FileState): void {
    const { savedOver, written } = this.#since;
    const saved = savedOver.get(path) ?? [];
    savedOver.set(
      path,
      saved.map((each) => ({ ...each, isBeforeWrite: true })),
    );
    const explained = this.explained(path);
    const isExplained = explained !== undefined && isSameFile(explained, before);
    if (!isExplained && !written.has(path)) written.set(path, { before, at: Date.now() });
  }

  /** Begins anew: the folders are looked at. Returns what is known of the time until then. */
  drain(): WritesBetween {
    const earlier = this.#since;
    const during = noWrites();
    this.#since = during;
    return new WritesBetween(earlier, during);
  }
}

/** What is known of the time between two looks. What is saved while the folders are read may be in the snapshot or not. */
export class WritesBetween {
  readonly #earlier: Writes;
  readonly #during: Writes;

  constructor(earlier: Writes, during: Writes) {
    this.#earlier = earlier;
    this.#during = during;
  }

  get written(): ReadonlyMap<string, Written> {
    return this.#earlier.written;
  }

  /** The paths that were explained before this look. */
  get paths(): Iterable<string> {
    return this.#earlier.explained.keys();
  }

  explained(path: string): Explained | undefined {
    return explainedIn(this.#during, path) ?? explainedIn(this.#earlier, path);
  }

  /** What the user has saved over at a path; each is reported once. */
  savedOver(path: string): readonly SavedOver[] {
    const during = this.#during.savedOver.get(path) ?? [];
    this.#during.savedOver.delete(path);
    const saved = [...(this.#earlier.savedOver.get(path) ?? []), ...during];
    // What is saved while the agent writes through Parley is known already.
    return saved.filter(
      ({ from, isBeforeWrite }) => from !== undefined || isBeforeWrite || !this.written.has(path),
    );
  }
}
