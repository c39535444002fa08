// Files that run on their own and that no snapshot holds: those of the git repository, and ignored ones. What is in
// them is compared before and after a turn. Pure Node; no `vscode` import.
import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { sameCommandsConfig } from './gitConfigText.ts';

/** Only the first files are compared where there are more. */
const MAX_FILES = 500;
const MAX_DEPTH = 6;
/** Larger files are compared by size and times. */
const MAX_READ_BYTES = 512 * 1024;

/** Too large to be looked at before each prompt, or looked at as the repository. */
const SKIPPED_FOLDERS = new Set(['.git', 'node_modules', '.venv', 'venv', '.gradle', '.yarn']);

/** What was in each file, by path: text that differs where the contents do. */
export type Fingerprints = ReadonlyMap<string, string>;

/** The files that are guarded in a folder now. Never rejects: what cannot be read counts as absent. */
export async function fingerprints(
  folder: string,
  isProtected: (path: string) => boolean,
): Promise<Fingerprints> {
  const paths = [...(await repositoryFiles(folder)), ...(await protectedFiles(folder, isProtected))];
  const found = new Map<string, string>();
  for (const path of new Set(paths)) {
    const print = await fingerprint(path);
    if (print !== undefined) found.set(path, print);
  }
  return found;
}

/** {@link fingerprints} of files that were found before: what led to them may be gone, as with a worktree. */
export async function fingerprintsAgain(before: Fingerprints, found: Fingerprints): Promise<Fingerprints> {
  const again = new Map(found);
  for (const path of before.keys()) {
    if (found.has(path)) continue;
    const print = await fingerprint(path);
    if (print !== undefined) again.set(path, print);
  }
  return again;
}

/** The paths at which something else is, or is no longer. */
export function changedPaths(before: Fingerprints, after: Fingerprints): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted();
}

async function fingerprint(path: string): Promise<string | undefined> {
  try {
    const stats = await lstat(path);
    if (stats.isSymbolicLink()) return `link ${await readlink(path)}`;
    if (!stats.isFile()) return undefined;
    const mode = stats.mode & 0o111;
    if (stats.size > MAX_READ_BYTES) return `large ${mode} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
    const contents = await readFile(path);
    const compared = /[\\/]config$/.test(path) ? sameCommandsConfig(contents.toString('latin1')) : contents;
    return `file ${mode} ${createHash('sha256').update(compared).digest('hex')}`;
  } catch {
    return undefined;
  }
}

/** What git runs commands from, in the repository that the folder is in. */
async function repositoryFiles(folder: string): Promise<readonly string[]> {
  for (let above = folder; ; above = dirname(above)) {
    const dotGit = join(above, '.git');
    const kind = await lstat(dotGit).catch(() => undefined);
    if (kind !== undefined) return [...(kind.isDirectory() ? [] : [dotGit]), ...(await inRepository(dotGit))];
    // One that is made during the turn is noticed too.
    if (dirname(above) === above) return inRepository(join(folder, '.git'));
  }
}

async function inRepository(dotGit: string): Promise<readonly string[]> {
  const own = await pathIn(dotGit, /^gitdir: (.*)$/m, dotGit);
  const common = await pathIn(join(own, 'commondir'), /^(.*)$/m, own, own);
  const modules = await readdir(join(common, 'modules')).catch(() => []);
  const repositories = [common, ...modules.slice(0, 50).map((name) => join(common, 'modules', name))];
  const files = [join(own, 'config.worktree')];
  for (const repository of repositories) {
    const hooks = await readdir(join(repository, 'hooks')).catch(() => []);
    files.push(join(repository, 'config'), join(repository, 'info', 'attributes'));
    files.push(...hooks.slice(0, MAX_FILES).map((name) => join(repository, 'hooks', name)));
  }
  return files;
}

/** The path that a small file names, relative to its folder or `base`; `otherwise` where it names none. */
async function pathIn(
  file: string,
  pattern: RegExp,
  otherwise: string,
  base = dirname(file),
): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const named = pattern.exec(text)?.[1]?.trim() ?? '';
  return named === '' ? otherwise : resolve(base, named);
}

/** The protected files at the top of a folder and in its protected folders. */
async function protectedFiles(
  folder: string,
  isProtected: (path: string) => boolean,
): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (path: string, depth: number): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const inner = join(path, entry.name);
      if (found.length >= MAX_FILES || SKIPPED_FOLDERS.has(entry.name)) continue;
      // At the top most files are not guarded, and below a guarded folder all are.
      if (depth === 0 && !isProtected(inner)) {
        if (entry.name === '.github') await visit(inner, depth);
      } else if (!entry.isDirectory()) found.push(inner);
      else if (depth < MAX_DEPTH) await visit(inner, depth + 1);
    }
  };
  await visit(folder, 0);
  return found;
}
