// Finds the git repository of a folder, and refuses one that a `.git` only leads to: it may be any on the machine.
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from '../core/paths/pathContainment.ts';
import { RepositoryError } from '../core/ports/repositoryError.ts';
import { readBounded } from '../storage/boundedRead.ts';
import { runRepositoryGit, type RepositoryGitOptions } from './repositoryGit.ts';
import { whatLeadsOut } from './repositoryReach.ts';

/** Such a file holds one path. */
const MAX_BYTES = 16 * 1024;

type Limits = Pick<RepositoryGitOptions, 'timeoutMs' | 'signal'>;

/** A repository of the user's. All real paths. */
export interface RepositoryPlace {
  /** The folder of the work tree. */
  readonly top: string;
  /** What the `.git` of the top is, or leads to. */
  readonly gitFolder: string;
  /** Where its objects and branches are: those of a worktree are in the repository that it was made from. */
  readonly commonFolder: string;
}

interface Place extends RepositoryPlace {
  readonly folder: string;
}

/** The top of the work tree that a folder is in, as git spells it; rejects as {@link ownRepositoryPlace} does. */
export async function ownRepository(folder: string, limits: Limits): Promise<string> {
  return (await found(folder, limits)).spelled;
}

/**
 * Where the repository is that a folder, absolute, is in. Rejects with a {@link RepositoryError}, also
 * where the repository is not that folder's: git reads whatever a `.git`, its `commondir`, `core.worktree`, alternates and
 * links name, and a repository can arrive with each of them.
 */
export async function ownRepositoryPlace(folder: string, limits: Limits): Promise<RepositoryPlace> {
  return (await found(folder, limits)).place;
}

async function found(
  folder: string,
  limits: Limits,
): Promise<{ readonly spelled: string; readonly place: RepositoryPlace }> {
  const args = ['rev-parse', '--show-toplevel', '--absolute-git-dir', '--git-common-dir'];
  const { text } = await runRepositoryGit(folder, args, limits);
  const [top, gitFolder, commonFolder, ...others] = text.trimEnd().split(/\r?\n/);
  if (top === undefined || gitFolder === undefined || commonFolder === undefined || others.length > 0)
    throw new RepositoryError('failed', 'The name of the folder has several lines.');
  const paths = [folder, top, gitFolder, resolve(folder, commonFolder)];
  const [realFolder, realTop, realGit, realCommon] = await Promise.all(paths.map(real));
  const place =
    realFolder === undefined || realTop === undefined || realGit === undefined || realCommon === undefined
      ? undefined
      : { folder: realFolder, top: realTop, gitFolder: realGit, commonFolder: realCommon };
  if (place === undefined || !(await belongs(place, limits))) throw new RepositoryError('failed', NOT_OWN);
  const own = [place.top, place.gitFolder, place.commonFolder];
  const isOwn = (path: string): boolean => own.some((each) => isIn(each, path));
  const outward = await whatLeadsOut(own.slice(1), isOwn, limits.signal);
  if (outward !== undefined) throw new RepositoryError('failed', outward);
  return { spelled: top, place };
}

const NOT_OWN =
  'The .git of the folder leads to the repository of another one, which does not name this folder. After a worktree ' +
  'was moved, use "git worktree repair"; with a separate git directory, set core.worktree in it to this folder.';

async function belongs(place: Place, limits: Limits): Promise<boolean> {
  const { folder, top, gitFolder, commonFolder } = place;
  if (!isIn(top, folder) || (await namedBy(top)) !== gitFolder) return false;
  if (isIn(top, gitFolder) && isIn(top, commonFolder)) return true;
  if (gitFolder === commonFolder) return isSubmodule(place, limits);
  // A worktree: the repository that it was made from knows it.
  const isRegistered =
    basename(dirname(gitFolder)) === 'worktrees' && dirname(dirname(gitFolder)) === commonFolder;
  const back = isRegistered ? await firstLine(join(gitFolder, 'gitdir')) : '';
  if (back === '') return false;
  const link = resolve(gitFolder, back);
  return basename(link) === '.git' && (await real(dirname(link))) === top;
}

/** Whether the configuration of the repository, which is outside of the work tree, names the work tree. */
async function isSubmodule({ top, gitFolder }: Place, limits: Limits): Promise<boolean> {
  const { text } = await runRepositoryGit(top, ['config', '--get', 'core.worktree'], limits).catch(() => ({
    text: '',
  }));
  const named = text.replace(/\r?\n$/, '');
  return named !== '' && (await real(resolve(gitFolder, named))) === top;
}

/** The real path of the repository that a folder's `.git`, a folder, file or link, is or leads to. */
async function namedBy(top: string): Promise<string | undefined> {
  const path = join(top, '.git');
  const [, named] = /^gitdir: (.+)$/.exec(await firstLine(path)) ?? [];
  return real(named === undefined ? path : resolve(top, named));
}

/** Empty for what is not a file. */
async function firstLine(path: string): Promise<string> {
  const text = await readBounded(path, MAX_BYTES).then(String, () => '');
  return text.split(/\r?\n/, 1)[0] ?? '';
}

async function real(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

function isIn(folder: string, path: string): boolean {
  return isInside(folder, path, process.platform === 'win32' ? 'windows' : 'posix');
}
