// Stages what stands of an agent's turn in one repository, and takes it back. The work tree is only read.
import { lstat, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { absent, isSameFile, type FileState } from '../../../core/changes/fileState.ts';
import { turnStaging, type TurnFile, type TurnStaging } from '../../../core/changes/turnFile.ts';
import { RepositoryError } from '../../../core/ports/repositoryError.ts';
import { textOf } from '../../../snapshots/diskState.ts';
import { realPathSync } from '../../../storage/realPath.ts';
import { RepositoryStage, type IndexEntry, type RepositoryIndex } from '../../../files/repositoryIndex.ts';

/** Why nothing of a file is staged. */
export type LeftOutReason =
  | 'edited'
  | 'conflict'
  | 'untracked'
  | 'ignored'
  | 'outside'
  | 'submodule'
  | 'converted'
  | 'unmerged'
  | 'special';

interface LeftOut {
  /** Absolute. */
  readonly path: string;
  readonly reason: LeftOutReason;
}

type Entry = Pick<IndexEntry, 'mode' | 'hash'>;

/** What is to be staged. */
export interface TurnPlan {
  /** By path in the repository. */
  readonly files: ReadonlyMap<string, PlannedFile>;
  readonly leftOut: readonly LeftOut[];
  /** The files of which some hunks are left out, because they were edited since; absolute. */
  readonly edited: readonly string[];
  /** How many files hold in the index what stands of the turn already. */
  readonly stagedBefore: number;
  /** How many files are staged with changes that are not this turn's. */
  readonly others: number;
}

interface PlannedFile {
  readonly path: string;
  /** In the index now; undefined where the file is not. */
  readonly from: IndexEntry | undefined;
  readonly to: FileState;
}

/** What was staged, so that it can be taken back: the entries of the index before and after. */
export type StagedTurn = ReadonlyMap<
  string,
  { readonly from: Entry | undefined; readonly to: Entry | undefined }
>;

/** Rejects with a RepositoryError. `root`: the folder of the repository, absolute. */
export async function planTurn(root: string, files: readonly TurnFile[]): Promise<TurnPlan> {
  const stage = await RepositoryStage.open(root);
  const [index, untracked, staged] = await Promise.all([stage.entries(), stage.untracked(), stage.staged()]);
  const named = files.map((file) => ({ file, name: nameIn(root, file.path) }));
  const converted = await stage.converted(named.flatMap(({ name }) => name ?? []));
  const folders = foldersAmong(index, new Set(named.flatMap(({ name }) => name ?? [])));
  const planned = new Map<string, PlannedFile>();
  const leftOut: LeftOut[] = [];
  const edited: string[] = [];
  let stagedBefore = 0;
  const others = new Set(staged.keys());
  for (const { file, name } of named) {
    const { path } = file;
    if (name === undefined) {
      leftOut.push({ path, reason: 'outside' });
      continue;
    }
    const from = index.get(name);
    const refused = refusal(name, file, { from, index, untracked, converted, folders });
    if (refused !== undefined) {
      leftOut.push({ path, reason: refused });
      continue;
    }
    const held = await indexState(stage, file, from);
    const { file: stored, result } = await stagingOf(stage, name, file, held);
    if (staged.has(name)) {
      // What is staged already may be this turn's: it is when staging it onto the last commit gives the same.
      const fromHead = turnStaging(stored, await indexState(stage, file, staged.get(name)));
      if (fromHead.kind === 'stage' && isSameFile(fromHead.state, held)) others.delete(name);
    }
    switch (result.kind) {
      case 'edited':
      case 'conflict':
      case 'untracked':
        leftOut.push({ path, reason: result.kind });
        break;
      case 'stage':
        planned.set(name, { path, from, to: result.state });
        if (result.editedHunks > 0) edited.push(path);
        break;
      case 'staged':
        // Otherwise it is committed, or git has never known the file.
        if (staged.has(name)) stagedBefore++;
        if (result.editedHunks > 0) edited.push(path);
        break;
      case 'nothing':
        break;
    }
  }
  return { files: planned, leftOut, edited, stagedBefore, others: others.size };
}

/** Writes a plan into the index, all of it or nothing. Rejects with a RepositoryError. */
export async function stageTurn(root: string, plan: TurnPlan): Promise<StagedTurn> {
  const stage = await RepositoryStage.open(root);
  const staged = new Map<string, { from: Entry | undefined; to: Entry | undefined }>();
  for (const [name, { path, from, to }] of plan.files) {
    staged.set(name, { from, to: await addedEntry(stage, path, from, to) });
  }
  await stage.update(new Map([...staged].map(([name, { to }]) => [name, to])));
  return staged;
}

async function addedEntry(
  stage: RepositoryStage,
  path: string,
  from: IndexEntry | undefined,
  to: FileState,
): Promise<Entry | undefined> {
  if (to.kind === 'absent') return undefined;
  const mode = await modeOf(stage, path, from);
  if (to.kind === 'text') return { mode, hash: await stage.addBlob(to.text) };
  const hash = await stage.addBlob(await readFile(path));
  const planned = to.hash.split(' ')[1];
  // A repository may name its blobs by other hashes.
  if (hash.length === planned?.length && hash !== planned) {
    throw new RepositoryError('failed', `${path} has changed meanwhile.`);
  }
  return { mode, hash };
}

/**
 * Restores the entries of the index, but for those that have changed since, to whose paths it resolves. Rejects with a
 * RepositoryError.
 */
export async function unstageTurn(root: string, staged: StagedTurn): Promise<readonly string[]> {
  const stage = await RepositoryStage.open(root);
  const [index, different] = await Promise.all([stage.entries(), stage.staged()]);
  const isSame = (name: string, { to }: { readonly to: Entry | undefined }): boolean => {
    // What was committed meanwhile stays: its old entry would stage the reverse.
    if (!different.has(name)) return false;
    const now = index.get(name);
    return now?.hash === to?.hash && now?.mode === to?.mode && now?.isUnmerged !== true;
  };
  const ours = [...staged].filter(([name, entry]) => isSame(name, entry));
  await stage.update(new Map(ours.map(([name, { from }]) => [name, from])));
  return [...staged].filter(([name, entry]) => !isSame(name, entry)).map(([name]) => join(root, name));
}

/** The path in the repository, with `/`; undefined for one that is not in it. */
function nameIn(root: string, path: string): string | undefined {
  const folder = realPathSync(dirname(path));
  const real = realPathSync(root);
  if (folder === undefined || real === undefined) return undefined;
  const name = relative(real, join(folder, basename(path)))
    .split(sep)
    .join('/');
  return name === '' || name === '..' || name.startsWith('../') || /^[a-z]:/i.test(name) ? undefined : name;
}

interface Known {
  readonly from: IndexEntry | undefined;
  readonly index: RepositoryIndex;
  readonly untracked: ReadonlySet<string>;
  readonly converted: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

/** Undefined where nothing but the contents may be against it. */
function refusal(name: string, { after, current }: TurnFile, known: Known): LeftOutReason | undefined {
  const { from, index, untracked, converted, folders } = known;
  const above = foldersOf(name).flatMap((folder) => index.get(folder) ?? [])[0];
  if (above !== undefined) return above.mode === '160000' ? 'submodule' : 'conflict';
  if (from?.mode === '160000') return 'submodule';
  if (from?.isUnmerged === true) return 'unmerged';
  if (folders.has(name)) return 'conflict';
  if (after.kind === 'absent' || current.kind === 'absent') return undefined;
  if (converted.has(name)) return 'converted';
  if (from === undefined && !untracked.has(name)) return 'ignored';
  // Links, and files that are too large to be compared.
  return [after, current].every(isOrdinary) ? undefined : 'special';
}

function isOrdinary(state: FileState): boolean {
  return state.kind !== 'bytes' || /^100644 [0-9a-f]+$/.test(state.hash);
}

/** The file as git stores it, and what staging it makes of what the index holds. */
async function stagingOf(
  stage: RepositoryStage,
  name: string,
  file: TurnFile,
  index: FileState,
): Promise<{ readonly file: TurnFile; readonly result: TurnStaging }> {
  const { before, after, current } = file;
  const hasCarriageReturns = (state: FileState): boolean =>
    state.kind === 'text' && state.text.includes('\r\n');
  const isConverted =
    [before, after, current].some(hasCarriageReturns) &&
    !hasCarriageReturns(index) &&
    (await stage.storesLineFeeds(name));
  if (!isConverted) return { file, result: turnStaging(file, index) };
  const stored = {
    path: file.path,
    before: withLineFeeds(before),
    after: withLineFeeds(after),
    current: withLineFeeds(current),
  };
  return { file: stored, result: turnStaging(stored, index) };
}

function withLineFeeds(state: FileState): FileState {
  return state.kind === 'text' ? { kind: 'text', text: state.text.replaceAll('\r\n', '\n') } : state;
}

/** What the index holds, as something that can be compared with the file. */
async function indexState(
  stage: RepositoryStage,
  { before, after }: TurnFile,
  entry: IndexEntry | undefined,
): Promise<FileState> {
  if (entry === undefined) return absent;
  const mode = entry.mode.startsWith('100') ? '100644' : entry.mode;
  const bytes: FileState = { kind: 'bytes', hash: `${mode} ${entry.hash}` };
  const isKnown = [before, after].some((state) => state.kind === 'bytes' && state.hash === bytes.hash);
  if (isKnown || mode !== '100644') return bytes;
  const text = textOf(await stage.blob(entry.hash));
  return text === undefined ? bytes : { kind: 'text', text };
}

/** The names among these that are folders in the index. */
function foldersAmong(index: RepositoryIndex, names: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of index.keys()) {
    for (const folder of foldersOf(path)) if (names.has(folder)) found.add(folder);
  }
  return found;
}

function foldersOf(name: string): readonly string[] {
  const parts = name.split('/');
  return parts.slice(1).map((_, count) => parts.slice(0, count + 1).join('/'));
}

/** The mode of a file in the index stays; a new one has that of its file. */
async function modeOf(stage: RepositoryStage, path: string, from: IndexEntry | undefined): Promise<string> {
  if (from?.mode.startsWith('100') === true) return from.mode;
  const { mode } = await lstat(path);
  const isExecutable = (mode & 0o100) !== 0 && process.platform !== 'win32' && (await stage.readsModes());
  return isExecutable ? '100755' : '100644';
}
