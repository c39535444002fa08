// A session's folder on the disk beside a folder outside of it, and what an agent is refused there.
import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileAccessError, type FileRefusal } from '../../src/core/ports/fileAccess.ts';

export interface SessionFolder {
  /** Holds both; the test removes it. */
  readonly base: string;
  readonly root: string;
  /** Holds a file `secret`. */
  readonly outside: string;
}

export async function makeSessionFolder(): Promise<SessionFolder> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'parley-files-')));
  const root = join(base, 'ws');
  const outside = join(base, 'outside');
  await mkdir(root);
  await mkdir(outside);
  await writeFile(join(outside, 'secret'), 'secret');
  return { base, root, outside };
}

/** The refusal that the promise rejects with. */
export async function refusal(promise: Promise<unknown>): Promise<FileRefusal> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof FileAccessError) return error.refusal;
    throw error;
  }
  throw new Error('it did not reject');
}
