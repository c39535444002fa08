// Serves files to agents as the user sees them: through the editor where a file is open, else from the disk.
import * as vscode from 'vscode';
import {
  FileAccessError,
  LARGEST_FILE,
  type FileAccess,
  type FileRequest,
} from '../../core/ports/fileAccess.ts';
import { BYTE_ORDER_MARK } from '../../core/text/fileText.ts';
import { isSameText } from '../../core/text/lineEndings.ts';
import { visiblePath } from '../../core/paths/visiblePath.ts';
import { resolvePath } from '../../files/containedPath.ts';
import { readDiskFile, writeDiskFile } from '../../files/diskFile.ts';
import { editorCoder } from './editorEncoding.ts';
import { openDocument, replaceText, saveDocument } from './openDocument.ts';
import {
  decodeText,
  encodeText,
  fitted,
  formatOfEncoding,
  textWithMark,
  type DecodedText,
} from '../../files/textCodec.ts';

/**
 * The files of this machine, for agents. An open document is edited in the editor, so that the user can undo, and saved,
 * which runs what the user has set up for saving. A document with unsaved changes of the user stays unsaved, because
 * saving would save those too. A file that is not open is replaced on the disk in one step. Paths are those of the
 * machine that the extension runs on, in remote windows too. The messages of errors are for agents.
 */
export class EditorFileSystem implements FileAccess {
  async readTextFile(request: FileRequest): Promise<string> {
    const { real } = await permitted(request, { use: 'read' });
    const document = await openDocument(request.path, real);
    if (document?.isDirty !== true) return textWithMark(await readText(real, document));
    // The encoding of an open document says whether its file has a byte order mark.
    return textWithMark({ text: boundedText(document, real), format: formatOfEncoding(document.encoding) });
  }

  async writeTextFile(request: FileRequest, proposed: string): Promise<void> {
    const { real, content = proposed } = await permitted(request, { use: 'write', content: proposed });
    const document = await openDocument(request.path, real);
    if (document?.isDirty === true && (await writeOpen(document, real, content))) return;
    const before = await textOrNothing(real, document);
    // A document that is older than its file cannot be saved over it; VS Code reloads it.
    const isCurrent =
      document !== undefined && before !== undefined && isSameText(document.getText(), before.text);
    if (isCurrent && (await writeOpen(document, real, content))) return;
    await this.#writeClosed(request, real, before, content);
  }

  async #writeClosed(
    request: FileRequest,
    real: string,
    before: DecodedText | undefined,
    content: string,
  ): Promise<void> {
    const configured = formatOfEncoding(configuredEncoding(real));
    const wantsMark = configured.encoding === 'utf8' && content.startsWith(BYTE_ORDER_MARK);
    const format = before?.format ?? (wantsMark ? formatOfEncoding('utf8bom') : configured);
    const bytes = await encodeText(fitted(content, before?.text ?? ''), format, real, editorCoder);
    if (request.signal.aborted) throw withdrawn(request.path);
    await writeDiskFile(real, bytes);
  }
}

/** The real path, once the path is valid and the request is allowed; `content` if the user edited it. */
async function permitted(
  request: FileRequest,
  use: { readonly use: 'read' } | { readonly use: 'write'; readonly content: string },
): Promise<{ readonly real: string; readonly content?: string }> {
  const { path, session, signal } = request;
  const { real, inside } = await resolvePath(path, session.roots);
  const before = use.use === 'write' ? { before: () => textToShow(path, real) } : {};
  const permit = await request.permit({ ...use, ...before, real, isInside: inside });
  // While the user was asked the path may have changed; they allowed its earlier target.
  const again = await resolvePath(path, session.roots);
  if (again.real !== real) {
    throw new FileAccessError('ambiguous', `${visiblePath(path)} points to another file than before.`);
  }
  if (signal.aborted) throw withdrawn(path);
  return permit.content === undefined ? { real } : { real, content: permit.content };
}

/** The current text, to show to the user; undefined when there is none or it cannot be shown. */
async function textToShow(path: string, real: string): Promise<string | undefined> {
  try {
    const document = await openDocument(path, real);
    return document?.getText() ?? (await readText(real, undefined)).text;
  } catch {
    return undefined;
  }
}

