// Finds what leads out of a repository that looks like the folder's own: links, and objects borrowed from another one.
import { readdir, readlink, realpath } from 'node:fs/promises';
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

/** Nothing here is read or run, and links of these names are usual. */
const UNREAD: ReadonlySet<string> = new Set(['hooks', 'lfs', 'annex']);

/** Looking through more would take seconds. */
const MAX_ENTRIES = 500_000;

/** git follows no more of them either. */
const MAX_ALTERNATES = 5;
const MAX_ALTERNATES_BYTES = 64 * 1024;

/** As many as Linux follows. */
const MAX_LINKS = 40;

/** What git would read, or write, elsewhere than in a repository; undefined where there is no such thing. */
export async function whatLeadsOut(
  gitFolders: readonly string[],
  isOwn: (realPath: string) => boolean,
): Promise<string | undefined> {
  const reach = new Reach(isOwn);
  for (const folder of new Set(gitFolders)) {
    const found =
      (await reach.links(folder, (name) => READ_FOLDERS.has(name))) ??
      (await reach.alternates(join(folder, 'objects'), 0));
    if (found !== undefined) return found;
  }
  return undefined;
}

class Reach {
  readonly #isOwn: (realPath: string) => boolean;
  readonly #followed = new Set<string>();
  #entries = 0;

  constructor(isOwn: (realPath: string) => boolean) {
    this.#isOwn = isOwn;
  }

  async links(folder: string, isRead: (name: string) => boolean): Promise<string | undefined> {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) =>
      isMissing(error) ? [] : undefined,
    );
    if (entries === undefined) return `A folder of the repository cannot be read: ${folder}`;
    this.#entries += entries.length;
    if (this.#entries > MAX_ENTRIES) return 'The .git of the folder has too many files to check.';
    const inner: string[] = [];
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.name.includes(UNDECODED)) return `The repository has a name that is not UTF-8: ${path}`;
      if (entry.isDirectory() && isRead(entry.name)) inner.push(path);
      if (!entry.isSymbolicLink() || UNREAD.has(entry.name)) continue;
      const end = await endOf(path);
      if (!this.#isOwn(end)) return `The repository has a link that leads out of it: ${path}`;
      if (this.#followed.has(end)) continue;
      this.#followed.add(end);
      inner.push(end);
    }
    const found = await Promise.all(inner.map((path) => this.links(path, () => true)));
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
      const found = (await this.links(other, () => true)) ?? (await this.alternates(other, depth + 1));
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

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
