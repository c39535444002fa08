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
  readonly maxFiles: number;
  readonly signal: AbortSignal;
  /** Called with how much of the work is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Milliseconds for each look at the user's repository: to read every file instead takes longer. */
const TIMEOUT_MS = 60_000;

/** How much of the work is done when the index is listed, when the sizes are known, and before the contents are copied. */
const LISTED_SHARE = 0.15;
const SIZED_SHARE = 0.6;
const SORTED_SHARE = 0.7;

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
  const { git, signal, onProgress } = options;
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
    onProgress?.(SORTED_SHARE);
    await copyObjects(copy, run, files);
    await rename(copy.indexFile, git.indexFile);
    onProgress?.(1);
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
  { scope, maxFileBytes, maxBytes, maxFiles, onProgress }: BorrowedIndexOptions,
): Promise<{ readonly files: readonly IndexedFile[]; readonly others: readonly string[] }> {
  const listed = await indexedFiles(git, run);
  onProgress?.(LISTED_SHARE);
  const prefix = scope === '' ? '' : `${latin1(scope)}/`;
  const usable = listed.filter(
    ({ path, sizeBytes, isUsable }) => isUsable && sizeBytes <= maxFileBytes && path.startsWith(prefix),
  );
  if (usable.length > maxFiles) throw new Error(`The repository has ${usable.length} files.`);
  const total = usable.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total > maxBytes) throw new Error(`The repository has ${total} bytes.`);
  const converted = await convertedPaths(git, run.signal);
  const unconverted = usable.filter(({ path }) => !converted.has(path));
  const stored = await storedSizes(git, run, unconverted, (share) =>
    onProgress?.(LISTED_SHARE + share * (SIZED_SHARE - LISTED_SHARE)),
  );
  const files = unconverted.filter(({ hash, sizeBytes }) => stored.get(hash) === sizeBytes);
  const kept = new Set(files.map(({ path }) => path));
  return { files, others: listed.map(({ path }) => path).filter((path) => !kept.has(path)) };
}

/** One entry as `ls-files --stage --debug -z` prints it. */
const ENTRY =
  /(\d{6}) ([0-9a-f]{40}) ([0-3])\t([^\0]+)\0 {2}ctime: \d+:\d+\n {2}mtime: \d+:\d+\n {2}dev: \d+\tino: \d+\n {2}uid: \d+\tgid: \d+\n {2}size: (\d+)\tflags: ([0-9a-f]+)\n/y;
/** How a line of `cat-file` begins that says the size of a file. */
const BLOB = 'blob ';
/** What most names consist of: these are UTF-8 for sure. */
const ASCII = /^[\x20-\x7e]*$/;

/** Reads the list piece by piece as it comes: of a large repository all at once would hold up the window. */
async function indexedFiles(git: GitOptions, run: GitRun): Promise<readonly IndexedFile[]> {
  const files: IndexedFile[] = [];
  let rest = '';
  const onOutput = (piece: Buffer): void => {
    const text = rest + piece.toString('latin1');
    let end = 0;
    ENTRY.lastIndex = 0;
    for (let found = ENTRY.exec(text); found !== null; found = ENTRY.exec(text)) {
      const [, mode = '', hash = '', stage = '', path = '', size = '', flags = ''] = found;
      end = ENTRY.lastIndex;
      const isSeen = stage === '0' && (Number.parseInt(flags, 16) & UNSEEN_FLAGS) === 0;
      const isNamed = ASCII.test(path) || isUtf8(Buffer.from(path, 'latin1'));
      const isUsable = isSeen && isNamed && /^1[02]/.test(mode);
      files.push({ path, hash, sizeBytes: Number(size), isUsable });
    }
    rest = text.slice(end);
  };
  await runGit(git, ['ls-files', '--stage', '--debug', '-z'], { ...run, onOutput });
  if (rest !== '') throw new Error('The index of the repository could not be read.');
  return files;
}

/** The sizes of contents that the repository has, by hash. Nothing is fetched. */
async function storedSizes(
  git: GitOptions,
  run: GitRun,
  files: readonly IndexedFile[],
  onProgress: (share: number) => void,
): Promise<ReadonlyMap<string, number>> {
  const hashes = [...new Set(files.map(({ hash }) => hash))];
  const sizes = new Map<string, number>();
  if (hashes.length === 0) return sizes;
  let read = 0;
  let rest = '';
  const onOutput = (piece: Buffer): void => {
    const lines = (rest + piece.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      // One line for each, in the same order; that of a missing one has its name.
      const hash = hashes[read++];
      if (hash !== undefined && line.startsWith(BLOB)) sizes.set(hash, Number(line.slice(BLOB.length)));
    }
    onProgress(read / hashes.length);
  };
  const format = '--batch-check=%(objecttype) %(objectsize)';
  // Without `--buffer` git flushes its output after each line.
  const arguments_ = ['cat-file', '--buffer', format];
  await runGit(git, arguments_, { ...run, onOutput, input: `${hashes.join('\n')}\n` });
  return sizes;
}

/**
 * The paths of files of the index that the user's attributes convert on the way between the disk and git, by whatever
 * attributes count. Only those about which an attribute says anything are asked about one by one.
 */
async function convertedPaths(
  { workTree, indexFile }: GitOptions,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  const unspecified = CONVERSIONS.map((name) => `!${name}`).join(' ');
  const ask = async (args: readonly string[], input: Buffer): Promise<readonly string[]> => {
    const pieces: Buffer[] = [];
    await runRepositoryGit(workTree, args, {
      timeoutMs: TIMEOUT_MS,
      ...(signal === undefined ? {} : { signal }),
      input,
      indexFile,
      onOutput: (piece) => pieces.push(piece),
    });
    return Buffer.concat(pieces).toString('latin1').split('\0').slice(0, -1);
  };
  const list = ['--no-literal-pathspecs', 'ls-files', '-z', '--', `:(exclude,attr:${unspecified})`];
  const paths = [...new Set(await ask(list, Buffer.alloc(0)))];
  if (paths.length === 0) return new Set();
  const input = Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
  const fields = await ask(['check-attr', '-z', '--stdin', ...CONVERSIONS], input);
  if (fields.length !== paths.length * CONVERSIONS.length * 3)
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
    input: `${hashes.join('\n')}\n`,
  });
}

function latin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
