// What the operating system says about a file, in the words an agent is told. Pure Node; no `vscode` import.
import { FileAccessError, type FileRefusal } from '../core/ports/fileAccess.ts';
import { visiblePath } from '../core/paths/visiblePath.ts';

interface Trouble {
  readonly refusal: FileRefusal;
  /** The end of a sentence that starts with the path. */
  readonly words: string;
}

const DENIED: Trouble = { refusal: 'no-permission', words: 'cannot be opened: permission denied' };
const FULL: Trouble = { refusal: 'disk-full', words: 'cannot be written: no space is left on the disk' };
const LOOP: Trouble = { refusal: 'ambiguous', words: 'has changed, or leads in a circle of links' };

const TROUBLES: Readonly<Record<string, Trouble>> = {
  ENOENT: { refusal: 'not-found', words: 'does not exist' },
  ENOTDIR: { refusal: 'not-found', words: 'does not exist: a part of the path is not a folder' },
  EISDIR: { refusal: 'folder', words: 'is a folder' },
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: { refusal: 'no-permission', words: 'cannot be written: the disk is read-only' },
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: { refusal: 'disk-full', words: 'cannot be written: it would be larger than the system allows' },
  ELOOP: LOOP,
  EMLINK: LOOP,
  ENAMETOOLONG: { refusal: 'invalid-path', words: 'is longer than a path may be' },
  ENXIO: { refusal: 'special', words: 'is not a regular file' },
};

/** The system's name of an error, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Any thrown value as a FileAccessError about `path`; one that is there already is handed back. */
export function refusalOf(error: unknown, path: string): FileAccessError {
  if (error instanceof FileAccessError) return error;
  const code = errorCode(error);
  const trouble = TROUBLES[code ?? ''] ?? {
    refusal: 'failed' as const,
    words: `could not be used (${code ?? (error instanceof Error ? error.message : String(error))})`,
  };
  return new FileAccessError(trouble.refusal, `${visiblePath(path)} ${trouble.words}.`, { cause: error });
}
