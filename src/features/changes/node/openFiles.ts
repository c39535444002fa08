// What is open in the files that an agent changed. A file that is as it was is neither read nor compared again.
import { dirname } from 'node:path';
import { reviewedFile, type ChangedFiles, type ReviewedFile } from '../core/changedFiles.ts';
import type { ChangedFile } from '../core/fileReview.ts';
import { mapInParallel } from '../../../core/base/inParallel.ts';
import { inNaturalOrder } from '../../../core/paths/naturalOrder.ts';
import { isSameFile, type FileState } from '../../../core/changes/fileState.ts';
import { modeOf, stateAt } from '../../../snapshots/diskState.ts';
import { DiskStats } from '../../../snapshots/diskStats.ts';
import { isBelowLink } from '../../../snapshots/localPaths.ts';
import { currentState, isOutdated, type OpenEditors } from './openEditors.ts';
import { stampOf } from './watch/fileTimes.ts';

/** How many files are looked at at once. */
const MAX_IN_FLIGHT = 32;
/** A file when it was looked at last. */
interface LookedAt {
  readonly file: ChangedFile;
  /** By which it is known to be the same; undefined where it has to be read again. */
  readonly stamp: string | undefined;
  /** {@link isOutdated} */
  readonly isOld: boolean;
  /** Whether it has the modes that the agent gave it, if it gave it any. */
  readonly isStanding: boolean;
  readonly current: FileState;
  readonly reviewed: ReviewedFile | undefined;
}

export interface OpenFilesOptions {
  /** The session's folders, absolute. */
  readonly folders: () => readonly string[];
  readonly editors: OpenEditors;
}

/** Calls must not overlap. */
export class OpenFiles {
  readonly #options: OpenFilesOptions;
  #known: ReadonlyMap<string, LookedAt> = new Map();
  /** The stamps of files when a look found that they hold this. */
  readonly #seen = new WeakMap<FileState, string>();

  constructor(options: OpenFilesOptions) {
    this.#options = options;
  }

  /** A look has found what a file holds: it is not read again for as long as it is the same. */
  see(state: FileState, stamp: string): void {
    if (state.kind === 'text') this.#seen.set(state, stamp);
  }

  /** In the order of the paths. */
  async find(files: ChangedFiles): Promise<readonly ReviewedFile[]> {
    const disk = new DiskStats();
    const links = new Map<string, Promise<boolean>>();
    const known = this.#known;
    const found = await mapInParallel([...files], MAX_IN_FLIGHT, async ([path, file]) => {
      const looked = await this.#look(path, file, known.get(path), { disk, links });
      return [path, looked] as const;
    });
    this.#known = new Map(found);
    return found
      .flatMap(([, { reviewed }]) => reviewed ?? [])
      .sort((one, other) => inNaturalOrder(one.path, other.path));
  }

  async #look(
    path: string,
    file: ChangedFile,
    known: LookedAt | undefined,
    { disk, links }: { readonly disk: DiskStats; readonly links: Map<string, Promise<boolean>> },
  ): Promise<LookedAt> {
    const { editors } = this.#options;
    const isUnsaved = editors.unsavedText(path) !== undefined;
    const isBehindLink = !isUnsaved && (await this.#isBelowLink(path, links));
    const stats = isBehindLink ? undefined : await disk.at(path);
    const stamp = isUnsaved || stats === undefined ? undefined : stampOf(stats, Date.now());
    if (stamp !== undefined && known?.stamp === stamp && known.file === file) return known;
    const isOld = isUnsaved && (await isOutdated(editors, path, file));
    const isSeen = stamp !== undefined && this.#seen.get(file.after) === stamp;
    const onDisk = isSeen ? file.after : await stateAt(path, stats, file);
    const current = isUnsaved && !isOld ? await currentState(editors, path, file) : onDisk;
    // The modes count for as long as nobody has changed them again.
    const isStanding = file.modes === undefined || modeOf(stats) === file.modes.after;
    const counted = isStanding ? file : { ...file, modes: undefined };
    const looked = { file, stamp, isOld, isStanding, current };
    if (known !== undefined && isSameLook(known, looked)) return { ...looked, reviewed: known.reviewed };
    const reviewed = reviewedFile(path, counted, current);
    return { ...looked, reviewed: isOld && reviewed !== undefined ? withConflict(reviewed) : reviewed };
  }

  /** The files of one folder are all below a link, or none is. */
  #isBelowLink(path: string, links: Map<string, Promise<boolean>>): Promise<boolean> {
    const folder = dirname(path);
    const known = links.get(folder) ?? isBelowLink(path, this.#options.folders());
    links.set(folder, known);
    return known;
  }
}

function isSameLook(known: LookedAt, now: Omit<LookedAt, 'reviewed'>): boolean {
  return (
    known.file === now.file &&
    known.isOld === now.isOld &&
    known.isStanding === now.isStanding &&
    isSameFile(known.current, now.current)
  );
}

function withConflict(file: ReviewedFile): ReviewedFile {
  return { ...file, review: { ...file.review, hasConflict: true } };
}
