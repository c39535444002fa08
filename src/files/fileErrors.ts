// Turns errors of the operating system about files into errors with text for agents. Pure Node; no `vscode` import.
import { FileAccessError, type FileRefusal } from '../core/ports/fileAccess.ts';
import { visiblePath } from '../core/paths/visiblePath.ts';

interface Failure {
  readonly refusal: FileRefusal;
  /** The end of a sentence that starts with the path. */
  readonly text: string;
}

const DENIED: Failure = { refusal: 'no-permission', text: 'cannot be opened: permission denied' };
const FULL: Failure = { refusal: 'disk-full', text: 'cannot be written: no space is left on the disk' };
const LOOP: Failure = { refusal: 'ambiguous', text: 'has changed, or leads in a circle of links' };

const FAILURES: Readonly<Record<string, Failure>> = {
  ENOENT: { refusal: 'not-found', text: 'does not exist' },
  ENOTDIR: { refusal: 'not-found', text: 'does not exist: a part of the path is not a folder' },
  EISDIR: { refusal: 'folder', text: 'is a folder' },
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: { refusal: 'no-permission', text: 'cannot be written: the disk is read-only' },
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: { refusal: 'disk-full', text: 'cannot be written: it would be larger than the system allows' },
  ELOOP: LOOP,
  EMLINK: LOOP,
  ENAMETOOLONG: { refusal: 'invalid-path', text: 'is longer than a path may be' },
  ENXIO: { refusal: 'special', text: 'is not a regular file' },
};

/** The system's name of an error, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Any thrown value as a FileAccessError about `path`; one that is there already is handed back. */
export function refusalOf(error: unknown, path: string): FileAccessError {
  if (error instanceof FileAccessError) return error;
  const code = errorCode(error);
  const failure = FAILURES[code ?? ''] ?? {
    refusal: 'failed' as const,
    text: `could not be used (${code ?? (error instanceof Error ? error.message : String(error))})`,
  };
  return new FileAccessError(failure.refusal, `${visiblePath(path)} ${failure.text}.`, { cause: error });
}
