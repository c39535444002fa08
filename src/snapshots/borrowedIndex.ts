// Begins the index of a work tree's first snapshot with that of the user's own repository, which has stored most files already.
import { isUtf8 } from 'node:buffer';
import { copyFile, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ownRepositoryPlace, type RepositoryPlace } from '../process/ownRepository.ts';
import { runRepositoryGit } from '../process/repositoryGit.ts';
import { runGit, type GitOptions, type GitRun } from './gitProcess.ts';
import { copyIndex } from './shadowGitDir.ts';

export interface BorrowedIndexOptions {
  /** The repository of Parley's, without an index. */
  readonly git: GitOptions;
  /** The part of the work tree that is tracked, relative, with `/`; empty for all of it. */
  readonly scope: string;
  /** Larger files are left for a closer look. */
  readonly maxFileBytes: number;
  /** Nothing is borrowed of a repository with more. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Milliseconds for each look at the user's repository. */
const TIMEOUT_MS = 10_000;

/** A part of a split index. */
const SHARED_INDEX = /^sharedindex\.[0-9a-f]{40,64}$/;

/** In the index, an entry whose file git does not look at: assumed unchanged, left out, or only announced. */
const UNSEEN_FLAGS = 0x8000 | 0x2000_0000 | 0x4000_0000;

/** What makes of a file other bytes than git stores. Line ends do, too, but then the size is another one. */
const CONVERSIONS: readonly string[] = ['filter', 'ident', 'working-tree-encoding'];

/** One file of the user's index, which git has looked at. */
interface IndexedFile {
  /** Each character stands for one byte, because a name may be anything. */
  readonly path: string;
  readonly hash: string;
  /** The size of the file on the disk, modulo 2³². */
  readonly sizeBytes: number;
  /** Whether it is an ordinary file or a link that git compares with the disk. */
  readonly isUsable: boolean;
}

/**
 * Copies the index of the user's repository, and the contents of all files in it that are on the disk byte for byte as git
 * has stored them: where the file has the size of what is stored, and nothing converts it. What a first snapshot then
 * finds changed are the others. What is copied belongs to Parley, so the user's repository may drop it at any time; it
 * is only read. Rejects, and leaves no index, where that cannot be done: then the snapshot reads every file itself.
 */
export async function borrowIndex(options: BorrowedIndexOptions): Promise<void> {
  const { git, signal } = options;
  const { gitFolder, commonFolder } = await repositoryOf(git.workTree, signal);
  const copy: GitOptions = { ...git, indexFile: `${git.indexFile}.borrowed` };
  const run: GitRun = { signal, objects: join(commonFolder, 'objects') };
  const shared = (await readdir(gitFolder)).filter((name) => SHARED_INDEX.test(name));
  try {
    await copyIndex(join(gitFolder, 'index'), copy.indexFile);
    for (const name of shared) await copyFile(join(gitFolder, name), join(git.gitDir, name));
    const { files, others } = await sortedFiles(copy, run, options);
    // Written anew in any case, as one file that says nothing of the user's other settings.
    const arguments_ = ['update-index', '--no-split-index', '--no-untracked-cache', '--force-write-index'];
    await runGit(copy, [...arguments_, '--force-remove', '-z', '--stdin'], {
      ...run,
      input: Buffer.from(others.map((path) => `${path}\0`).join(''), 'latin1'),
    });
    await copyObjects(copy, run, files);
    await rename(copy.indexFile, git.indexFile);
  } finally {
    for (const name of shared) await rm(join(git.gitDir, name), { force: true });
    await rm(copy.indexFile, { force: true });
    await rm(`${copy.indexFile}.lock`, { force: true });
  }
}

async function repositoryOf(workTree: string, signal: AbortSignal): Promise<RepositoryPlace> {
  const place = await ownRepositoryPlace(workTree, { timeoutMs: TIMEOUT_MS, signal });
  if (place.top !== (await realpath(workTree))) throw new Error(`${workTree} has no repository of its own.`);
  return place;
}

/** The files of the index that can stay, and the paths of those that cannot. */
async function sortedFiles(
  git: GitOptions,
  run: GitRun,
  { scope, maxFileBytes, maxBytes }: BorrowedIndexOptions,
): Promise<{ readonly files: readonly IndexedFile[]; readonly others: readonly string[] }> {
  const listed = indexedFiles(await runGit(git, ['ls-files', '--stage', '--debug', '-z'], run));
  const inScope = (path: string): boolean => scope === '' || path.startsWith(`${latin1(scope)}/`);
  const usable = listed.filter(
    ({ path, sizeBytes, isUsable }) => isUsable && sizeBytes <= maxFileBytes && inScope(path),
  );
  const total = usable.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total > maxBytes) throw new Error(`The repository has ${total} bytes.`);
  const stored = await storedSizes(git, run, usable);
  const isStored = usable.filter(({ hash, sizeBytes }) => stored.get(hash) === sizeBytes);
  const converted = await convertedPaths(git.workTree, isStored, run.signal);
  const files = isStored.filter(({ path }) => !converted.has(path));
  const kept = new Set(files.map(({ path }) => path));
  return { files, others: listed.map(({ path }) => path).filter((path) => !kept.has(path)) };
}

