// Which folders around files are new. Thousands of files change in the same folders, which are asked for once.
import { dirname } from 'node:path';
import { isNewFolder } from './fileTimes.ts';

export class NewFolders {
  /** What is known in this turn of the event loop: in the next one, Parley itself may have made or removed a folder. */
  readonly #known = new Map<string, boolean>();

  /** How many of the folders around a path and below `top`, from the innermost on, were made since a moment, in epoch milliseconds. */
  countAround(path: string, top: string, moment: number): number {
    let count = 0;
    for (let at = dirname(path); at !== top && this.#isNew(at, moment); at = dirname(at)) count++;
    return count;
  }

  #isNew(folder: string, moment: number): boolean {
    const key = `${moment} ${folder}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size === 0) setImmediate(() => this.#known.clear());
    const isNew = isNewFolder(folder, moment);
    this.#known.set(key, isNew);
    return isNew;
  }
}
