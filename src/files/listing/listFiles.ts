// Lists the files of a folder without ignored ones: by git where it can, else by walking through the folders.
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readBounded } from '../../storage/boundedRead.ts';
import { ignoreRules, type IgnoreRules } from './ignoreRules.ts';
import { ownRepository } from '../../process/ownRepository.ts';
import { runRepositoryGit } from '../../process/repositoryGit.ts';

export interface ListFilesOptions {
  /** Called with each batch of paths, relative to the folder, with `/` between their parts. */
  readonly onFiles: (paths: readonly string[]) => void;
  /** Called with a path that was reported but is not there: git knows files that were deleted. */
  readonly onMissing: (path: string) => void;
  /** Whether a folder is left out by its relative path. */
  readonly isExcluded: (path: string) => boolean;
  readonly maxFiles: number;
  /** Whether the files that git tracks are reported at once, before it has looked for others and for deleted ones. */
  readonly startsWithTracked?: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Repositories inside of others, and folders inside of each other, beyond these are not listed. */
const MAX_DEPTH = 40;

const MAX_IGNORE_FILE_BYTES = 256 * 1024;

/**
 * Lists a folder, absolute. Never rejects: what cannot be listed is left out. Where the repository is not the folder's
 * own, its index says nothing of the folder, so that is walked through.
 */
export async function listFiles(folder: string, options: ListFilesOptions): Promise<void> {
  const listing = new Listing(folder, options);
  if (options.startsWithTracked === true) await listing.tracked();
  if (!(await listing.repository('', 0))) await listing.walk('', [], 0);
}

interface FolderRules {
  /** The relative path of the folder that the rules are for. */
  readonly folder: string;
  readonly rules: IgnoreRules;
}

class Listing {
  readonly #root: string;
  readonly #options: ListFilesOptions;
  #found = 0;

  constructor(root: string, options: ListFilesOptions) {
    this.#root = root;
    this.#options = options;
  }