/** One entry as `ls-files --stage --debug -z` prints it. */
const ENTRY =
  /(\d{6}) ([0-9a-f]{40}) ([0-3])\t([^\0]+)\0 {2}ctime: \d+:\d+\n {2}mtime: \d+:\d+\n {2}dev: \d+\tino: \d+\n {2}uid: \d+\tgid: \d+\n {2}size: (\d+)\tflags: ([0-9a-f]+)\n/y;

function indexedFiles(output: Buffer): readonly IndexedFile[] {
  const text = output.toString('latin1');
  const files: IndexedFile[] = [];
  ENTRY.lastIndex = 0;
  let end = 0;
  for (let found = ENTRY.exec(text); found !== null; found = ENTRY.exec(text)) {
    const [, mode = '', hash = '', stage = '', path = '', size = '', flags = ''] = found;
    end = ENTRY.lastIndex;
    const isSeen = stage === '0' && (Number.parseInt(flags, 16) & UNSEEN_FLAGS) === 0;
    const isNamed = isUtf8(Buffer.from(path, 'latin1'));
    const isUsable = isSeen && isNamed && /^1[02]/.test(mode);
    files.push({ path, hash, sizeBytes: Number(size), isUsable });
  }
  if (end !== text.length) throw new Error('The index of the repository could not be read.');
  return files;
}

/** The sizes of contents that the repository has, by hash. Nothing is fetched. */
async function storedSizes(
  git: GitOptions,
  run: GitRun,
  files: readonly IndexedFile[],
): Promise<ReadonlyMap<string, number>> {
  const hashes = [...new Set(files.map(({ hash }) => hash))];
  const format = '--batch-check=%(objectname) %(objecttype) %(objectsize)';
  const output = await runGit(git, ['cat-file', format], { ...run, input: hashes.map(asLine).join('') });
  const sizes = new Map<string, number>();
  for (const line of output.toString('latin1').split('\n')) {
    const [hash = '', type = '', size = ''] = line.split(' ');
    if (type === 'blob') sizes.set(hash, Number(size));
  }
  return sizes;
}

/** The paths of files that the user's attributes convert on the way between the disk and git, by whatever attributes count. */
async function convertedPaths(
  workTree: string,
  files: readonly IndexedFile[],
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  const pieces: Buffer[] = [];
  await runRepositoryGit(workTree, ['check-attr', '-z', '--stdin', ...CONVERSIONS], {
    timeoutMs: TIMEOUT_MS,
    ...(signal === undefined ? {} : { signal }),
    input: Buffer.from(files.map(({ path }) => `${path}\0`).join(''), 'latin1'),
    onOutput: (piece) => pieces.push(piece),
  });
  const fields = Buffer.concat(pieces).toString('latin1').split('\0');
  if (fields.length !== files.length * CONVERSIONS.length * 3 + 1)
    throw new Error('The attributes of the files could not be read.');
  const converted = new Set<string>();
  for (let index = 0; index + 2 < fields.length; index += 3) {
    const value = fields[index + 2];
    if (value !== 'unspecified' && value !== 'unset') converted.add(fields[index] ?? '');
  }
  return converted;
}

/** Copies contents as they are packed, which takes a fraction of the time of reading the files. */
async function copyObjects(git: GitOptions, run: GitRun, files: readonly IndexedFile[]): Promise<void> {
  const hashes = [...new Set(files.map(({ hash }) => hash))];
  if (hashes.length === 0) return;
  const pack = join(git.gitDir, 'objects', 'pack', 'pack');
  await runGit(git, ['pack-objects', '--quiet', '--window=0', pack], {
    ...run,
    input: hashes.map(asLine).join(''),
  });
}

function asLine(hash: string): string {
  return `${hash}\n`;
}

function latin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
