// Reads and writes files of the session's folder: through the client when it serves files, otherwise on its own.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { methods, RequestError } from '@agentclientprotocol/sdk';
import { realPathInside, PathRefusedError } from './pathInFolder.ts';
import type { DemoTurn } from '../session/demoTurn.ts';

const MAX_FILE_BYTES = 2_000_000;

/** A file as it was read. */
export interface FileText {
  /** Absolute. */
  readonly path: string;
  /** Relative to the session's folder, with forward slashes. */
  readonly name: string;
  readonly text: string;
  /** Who read it, as a sentence. */
  readonly by: string;
}

/** A file that cannot be used. The message is for the user. */
export class FileError extends Error {
  /** True when the only problem is that there is no such file. */
  readonly missing: boolean;

  constructor(message: string, missing = false) {
    super(message);
    this.missing = missing;
  }
}

/**
 * The file or folder that a text names: the first that exists, else an attachment, else what looks like a path.
 * Undefined where it names none.
 */
export async function fileNamedIn(turn: DemoTurn, text = turn.prompt.argument): Promise<string | undefined> {
  const quoted = /["'`](.+?)["'`]/.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  const named = text
    .split(/\s+/)
    .map((word) => word.replace(/^[@(]+/, '').replace(/[),;:!?]+$|\.$/g, ''))
    .filter((word) => word !== '' && !FILLER_WORDS.has(word.toLowerCase()));
  for (const candidate of [text, ...named]) {
    if (candidate !== '' && (await existsInside(turn.session.cwd, candidate))) return candidate;
  }
  return (
    turn.prompt.attachedFiles[0] ??
    named.find((word) => /[./\\]/.test(word)) ??
    (named.length === 1 ? named[0] : undefined)
  );
}

/** Words around a file name that are not its name. */
const FILLER_WORDS = new Set(
  (
    'the file me my this that it these those please what is are in of a an and to us all everything ' +
    'folder directory project workspace repository code'
  ).split(' '),
);

async function existsInside(folder: string, path: string): Promise<boolean> {
  try {
    await stat(await realPathInside(folder, path));
    return true;
  } catch {
    return false;
  }
}

/** Where a file is. */
interface Located {
  /** Absolute, below the folder as the client spells it, if it is in there. */
  readonly path: string;
  /** Absolute, every link followed: what may be opened. */
  readonly realPath: string;
  /** Relative to the folder, with forward slashes; absolute for one outside. */
  readonly name: string;
}

/**
 * Finds a file, which need not exist, in the session's folder. Rejects with {@link FileError}. With a
 * `use`, one outside is left to the client where it serves files for that: it asks the user.
 */
export async function locate(turn: DemoTurn, file: string, use?: 'read' | 'write'): Promise<Located> {
  const { cwd } = turn.session;
  try {
    const realPath = await realPathInside(cwd, file);
    const fromFolder = relative(await realPathInside(cwd, '.'), realPath);
    return { path: join(cwd, fromFolder), realPath, name: fromFolder.replaceAll('\\', '/') || '.' };
  } catch (error) {
    if (error instanceof PathRefusedError) {
      const { fs } = turn.capabilities;
      const serves = { read: fs?.readTextFile, write: fs?.writeTextFile };
      if (use === undefined || serves[use] !== true) throw new FileError(error.message);
      const path = resolve(cwd, file);
      return { path, realPath: path, name: path };
    }
    throw new FileError(`The folder \`${cwd}\` cannot be read (${reason(error)}).`);
  }
}

/** Reads a text file of the session's folder. Rejects with {@link FileError}. */
export async function readText(turn: DemoTurn, file: string): Promise<FileText> {
  const { path, realPath, name } = await locate(turn, file, 'read');
  if (turn.capabilities.fs?.readTextFile === true) {
    try {
      const { content } = await turn.unlessCancelled(
        turn.client.request(methods.client.fs.readTextFile, { sessionId: turn.session.id, path }),
      );
      return { path, name, text: content, by: 'Parley read it for me, unsaved changes included.' };
    } catch (error) {
      turn.signal.throwIfAborted();
      throw new FileError(`Parley could not read \`${name}\` for me: ${reason(error)}`, isMissing(error));
    }
  }
  const text = await readOwn(realPath, name);
  return { path, name, text, by: 'I read it from the disk myself: the client does not serve files yet.' };
}

/** Writes a text file of the session's folder, and says who did. Rejects with {@link FileError}. */
export async function writeText(turn: DemoTurn, file: string, text: string): Promise<string> {
  // Located again: since the question was asked, a folder may have become a link.
  const { path, realPath, name } = await locate(turn, file, 'write');
  turn.signal.throwIfAborted();
  if (turn.capabilities.fs?.writeTextFile === true) {
    try {
      await turn.unlessCancelled(
        turn.client.request(methods.client.fs.writeTextFile, {
          sessionId: turn.session.id,
          path,
          content: text,
        }),
      );
      return 'Parley wrote it for me.';
    } catch (error) {
      turn.signal.throwIfAborted();
      throw new FileError(`Parley could not write \`${name}\` for me: ${reason(error)}`);
    }
  }
  try {
    await writeFile(realPath, text);
  } catch (error) {
    throw new FileError(`\`${name}\` cannot be written (${reason(error)}).`);
  }
  return 'I wrote it to the disk myself: the client does not serve files yet.';
}

async function readOwn(realPath: string, name: string): Promise<string> {
  try {
    const { size } = await stat(realPath);
    if (size > MAX_FILE_BYTES) throw new FileError(`\`${name}\` is too large for a demo (${size} bytes).`);
    const bytes = await readFile(realPath);
    if (bytes.includes(0)) throw new FileError(`\`${name}\` is not a text file.`);
    return bytes.toString('utf8');
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(`\`${name}\` cannot be read (${reason(error)}).`, isMissing(error));
  }
}

/** Code of the error response for a resource that is not there. */
const RESOURCE_NOT_FOUND = -32002;

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || (error instanceof RequestError && error.code === RESOURCE_NOT_FOUND);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  ENOTDIR: 'a part of the path is not a folder',
};

/** What went wrong, as text for the user where the code is known. */
function reason(error: unknown): string {
  return REASONS[codeOf(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
}