  /** Reports what the index of the repository has, which takes git milliseconds; it is reported again later. */
  async tracked(): Promise<void> {
    const { signal, timeoutMs, onFiles, maxFiles } = this.#options;
    let room = maxFiles;
    const accept = entries((paths) => {
      onFiles(paths.slice(0, room));
      room = Math.max(0, room - paths.length);
    });
    const run = { timeoutMs, signal, onOutput: accept };
    if (!(await this.#hasOwnRepository(this.#root))) return;
    await runRepositoryGit(this.#root, ['ls-files', '-c', '-z'], run).catch(() => undefined);
  }

  /** Lists a folder by git. Resolves to false where there is no repository, no git, or nothing that it lists. */
  async repository(folder: string, depth: number): Promise<boolean> {
    const { signal, timeoutMs } = this.#options;
    if (!(await this.#hasOwnRepository(join(this.#root, folder)))) return false;
    const nested: string[] = [];
    const abort = new AbortController();
    const before = this.#found;
    let hasModules = false;
    const missing: string[] = [];
    const accept = entries((found) => {
      const paths: string[] = [];
      for (const entry of found) {
        const path = folder + entry.slice(2);
        if (entry.startsWith('R ')) missing.push(path);
        else if (path.endsWith('/')) nested.push(path);
        else paths.push(path);
        if (path === `${folder}.gitmodules`) hasModules = true;
      }
      this.#report(paths);
      if (this.#isFull) abort.abort();
    });
    const args = ['ls-files', '-t', '-c', '-d', '-o', '--exclude-standard', '-z'];
    const isListed = await runRepositoryGit(join(this.#root, folder), args, {
      timeoutMs,
      signal: AbortSignal.any([signal, abort.signal]),
      onOutput: accept,
    }).then(
      () => true,
      () => this.#found > before,
    );
    for (const path of missing) this.#options.onMissing(path);
    if (!isListed || depth >= MAX_DEPTH) return isListed;
    if (hasModules) nested.push(...(await this.#submodules(folder)));
    for (const inner of nested) {
      if (this.#isOver) break;
      if (!this.#options.isExcluded(inner.slice(0, -1))) await this.#inner(inner, depth + 1);
    }
    return this.#found > before || nested.length > 0;
  }

  /** Lists a folder by reading it and those in it. Links are not followed. */
  async walk(folder: string, outer: readonly FolderRules[], depth: number): Promise<void> {
    if (this.#isOver || depth > MAX_DEPTH) return;
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true }).catch(
      (): Dirent[] => [],
    );
    const own = entries.some((entry) => entry.name === '.gitignore' && entry.isFile())
      ? await this.#rulesOf(folder)
      : undefined;
    const rules = own === undefined ? outer : [{ folder, rules: own }, ...outer];
    const isIgnored = (path: string, isFolder: boolean): boolean =>
      rules
        .map((each) => each.rules(path.slice(each.folder.length), isFolder))
        .find((ignores) => ignores !== undefined) === true;
    const files: string[] = [];
    const folders: string[] = [];
    for (const entry of entries) {
      const path = folder + entry.name;
      if (entry.name === '.git' || isIgnored(path, entry.isDirectory())) continue;
      if (!entry.isDirectory()) files.push(path);
      else if (!this.#options.isExcluded(path)) folders.push(`${path}/`);
    }
    this.#report(files);
    for (const inner of folders) {
      if (this.#isOver) return;
      await this.#inner(inner, depth + 1, rules);
    }
  }

  get #isFull(): boolean {
    return this.#found >= this.#options.maxFiles;
  }

  get #isOver(): boolean {
    return this.#isFull || this.#options.signal.aborted;
  }

  async #hasOwnRepository(folder: string): Promise<boolean> {
    const { signal, timeoutMs } = this.#options;
    return ownRepository(folder, { signal, timeoutMs }).then(
      () => true,
      () => false,
    );
  }

  async #inner(folder: string, depth: number, rules: readonly FolderRules[] = []): Promise<void> {
    const hasGit = await readdir(join(this.#root, folder)).then(
      (names) => names.includes('.git'),
      () => false,
    );
    if (hasGit && (await this.repository(folder, depth))) return;
    await this.walk(folder, rules, depth);
  }

  #report(paths: readonly string[]): void {
    const room = this.#options.maxFiles - this.#found;
    const reported = paths.length <= room ? paths : paths.slice(0, room);
    this.#found += reported.length;
    if (reported.length > 0) this.#options.onFiles(reported);
  }

  async #rulesOf(folder: string): Promise<IgnoreRules | undefined> {
    const path = join(this.#root, folder, '.gitignore');
    return readBounded(path, MAX_IGNORE_FILE_BYTES).then(
      (bytes) => ignoreRules(bytes.toString('utf8')),
      () => undefined,
    );
  }

  /** The folders of submodules, which git lists as if they were files. */
  async #submodules(folder: string): Promise<readonly string[]> {
    const text = await readBounded(join(this.#root, folder, '.gitmodules'), MAX_IGNORE_FILE_BYTES).then(
      (bytes) => bytes.toString('utf8'),
      () => '',
    );
    return [...text.matchAll(/^\s*path\s*=\s*(.+?)\s*$/gm)].flatMap(([, path = '']) => {
      if (path.startsWith('/') || path.split('/').includes('..')) return [];
      this.#options.onMissing(folder + path);
      return [`${folder}${path}/`];
    });
  }
}

/** Divides output of git into its entries, each of which ends with a zero byte. */
function entries(onEntries: (found: readonly string[]) => void): (piece: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (piece) => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const end = bytes.lastIndexOf(0);
    rest = Buffer.from(bytes.subarray(end + 1));
    if (end > 0) onEntries(bytes.toString('utf8', 0, end).split('\0'));
  };
}
