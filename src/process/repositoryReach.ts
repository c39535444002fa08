// Finds what leads out of a repository that looks like the folder's own: links, and objects borrowed from another one.
import { readdir, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readBounded } from '../storage/boundedRead.ts';

/** The folders in which git looks for objects and branches; besides, it reads files at the top. */
const READ_FOLDERS: ReadonlySet<string> = new Set([
  'objects',
  'refs',
  'info',
  'logs',
  'reftable',
  'worktrees',
]);

/** In place of bytes that are not UTF-8: of such a name nobody knows here where it leads. */
const UNDECODED = '\uFFFD';

/** Nothing here is read, written or run, and links of these names are usual at the top. */
const UNREAD: ReadonlySet<string> = new Set(['hooks', 'lfs', 'annex', 'rr-cache']);

/** Patterns in `info` that many share among their repositories: git takes nothing else from these files. */
const PATTERNS: ReadonlySet<string> = new Set(['exclude', 'attributes']);
const MAX_PATTERN_BYTES = 1024 * 1024;

/** Where a folder is in that of git. */
type Place = 'top' | 'info' | 'inner';

/** Looking through more would take seconds. */
const MAX_ENTRIES = 500_000;

/** git follows no more of them either. */
const MAX_ALTERNATES = 5;
const MAX_ALTERNATES_BYTES = 64 * 1024;

/** Linux follows as many. */
const MAX_LINKS = 40;

/**
 * What git would read, or write, elsewhere than in a repository; undefined where there is no such thing. Rejects with the
 * reason of the signal once that aborts.
 */
export async function whatLeadsOut(
  gitFolders: readonly string[],
  isOwn: (realPath: string) => boolean,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const reach = new Reach(isOwn, signal);
  for (const folder of new Set(gitFolders)) {
    const found = (await reach.links(folder, 'top')) ?? (await reach.alternates(join(folder, 'objects'), 0));
    if (found !== undefined) return found;
  }
  return undefined;
}

class Reach {
  readonly #isOwn: (realPath: string) => boolean;
  readonly #signal: AbortSignal | undefined;
  readonly #followed = new Set<string>();
  #entries = 0;

  constructor(isOwn: (realPath: string) => boolean, signal: AbortSignal | undefined) {
    this.#isOwn = isOwn;
    this.#signal = signal;
  }

  async links(folder: string, place: Place): Promise<string | undefined> {
    this.#signal?.throwIfAborted();
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) =>
      isMissing(error) ? [] : undefined,
    );
    if (entries === undefined) return `A folder of the repository cannot be read: ${folder}`;
    this.#entries += entries.length;
    if (this.#entries > MAX_ENTRIES) return 'The .git of the folder has too many files to check.';
    const inner: (readonly [string, Place])[] = [];
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.name.includes(UNDECODED)) return `The repository has a name that is not UTF-8: ${path}`;
      if (entry.isDirectory() && (place !== 'top' || READ_FOLDERS.has(entry.name)))
        inner.push([path, place === 'top' && entry.name === 'info' ? 'info' : 'inner']);
      if (!entry.isSymbolicLink() || (place === 'top' && UNREAD.has(entry.name))) continue;
      const end = await endOf(path);
      if (place === 'info' && PATTERNS.has(entry.name) && (await isSmallFile(end))) continue;
      if (!this.#isOwn(end)) return `The repository has a link that leads out of it: ${path}`;
      if (this.#followed.has(end)) continue;
      this.#followed.add(end);
      inner.push([end, 'inner']);
    }
    const found = await Promise.all(inner.map(([path, where]) => this.links(path, where)));
    return found.find((each) => each !== undefined);
  }

  async alternates(objects: string, depth: number): Promise<string | undefined> {
    // git begins at the real folder, too.
    const base = await endOf(objects);
    const path = join(base, 'info', 'alternates');
    const text = await readBounded(path, MAX_ALTERNATES_BYTES).then(String, (error: unknown) =>
      isMissing(error) ? '' : undefined,
    );
    const refused = `The repository takes objects from another one, named by ${path}: run "git repack -a -d", then delete that file.`;
    if (text === undefined || depth > MAX_ALTERNATES) return refused;
    for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
      const other = await endOf(resolve(base, line));
      // What is quoted has escapes.
      if (line.startsWith('"') || line.includes(UNDECODED) || !this.#isOwn(other)) return refused;
      const found = (await this.links(other, 'inner')) ?? (await this.alternates(other, depth + 1));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** The real path of what a link leads to, also where nothing is there yet: git may write it. */
async function endOf(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  let end = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    const next = await readlink(end).catch(() => undefined);
    if (next === undefined) break;
    end = resolve(dirname(end), next);
  }
  const folder = await realpath(dirname(end)).catch(() => dirname(end));
  return join(folder, basename(end));
}

/** Whether git can read a path without waiting, or nothing is there. */
async function isSmallFile(path: string): Promise<boolean> {
  return stat(path).then((file) => file.isFile() && file.size <= MAX_PATTERN_BYTES, isMissing);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
