// Serves `fs/read_text_file` and `fs/write_text_file` (R74–R79).
import { ErrorCodes, noSuchSession, ResponseError } from '../wire/responseError.ts';
import * as z from 'zod/mini';
import type { FileClientRequest, Permit } from '../../core/ports/clientRequests.ts';
import {
  FileAccessError,
  sliceLines,
  type FileAccess,
  type FileRefusal,
  type FileRequest,
  type FileSession,
} from '../../core/ports/fileAccess.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import { isSameText } from '../../core/text/lineEndings.ts';
import type { Quirks } from '../quirks.ts';
import { nearRead, nearWrite } from './nearParams.ts';
import { readParams, unclear } from './readParams.ts';
import type { RequestOrder } from './requestOrder.ts';

/** ACP's own error codes. */
const RESOURCE_NOT_FOUND = -32002;
const REQUEST_CANCELLED = -32800;

const lineNumber = z.nullish(z.int().check(z.nonnegative()));

const partOfFile = z.object({
  sessionId: z.string(),
  path: z.string().check(z.minLength(1)),
  /** 1-based (R17, R75). */
  line: lineNumber,
  limit: lineNumber,
  unclear,
});

const wholeFile = z.object({
  sessionId: z.string(),
  path: z.string().check(z.minLength(1)),
  content: z.string(),
  unclear,
});

const CODES: Partial<Readonly<Record<FileRefusal, number>>> = {
  'invalid-path': ErrorCodes.InvalidParams,
  'not-found': RESOURCE_NOT_FOUND,
  cancelled: REQUEST_CANCELLED,
};

export interface FileSystemContext {
  readonly files: FileAccess;
  /** The session with that id, if the agent has it. */
  readonly session: (sessionId: string) => FileSession | undefined;
  readonly quirks: Quirks;
  readonly order: RequestOrder;
  /** Asks whether the agent may; calls `onAsking` when that is up to the user. Rejects with a FileAccessError. */
  readonly permit: (sessionId: string, access: FileClientRequest, onAsking: () => void) => Promise<Permit>;
  readonly log: Log;
  /** Aborts when the agent withdraws the request, or is gone (R14, R16). */
  readonly signal: AbortSignal;
}

/** Whether {@link serveFileSystem} takes requests of that method. */
export function isFileSystemMethod(method: string): method is 'fs/read_text_file' | 'fs/write_text_file' {
  return method === 'fs/read_text_file' || method === 'fs/write_text_file';
}

/**
 * Resolves to the result to send. Throws a `ResponseError`: -32602 for params that cannot be used (R8, R76), -32002 for
 * a missing file (R76), -32800 for a withdrawn request (R14), else -32603 with the reason in message and data.
 */
export async function serveFileSystem(
  method: 'fs/read_text_file' | 'fs/write_text_file',
  params: unknown,
  context: FileSystemContext,
): Promise<object> {
  return method === 'fs/read_text_file' ? read(params, context) : write(params, context);
}

async function read(params: unknown, context: FileSystemContext): Promise<{ content: string }> {
  const { sessionId, path, line, limit } = readParams(partOfFile, params, nearRead, 'file', context.log);
  const session = sessionOf(sessionId, context);
  const { files, quirks } = context;
  try {
    const text = await served('read', session, path, context, (request) => files.readTextFile(request));
    return { content: sliceLines(text, line ?? undefined, limit ?? undefined) };
  } catch (error) {
    const isMissing = error instanceof FileAccessError && error.refusal === 'not-found';
    if (isMissing && quirks.missingFileIsEmpty) return { content: '' };
    throw responseError(error, path, context.log);
  }
}

async function write(params: unknown, context: FileSystemContext): Promise<object> {
  const { sessionId, path, content } = readParams(wholeFile, params, nearWrite, 'file', context.log);
  const session = sessionOf(sessionId, context);
  const { files } = context;
  try {
    const written = await served('write', session, path, context, (request) =>
      files.writeTextFile(request, content),
    );
    // Formatters that run on saving, and lines of the user, make it another text than the agent knows.
    return isSameText(written, content) ? {} : { _meta: { 'parley.dev/content': written } };
  } catch (error) {
    throw responseError(error, path, context.log);
  }
}

/** Does the work in its place among the agent's requests, and reports the outcome to the question's card. */
function served<T>(
  use: 'read' | 'write',
  session: FileSession,
  path: string,
  { order, permit, signal }: FileSystemContext,
  work: (request: FileRequest) => Promise<T>,
): Promise<T> {
  return order.serve(use, session.id, async (onAsking) => {
    let permitted: Permit | undefined;
    const request: FileRequest = {
      session,
      path,
      signal,
      async permit(target) {
        // What was allowed before was not used, because the file changed.
        permitted?.close('failed');
        permitted = await permit(session.id, { ...target, path }, onAsking);
        return permitted;
      },
    };
    try {
      const result = await work(request);
      permitted?.close('completed');
      return result;
    } catch (error) {
      permitted?.close('failed');
      throw error;
    }
  });
}

function sessionOf(sessionId: string, context: FileSystemContext): FileSession {
  const session = context.session(sessionId);
  if (session !== undefined) return session;
  throw noSuchSession(sessionId);
}

function responseError(error: unknown, path: string, log: Log): ResponseError {
  if (!(error instanceof FileAccessError)) {
    log.error(`A file could not be served: ${String(error)}`);
    return new ResponseError(ErrorCodes.InternalError, `${path} could not be served.`, { reason: 'failed' });
  }
  log.info(`Refused a file (${error.refusal}): ${error.message}`);
  const code = CODES[error.refusal] ?? ErrorCodes.InternalError;
  const uri = error.refusal === 'not-found' ? { uri: path } : {};
  return new ResponseError(code, error.message, { reason: error.refusal, path, ...uri });
}