/** The error for a request that the agent cancelled. */
function withdrawn(path: string): FileAccessError {
  return new FileAccessError('cancelled', `The request for ${visiblePath(path)} was withdrawn.`);
}

/** Edits an open document and saves it if it had no unsaved changes. Resolves to false when it has been closed. */
async function writeOpen(document: vscode.TextDocument, real: string, content: string): Promise<boolean> {
  const format = formatOfEncoding(document.encoding);
  const text = fitted(content, document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n');
  // Encoded before the edit, because characters that the encoding lacks would be lost on saving.
  const bytes = await encodeText(text, format, real, editorCoder);
  if (bytes.byteLength > LARGEST_FILE) throw tooLarge(real);
  const wasDirty = document.isDirty;
  const edited = await replaceText(document, text, real);
  if (edited === undefined) return false;
  if (wasDirty || !edited.isDirty) return true;
  const { real: now } = await resolvePath(edited.uri.fsPath, []);
  if (now !== real) {
    throw new FileAccessError(
      'ambiguous',
      `${visiblePath(real)} points to another file than before, so it was not saved.`,
    );
  }
  if (await saveDocument(edited)) return true;
  throw new FileAccessError(
    'failed',
    `${visiblePath(real)} was changed in the editor but could not be saved. The user needs to save it.`,
  );
}

/** The text of a file on the disk. Rejects with a FileAccessError. */
export async function readText(
  real: string,
  document: vscode.TextDocument | undefined,
): Promise<DecodedText> {
  const bytes = await readDiskFile(real);
  const encoding = document?.encoding ?? (await encodingOf(real));
  try {
    return await decodeText(bytes, encoding, real, editorCoder);
  } catch (error) {
    const guessed = document === undefined ? await guessedEncoding(real) : undefined;
    const isWrong = error instanceof FileAccessError && error.refusal === 'encoding';
    if (!isWrong || guessed === undefined || guessed === encoding) throw error;
    return await decodeText(bytes, guessed, real, editorCoder);
  }
}

async function textOrNothing(
  real: string,
  document: vscode.TextDocument | undefined,
): Promise<DecodedText | undefined> {
  try {
    return await readText(real, document);
  } catch (error) {
    if (error instanceof FileAccessError && error.refusal === 'not-found') return undefined;
    throw error;
  }
}

function boundedText(document: vscode.TextDocument, real: string): string {
  const text = document.getText();
  if (Buffer.byteLength(text) > LARGEST_FILE) throw tooLarge(real);
  return text;
}

function tooLarge(real: string): FileAccessError {
  return new FileAccessError(
    'too-large',
    `${visiblePath(real)} is larger than the ${LARGEST_FILE / 1024 / 1024} MB that can be read or written at once.`,
  );
}

/** What VS Code would read a file in. Where languages have encodings of their own, it knows that once it has opened the file. */
async function encodingOf(real: string): Promise<string> {
  const uri = vscode.Uri.file(real);
  const { languageIds = [] } = vscode.workspace.getConfiguration('files', uri).inspect('encoding') ?? {};
  const configured = configuredEncoding(real);
  if (languageIds.length === 0) return configured;
  return vscode.workspace.openTextDocument(uri).then(
    ({ encoding }) => encoding,
    () => configured,
  );
}

function configuredEncoding(real: string): string {
  const configured: unknown = vscode.workspace
    .getConfiguration('files', vscode.Uri.file(real))
    .get('encoding');
  return typeof configured === 'string' ? configured : 'utf8';
}

/** The encoding VS Code finds by looking at the file, where the user lets it guess. */
async function guessedEncoding(real: string): Promise<string | undefined> {
  const uri = vscode.Uri.file(real);
  if (vscode.workspace.getConfiguration('files', uri).get('autoGuessEncoding') !== true) return undefined;
  return vscode.workspace.openTextDocument(uri).then(
    ({ encoding }) => encoding,
    () => undefined,
  );
}
