// Makes the folder of a shadow repository, with settings of Parley's and ignore rules of the user's.
import { copyFile, lstat, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readBounded } from '../storage/boundedRead.ts';
import { makePrivateFolder, replacePrivateFile, writePrivateFile } from '../storage/privateFiles.ts';
import { ignoresLetterCase } from './letterCase.ts';
import { pathInFolder } from './localPaths.ts';
import { personalIgnoreFile } from './gitProcess.ts';

/** The index of another window counts as left over after a week. */
const MAX_INDEX_AGE_MS = 7 * 24 * 3_600_000;
const INDEX_HEADER_BYTES = 12;
/** Ignore rules are read up to this size. */
const MAX_RULES_BYTES = 1024 ** 2;
/** Ignored also where no .gitignore says so; a .gitignore can include it again. */
const USUALLY_IGNORED = [
  'node_modules/',
  'bower_components/',
  '.venv/',
  '__pycache__/',
  '.DS_Store',
  'Thumbs.db',
];

/**
 * Attributes of the user's project must not change what is stored: line ends, filters such as LFS, encodings.
 * This file comes before all of theirs.
 */
const ATTRIBUTES = '* -text -eol -ident -filter -working-tree-encoding\n';

/** The nearest folder from `folder` upwards that is the top of a repository of the user. */
export async function enclosingRepository(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    if (await isRepository(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Makes or renews a repository for the files of a work tree. */
export async function prepareGitDir(options: {
  readonly gitDir: string;
  readonly workTree: string;
  readonly storage: string;
  readonly command: string;
  readonly signal: AbortSignal;
  /** {@link ignoresLetterCase} */
  readonly ignoresCase?: (folder: string) => Promise<boolean>;
}): Promise<void> {
  const { gitDir, workTree, storage, command, signal, ignoresCase = ignoresLetterCase } = options;
  await makeRepository(gitDir, {
    exclude: await ruleTexts(workTree, storage),
    excludesFile: await personalIgnoreFile(workTree, command, signal),
    ignoresCase: await ignoresCase(workTree),
  });
  await removeOldIndexes(gitDir);
}

/** A new window starts from the index of the last one; resolves to whether there was one. */
export async function adoptIndex(gitDir: string, own: string): Promise<boolean> {
  return copyIndex(join(gitDir, 'index'), own).then(
    () => true,
    (error: unknown) => ignoreMissing(error) ?? false,
  );
}

/**
 * Copies an index. git compares the times of files with the index's own time, so a copy must never look newer; the time of
 * an older one, where it is replaced meanwhile, only has git look at more files.
 */
export async function copyIndex(from: string, to: string): Promise<void> {
  const { atimeMs, mtimeMs } = await stat(from);
  await copyFile(from, to);
  await utimes(to, Math.floor(atimeMs) / 1000, Math.floor(mtimeMs) / 1000);
}

/** How many files an index has: the third number of its header. 0 where there is none. */
export async function fileCountOf(indexFile: string): Promise<number> {
  const file = await open(indexFile).catch(ignoreMissing);
  if (file === undefined) return 0;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(INDEX_HEADER_BYTES), 0, INDEX_HEADER_BYTES, 0);
    return bytesRead < INDEX_HEADER_BYTES ? 0 : buffer.readUInt32BE(INDEX_HEADER_BYTES - 4);
  } finally {
    await file.close();
  }
}

/** Leaves the window's index for the next one, if there is one. */
export async function publishIndex(gitDir: string, own: string): Promise<void> {
  const temporary = `${own}.published`;
  await copyIndex(own, temporary)
    .then(() => rename(temporary, join(gitDir, 'index')))
    .catch(ignoreMissing);
}

/**
 * Names an object. Written as git writes a ref, through a lock that git leaves alone: a prompt waits for this, and to
 * start git takes longer than all the rest of it. Rejects where the same ref is being written.
 */
export async function writeRef(gitDir: string, name: string, id: string): Promise<void> {
  const file = join(gitDir, name);
  await makePrivateFolder(dirname(file));
  await writePrivateFile(`${file}.lock`, `${id}\n`, { exclusive: true });
  await rename(`${file}.lock`, file);
}

/** Ignore rules besides those in the project's .gitignore files. */
async function ruleTexts(workTree: string, storage: string): Promise<string> {
  const file = join(workTree, '.git', 'info', 'exclude');
  const theirs = await readBounded(file, MAX_RULES_BYTES).then(String, () => '');
  const inside = pathInFolder(workTree, storage);
  return [...USUALLY_IGNORED, theirs, inside === undefined ? '' : `/${inside}/`, ''].join('\n');
}

/** Indexes of windows that ended without tidying up. */
async function removeOldIndexes(gitDir: string): Promise<void> {
  const old = Date.now() - MAX_INDEX_AGE_MS;
  for (const name of await readdir(gitDir)) {
    if (!name.startsWith('index-')) continue;
    const path = join(gitDir, name);
    const stats = await lstat(path).catch(ignoreMissing);
    if (stats !== undefined && stats.mtimeMs < old) await rm(path, { force: true });
  }
}

interface FolderFacts {
  /** The ignore rules themselves. */
  readonly exclude: string;
  /** A file with more of them. */
  readonly excludesFile: string | undefined;
  /** {@link ignoresLetterCase} */
  readonly ignoresCase: boolean;
}

async function makeRepository(
  gitDir: string,
  { exclude, excludesFile, ignoresCase }: FolderFacts,
): Promise<void> {
  await makePrivateFolder(gitDir);
  for (const folder of ['objects', 'refs', 'info']) await makePrivateFolder(join(gitDir, folder));
  // Each in one step: another window may be using the repository.
  await replacePrivateFile(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n');
  await replacePrivateFile(join(gitDir, 'config'), repositoryConfig(excludesFile, ignoresCase));
  await replacePrivateFile(join(gitDir, 'info', 'attributes'), ATTRIBUTES);
  await replacePrivateFile(join(gitDir, 'info', 'exclude'), exclude);
}

function repositoryConfig(excludesFile: string | undefined, ignoresCase: boolean): string {
  const isWindows = process.platform === 'win32';
  const lines = [
    '[core]',
    'repositoryFormatVersion = 0',
    'bare = false',
    `fileMode = ${!isWindows}`,
    `symlinks = ${!isWindows}`,
    `ignoreCase = ${ignoresCase}`,
    `precomposeUnicode = ${process.platform === 'darwin'}`,
    // What git writes is for the user alone, whatever the umask: files may have been private where they were.
    'sharedRepository = 0600',
    'autocrlf = false',
    'safecrlf = false',
    'fsmonitor = false',
    'untrackedCache = false',
    'splitIndex = false',
    'hooksPath = /dev/null',
    'longPaths = true',
    // Parley never checks anything out with git, so names that would be dangerous to check out can be stored.
    'protectNTFS = false',
    'protectHFS = false',
    'compression = 1',
    'logAllRefUpdates = false',
    ...(excludesFile === undefined ? [] : [`excludesFile = ${JSON.stringify(excludesFile)}`]),
    '[gc]',
    'auto = 0',
    'autoDetach = false',
    'packRefs = true',
    '[maintenance]',
    'auto = false',
    '',
  ];
  return lines.join('\n');
}

/** Sandboxes of agents leave empty folders of this name where there was none. A worktree and a submodule have a file. */
async function isRepository(gitPath: string): Promise<boolean> {
  const kinds = await Promise.all(
    [gitPath, join(gitPath, 'HEAD')].map((path) => lstat(path).catch(() => undefined)),
  );
  return kinds[0]?.isFile() === true || kinds[1] !== undefined;
}

function ignoreMissing(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  throw error;
}
