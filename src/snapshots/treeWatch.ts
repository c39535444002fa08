// Asks a worker which paths of a folder have changed since it was asked last.
import { Worker } from 'node:worker_threads';
import type { Disposable } from '../core/base/lifecycle.ts';
import { treeAnswer, type TreeAnswer, type TreeRequest, type WatchLimit } from './treeMessages.ts';

export interface TreeWatchOptions {
  /** The program of `treeWatcher.ts`. Absolute. */
  readonly worker: string;
  /** Absolute. */
  readonly folder: string;
  /** A folder for files that mark a moment. Absolute, and not in {@link folder}. */
  readonly marks: string;
}

export interface TreeChanges {
  /** What may have changed: files, and folders with all that is in them. */
  readonly paths: readonly string[];
  /** The folders among these that are followed only once {@link TreeWatch.follow} says so. */
  readonly folders: readonly string[];
}

/** The system does not report every change in a folder. */
export class UnwatchableFolder extends Error {
  override readonly name = 'UnwatchableFolder';
  /** What the user may raise against that. */
  readonly limit: WatchLimit | undefined;

  constructor({ failure, limit }: Pick<TreeAnswer, 'failure' | 'limit'>) {
    super(failure);
    this.limit = limit;
  }
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

/** A worker for each of a few folders: others are looked at as a whole. */
const MAX_WORKERS = 4;
let workers = 0;

export class TreeWatch implements Disposable {
  readonly #thread: Worker;
  readonly #waiting = new Map<number, (answer: TreeAnswer | undefined) => void>();
  #asked = 0;
  #isOver = false;

  /** Whether another one may be made. */
  static get hasRoom(): boolean {
    return process.platform === 'linux' && workers < MAX_WORKERS;
  }

  constructor({ worker, folder, marks }: TreeWatchOptions) {
    this.#thread = new Worker(worker, { workerData: { folder, marks } });
    workers++;
    this.#thread.unref();
    this.#thread.on('message', (message: unknown) => {
      const answer = treeAnswer.parse(message);
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
    this.#thread.on('error', () => this.#end());
    this.#thread.once('exit', () => {
      workers--;
      this.#end();
    });
  }

  /**
   * Follows all of the folder but for some. Resolves to whether the next changes are all since a moment, in epoch
   * milliseconds. Rejects with an UnwatchableFolder where the system does not report every change there.
   */
  async start(request: Omit<Extract<TreeRequest, { type: 'start' }>, 'type' | 'id'>): Promise<boolean> {
    const { isComplete = false } = await this.#done({ type: 'start', ...request });
    return isComplete;
  }

  /** What may have changed since this was called last; undefined where only a look at everything can say. */
  async changes(): Promise<TreeChanges | undefined> {
    const answer = await this.#ask({ type: 'changes' });
    const { paths, folders = [] } = answer ?? {};
    return paths === undefined ? undefined : { paths, folders };
  }

  /** Follows new folders but for some in them. */
  async follow(folders: readonly string[], ignored: readonly string[]): Promise<void> {
    await this.#done({ type: 'follow', folders, ignored });
  }

  dispose(): void {
    this.#end();
    void this.#thread.terminate();
  }

  #end(): void {
    this.#isOver = true;
    for (const answer of this.#waiting.values()) answer(undefined);
    this.#waiting.clear();
  }

  async #done(request: Unnumbered<TreeRequest>): Promise<TreeAnswer> {
    const answer = await this.#ask(request);
    if (answer?.failure !== undefined) throw new UnwatchableFolder(answer);
    if (answer === undefined) throw new Error('The worker has ended.');
    return answer;
  }

  async #ask(request: Unnumbered<TreeRequest>): Promise<TreeAnswer | undefined> {
    if (this.#isOver) return undefined;
    const id = this.#asked++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#thread.postMessage({ ...request, id });
    });
  }
}
