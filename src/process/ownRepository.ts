// Finds the git repository of a folder, and refuses one that a `.git` only leads to: it may be any on the machine.
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from '../core/paths/pathContainment.ts';
import { RepositoryError } from '../core/ports/repositoryError.ts';
import { runRepositoryGit, type RepositoryGitOptions } from './repositoryGit.ts';

/** Such a file holds one path. */
const MAX_BYTES = 16 * 1024;

/** Without following a link, and without waiting for a pipe's other end. */
const CAREFULLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

type Limits = Pick<RepositoryGitOptions, 'timeoutMs' | 'signal'>;

/** All real paths. */
interface Place {
  readonly folder: string;
  /** Of the work tree. */
  readonly top: string;
  /** What the `.git` of the top is, or leads to. */
  readonly gitFolder: string;
  /** Where its objects and branches are: those of a worktree are in the repository that it was made from. */
  readonly commonFolder: string;
}

/**
 * The top of the work tree that a folder, absolute, is in, as git spells it. Rejects with a {@link RepositoryError}, also
 * where the repository is not that folder's: git reads whatever a `.git`, its `commondir` or `core.worktree` name, and a
 * repository can arrive with each of them.
 */
export async function ownRepository(folder: string, limits: Limits): Promise<string> {
  const args = ['rev-parse', '--show-toplevel', '--absolute-git-dir', '--git-common-dir'];
  const { text } = await runRepositoryGit(folder, args, limits);
  const [top, gitFolder, commonFolder, ...others] = text.trimEnd().split(/\r?\n/);
  if (top === undefined || gitFolder === undefined || commonFolder === undefined || others.length > 0)
    throw new RepositoryError('failed', 'The name of the folder has several lines.');
  const paths = [folder, top, gitFolder, resolve(folder, commonFolder)];
  const [realFolder, realTop, realGit, realCommon] = await Promise.all(paths.map(real));
  const isOwn =
    realFolder !== undefined &&
    realTop !== undefined &&
    realGit !== undefined &&
    realCommon !== undefined &&
    (await belongs(
      { folder: realFolder, top: realTop, gitFolder: realGit, commonFolder: realCommon },
      limits,
    ));
  if (isOwn) return top;
  throw new RepositoryError(
    'failed',
    'The .git of the folder leads to the repository of another one. After a worktree was moved, use "git worktree repair".',
  );
}

async function belongs(place: Place, limits: Limits): Promise<boolean> {
  const { folder, top, gitFolder, commonFolder } = place;
  if (!isIn(top, folder) || (await namedBy(top)) !== gitFolder) return false;
  if (isIn(top, gitFolder) && isIn(top, commonFolder)) return true;
  if (gitFolder === commonFolder) return isSubmodule(place, limits);
  // A worktree: the repository that it was made from knows it.
  const isRegistered =
    basename(dirname(gitFolder)) === 'worktrees' && dirname(dirname(gitFolder)) === commonFolder;
  const back = isRegistered ? await firstLine(join(gitFolder, 'gitdir')) : undefined;
  if (back === undefined) return false;
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
  const [, named] = /^gitdir: (.+)$/.exec((await firstLine(path)) ?? '') ?? [];
  return real(named === undefined ? path : resolve(top, named));
}

/** Undefined for what is not a file. */
async function firstLine(path: string): Promise<string | undefined> {
  const handle = await open(path, CAREFULLY).catch(() => undefined);
  try {
    if ((await handle?.stat())?.isFile() !== true) return undefined;
    const read = await handle?.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
    return /^[^\r\n]*/.exec(read?.buffer.toString('utf8', 0, read.bytesRead) ?? '')?.[0];
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}

async function real(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

function isIn(folder: string, path: string): boolean {
  return isInside(folder, path, process.platform === 'win32' ? 'windows' : 'posix');
}
