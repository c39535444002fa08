// Whether a folder takes names for the same that differ only in letter case: also on Linux, in folders of Windows or macOS
// that containers and WSL use.
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What may be looked up. */
export interface LetterCaseOptions {
  readonly platform?: NodeJS.Platform;
  /** Whether something of that path is there. */
  readonly exists?: (path: string) => Promise<boolean>;
}

/** Nothing is written to find out: one of the folder's names is looked up in another case. Never rejects. */
export async function ignoresLetterCase(
  folder: string,
  { platform = process.platform, exists = isThere }: LetterCaseOptions = {},
): Promise<boolean> {
  if (platform === 'win32' || platform === 'darwin') return true;
  const names = new Set(await readdir(folder).catch(() => []));
  for (const name of names) {
    const other = inOtherCase(name);
    if (!names.has(other)) return exists(join(folder, other));
  }
  return false;
}

/** The name with each Latin letter in its other case. */
function inOtherCase(name: string): string {
  return name.replaceAll(/[a-z]+|[A-Z]+/g, (letters) =>
    letters >= 'a' ? letters.toUpperCase() : letters.toLowerCase(),
  );
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
