// Reads the contents of files that differ between two snapshots, so that they can be compared with what is known of them.
import { absent, type FileState, type FileStates } from '../core/changes/fileState.ts';
import { bytesState, LINK_MODE, textOf } from './diskState.ts';
import type { SnapshotDifference, SnapshotStore, StoredFile } from './snapshotStore.ts';

/** If more files changed, large ones are not all read, because their contents are held in memory together. */
const MAX_READ_UNSEEN = 200;
/** What is in the changed files of one comparison beyond this is compared only as a whole. */
const MAX_CONTENT_BYTES = 32 * 1024 ** 2;

/** A file that is not the same in two snapshots. */
export interface StateDifference {
  readonly path: string;
  readonly from: FileState;
  readonly to: FileState;
  /** git's mode before and now, where there is a file; the contents may be the same. */
  readonly fromMode: string | undefined;
  readonly toMode: string | undefined;
  /** The names of the contents; undefined where there is no file. */
  readonly fromHash: string | undefined;
  readonly toHash: string | undefined;
}

function hashesOf(differences: readonly SnapshotDifference[]): readonly string[] {
  return differences.flatMap(({ from, to }) => [from, to].flatMap((file) => file?.hash ?? []));
}

/** The differences with their contents, as states that can be compared with those that are `known` of the same files. */
export async function statesOf(
  store: SnapshotStore,
  differences: readonly SnapshotDifference[],
  known: ReadonlyMap<string, FileStates>,
): Promise<readonly StateDifference[]> {
  const contents = new Map(await store.read(hashesOf(differences.filter(({ path }) => known.has(path)))));
  const unknown = differences.filter(({ path }) => !known.has(path));
  const mostBytes = unknown.length > MAX_READ_UNSEEN ? MAX_CONTENT_BYTES : Infinity;
  const first = await store.readFirst(hashesOf(unknown), { mostBytes });
  for (const [hash, bytes] of first.contents) contents.set(hash, bytes);
  const isUnread = (difference: SnapshotDifference): boolean =>
    hashesOf([difference]).some((hash) => !first.contents.has(hash));
  const rest = first.isCut ? unknown.slice(unknown.findIndex(isUnread)) : [];
  const onlyWhole = new Set(rest.map(({ path }) => path));
  const stateIn = (file: StoredFile | undefined, asBytes: boolean): FileState => {
    if (file === undefined) return absent;
    const bytes = asBytes || file.mode === LINK_MODE ? undefined : contents.get(file.hash);
    const text = bytes === undefined ? undefined : textOf(bytes);
    return text === undefined ? bytesState(file) : { kind: 'text', text };
  };
  return differences.map(({ path, from, to }) => ({
    path,
    from: stateIn(from, onlyWhole.has(path) || known.get(path)?.after.kind === 'bytes'),
    to: stateIn(to, onlyWhole.has(path) || known.get(path)?.before.kind === 'bytes'),
    fromMode: from?.mode,
    toMode: to?.mode,
    fromHash: from?.hash,
    toHash: to?.hash,
  }));
}
