// Remembers for a moment which repository is a folder's own: to find that out, git is run and all of its .git looked through.
import { ownRepository } from '../process/ownRepository.ts';
import { unlessAborted } from '../process/unlessAborted.ts';

/** Somebody who types asks several times within it; a repository that changes is seen again after it. */
const MAX_AGE_MS = 5_000;

/** Nobody waits any longer for an answer after it: whoever types asks again before. */
const GRACE_MS = 500;

interface Search {
  readonly top: Promise<string>;
  readonly abort: AbortController;
  waiting: number;
  /** By the clock that never jumps; undefined while it is not known. */
  endedAt: number | undefined;
}

/** The limits of one git command, and of all who wait for a search together. */
export interface SearchLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export class OwnRepositories {
  readonly #find: typeof ownRepository;
  readonly #searches = new Map<string, Search>();

  constructor(find = ownRepository) {
    this.#find = find;
  }

  /** As {@link ownRepository}; refusals are remembered too. A search ends when nobody waits for it any more. */
  async topOf(folder: string, { timeoutMs, signal }: SearchLimits): Promise<string> {
    signal?.throwIfAborted();
    const search = this.#current(folder) ?? this.#start(folder, timeoutMs);
    search.waiting++;
    try {
      return await (signal === undefined ? search.top : unlessAborted(search.top, signal));
    } finally {
      search.waiting--;
      if (search.waiting === 0 && search.endedAt === undefined) this.#endLater(folder, search);
    }
  }

  #current(folder: string): Search | undefined {
    const now = performance.now();
    for (const [name, { endedAt }] of this.#searches) {
      if (endedAt !== undefined && now - endedAt > MAX_AGE_MS) this.#searches.delete(name);
    }
    return this.#searches.get(folder);
  }

  #start(folder: string, timeoutMs: number): Search {
    const abort = new AbortController();
    const top = this.#find(folder, { timeoutMs, signal: abort.signal });
    const search: Search = { top, abort, waiting: 0, endedAt: undefined };
    this.#searches.set(folder, search);
    const end = (): void => {
      search.endedAt = performance.now();
    };
    top.then(end, end);
    return search;
  }

  #endLater(folder: string, search: Search): void {
    setTimeout(() => {
      if (search.waiting > 0 || search.endedAt !== undefined) return;
      if (this.#searches.get(folder) === search) this.#searches.delete(folder);
      search.abort.abort();
    }, GRACE_MS).unref();
  }
}
