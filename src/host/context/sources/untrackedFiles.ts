// Files of a repository that git does not track yet, as parts of a diff that adds them.
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { addedFileDiff } from '../../../core/mentions/addedFileDiff.ts';
import { isSecretPath } from '../../../core/mentions/secretPaths.ts';
import { documentText } from '../files/fileContent.ts';

/** A larger file is only named, in bytes. */
const MAX_FILE_BYTES = 100_000;

/** The length of all untracked files together, in UTF-16 code units. */
const MAX_LENGTH = 400_000;

/** How many files are looked at. */
const MAX_FILES = 200;

export interface UntrackedFiles {
  readonly diff: string;
  /** Files whose text is not in the diff: binary, large, secret, or links. */
  readonly named: readonly string[];
}

/** Reads the files with those paths, which are relative to the folder. What cannot be read is only named. */
export async function untrackedFiles(
  folder: string,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<UntrackedFiles> {
  const named: string[] = [];
  let diff = '';
  for (const [index, path] of paths.entries()) {
    signal?.throwIfAborted();
    const text = index < MAX_FILES && !isSecretPath(path) ? await textOf(join(folder, path)) : undefined;
    const added = text === undefined ? undefined : addedFileDiff(path, text);
    if (added === undefined || diff.length + added.length > MAX_LENGTH) named.push(path);
    else diff += added;
  }
  return { diff, named };
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    const stats = await lstat(path);
    // A link may lead anywhere.
    return stats.isFile() ? await documentText(path, stats, MAX_FILE_BYTES) : undefined;
  } catch {
    return undefined;
  }
}
