// The folders of a session: its own, and those of the window, also after they have left it. Each file is in one, once.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, pathInFolder } from '../../../snapshots/localPaths.ts';
import { realPathSync } from '../../../storage/realPath.ts';

/** Knows them for as long as the window is open: the agent keeps those that it was given when the session was opened. */
export class SessionRoots {
  readonly #given: () => readonly string[];
  #spelled: readonly string[] = [];
  #folders: readonly string[] = [];
  /** Where each folder was when it was seen first. */
  readonly #reals = new Map<string, string>();

  /** `given`: the session's own folder, and what it is given now besides; absolute. */
  constructor(given: () => readonly string[]) {
    this.#given = given;
  }

  /** As they were at the last {@link update}, and what was given since. */
  get folders(): readonly string[] {
    if (!this.#given().every((folder) => this.#spelled.includes(folder))) this.update();
    return this.#folders;
  }

  /** Looks at them anew: links may lead elsewhere by now, and what was given no longer may be gone. */
  update(): void {
    const given = this.#given();
    const left = this.#spelled.filter((folder) => !given.includes(folder) && existsSync(folder));
    this.#spelled = [...given, ...left];
    this.#folders = distinctFolders(this.#spelled);
    for (const folder of this.#folders) {
      const real = existsSync(folder) ? realPathSync(folder) : undefined;
      if (real !== undefined && !this.#reals.has(folder)) this.#reals.set(folder, real);
    }
  }

  /** Whether a folder is a link that leads to another one than at first: what is there now is not what was tracked. */
  leadsElsewhere(folder: string): boolean {
    const known = this.#reals.get(folder);
    return known !== undefined && existsSync(folder) && realPathSync(folder) !== known;
  }
}

/** The folders by one spelling each: what a link leads to is another one only where it is in no other. */
function distinctFolders(folders: readonly string[]): readonly string[] {
  const byReal = new Map<string, string>();
  const all = folders.map((folder) => ({ folder, real: realPathSync(folder) ?? folder }));
  // Folders around others come first; of two spellings of one, the first counts.
  for (const { folder, real } of all.toSorted((one, other) => one.real.length - other.real.length)) {
    if (byReal.has(real)) continue;
    const around = folderOf(real, byReal.keys());
    const rest = around === undefined ? undefined : pathInFolder(around, real);
    const spelled = rest === undefined ? folder : join(byReal.get(around ?? '') ?? '', rest);
    byReal.set(real, spelled);
  }
  return all
    .flatMap(({ real }) => byReal.get(real) ?? [])
    .filter((each, at, list) => list.indexOf(each) === at);
}
