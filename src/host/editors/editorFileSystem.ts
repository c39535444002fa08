// Serves files to agents as the user sees them: through the editor where a file is open, else from the disk.
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/lifecycle.ts';
import {
  FileAccessError,
  LARGEST_FILE,
  type FileAccess,
  type FileRequest,
  type WrittenText,
} from '../../core/ports/fileAccess.ts';
import { isMadeFrom } from '../../core/changes/threeWay.ts';
import { BYTE_ORDER_MARK, withoutMark } from '../../core/text/fileText.ts';
import { isSameText } from '../../core/text/lineEndings.ts';
import { visiblePath } from '../../core/paths/visiblePath.ts';
import { resolvePath } from '../../files/containedPath.ts';
import { readDiskFile, writeDiskFile } from '../../files/diskFile.ts';
import { AgentKnowledge } from './agentKnowledge.ts';
import { editorCoder } from './editorEncoding.ts';
import { openDocument, replaceText, saveDocument } from './openDocument.ts';
import { permittedWrite, requireSamePath, textFor, withdrawn, type PlannedWrite } from './permittedWrite.ts';
import { SavedEdits } from './savedEdits.ts';
import { hasUnsavedEditor } from './unsavedEditors.ts';
import { UserEdits } from './userEdits.ts';
import {
  decodeText,
  encodeText,
  formatOfEncoding,
  textWithMark,
  type DecodedText,
} from '../../files/textCodec.ts';

/**
 * The files of this machine, for agents. An open document is edited in the editor, so that the user can undo, and saved,
 * which runs what the user has set up for saving. A document with unsaved changes of the user stays unsaved, because
 * saving would save those too. A file that is not open is replaced on the disk in one step. What the user changed since
 * the agent last knew the file is merged with what the agent writes, or the write is refused. Paths are those of the
 * machine that the extension runs on, in remote windows too. The messages of errors are for agents.
 */
export class EditorFileSystem implements FileAccess, Disposable {
  readonly #savedEdits = new SavedEdits((document) => savedText(document.uri.fsPath, document));
  readonly #edits = new UserEdits((document) => this.#savedEdits.changed(document));
  readonly #knowledge = new AgentKnowledge();

  async readTextFile(request: FileRequest): Promise<string> {
    const { path, session } = request;
    const { real, inside } = await resolvePath(path, session.roots);
    await request.permit({ use: 'read', real, isInside: inside });
    await requireSamePath(request, real);
    const userEdits = this.#edits.count(real, path);
    const document = await openDocument(path, real);
    requireTextEditor(document, real);
    const read =
      document?.isDirty === true
        ? // The encoding of an open document says whether its file has a byte order mark.
          { text: boundedText(document, real), format: formatOfEncoding(document.encoding) }
        : await readText(real, document);
    this.#knowledge.record(session, real, { text: read.text, userEdits, readAt: Date.now() });
    return textWithMark(read);
  }

  async writeTextFile(request: FileRequest, proposed: string): Promise<string> {
    const { path, session } = request;
    const { real, inside } = await resolvePath(path, session.roots);
    const plan = await permittedWrite(request, {
      real,
      isInside: inside,
      ...(await this.#baseOf(request, real, proposed)),
      content: proposed,
      textNow: () => textNow(path, real),
    });
    let written: Written | undefined;
    const run = async (): Promise<WrittenText | undefined> => {
      written = await this.#write(request, real, plan);
      return written.inEditor;
    };
    try {
      await (request.record === undefined ? run() : request.record(run));
    } catch (error) {
      if (error instanceof FileAccessError && error.refusal === 'conflict')
        this.#knowledge.refuse(session, real, { content: proposed, at: Date.now() });
      throw error;
    }
    const { text = '', saved, hasUserText = false, userEdits = -1 } = written ?? {};
    const isAsProposed = !hasUserText && isSameText(plan.content, proposed);
    // An agent does not know what the user added: it is merged with what the agent writes next, too.
    const known = isAsProposed ? { text, saved, userEdits } : { text: proposed, userEdits: -1 };
    const hasRead = this.#knowledge.of(session, real)?.readAt !== undefined;
    this.#knowledge.record(session, real, { ...known, readAt: hasRead ? Date.now() : undefined });
    return saved ?? text;
  }

  dispose(): void {
    this.#edits.dispose();
    this.#savedEdits.dispose();
  }

  /** The text that an agent's write is made from; undefined where there is none. */
  async #baseOf(
    request: FileRequest,
    real: string,
    proposed: string,
  ): Promise<Omit<PlannedWrite, 'content'>> {
    const { session, path } = request;
    const known = this.#knowledge.of(session, real);
    const now = await textNow(path, real);
    if (known !== undefined) {
      const { text, saved, userEdits, readAt } = known;
      const isAsSaved = saved !== undefined && now !== undefined && isSameText(saved, now);
      // What the agent did not change by a command, another program has changed; what it writes again, it means to.
      const isByOthers =
        readAt !== undefined &&
        now !== undefined &&
        !isSameText(proposed, text) &&
        request.hasRunSince?.(readAt) === false;
      if (isAsSaved || isByOthers || this.#edits.count(real, path) > userEdits)
        return { base: text, savedBase: saved };
    }
    if (known !== undefined || now === undefined) return { base: now };
    const earlier = await this.#textBeforeOthers(request, real, proposed);
    if (earlier !== undefined && !isMadeFrom(now, earlier, proposed)) return { base: earlier };
    // What an agent read without Parley is what was saved.
    const document = await openDocument(path, real);
    return { base: document?.isDirty === true ? ((await savedText(real, document)) ?? '') : now };
  }

  /** What a file said before somebody else saved what the agent has not been told of; undefined where nobody has. */
  async #textBeforeOthers(request: FileRequest, real: string, proposed: string): Promise<string | undefined> {
    const { session, path, mayHaveReadSince = () => false } = request;
    const refusal = this.#knowledge.refusalOf(session, real);
    // It was told to read the file again. The very same text once more, with nothing read, is no answer to that.
    const isAnswer = refusal !== undefined && (refusal.content !== proposed || mayHaveReadSince(refusal.at));
    const saved = await this.#savedEdits.textBefore(
      [real, path],
      (savedAt) => !(isAnswer && savedAt <= refusal.at) && !mayHaveReadSince(savedAt),
    );
    return saved ?? (isAnswer ? undefined : await request.textBeforeOthers?.());
  }

  async #write(request: FileRequest, real: string, plan: PlannedWrite): Promise<Written> {
    const document = await openDocument(request.path, real);
    requireTextEditor(document, real);
    const before = document?.isDirty === true ? undefined : await textOrNothing(real, document);
    if (document !== undefined && isShownText(document, before)) {
      const written = await this.#writeOpen(document, request.path, real, plan);
      if (written !== undefined) return written;
    }
    return this.#writeClosed(request, real, before ?? (await textOrNothing(real, undefined)), plan);
  }

  async #writeClosed(
    request: FileRequest,
    real: string,
    before: DecodedText | undefined,
    plan: PlannedWrite,
  ): Promise<Written> {
    const configured = formatOfEncoding(configuredEncoding(real));
    const wantsMark = configured.encoding === 'utf8' && plan.content.startsWith(BYTE_ORDER_MARK);
    const format = before?.format ?? (wantsMark ? formatOfEncoding('utf8bom') : configured);
    const userEdits = this.#edits.count(real, request.path);
    const text = textFor(plan, before?.text, request.path);
    const bytes = await encodeText(text, format, real, editorCoder);
    if (request.signal.aborted) throw withdrawn(request.path);
    await writeDiskFile(real, bytes);
    const hasUserText = !isSameText(text, withoutMark(plan.content));
    return { text, saved: undefined, hasUserText, userEdits, inEditor: undefined };
  }

  /**
   * Edits an open document and saves it if it had no unsaved changes. Resolves to undefined, with nothing written, when
   * it has been closed.
   */
  async #writeOpen(
    document: vscode.TextDocument,
    path: string,
    real: string,
    plan: PlannedWrite,
  ): Promise<Written | undefined> {
    const format = formatOfEncoding(document.encoding);
    const ending = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
    let replaced = { before: '', after: '', userEdits: -1 };
    const textOver = (before: string): string => {
      const after = textFor(plan, before, real, ending);
      replaced = { before, after, userEdits: this.#edits.count(real, path) };
      return after;
    };
    // Encoded before the edit, because characters that the encoding lacks would be lost on saving.
    const bytes = await encodeText(textOver(document.getText()), format, real, editorCoder);
    if (bytes.byteLength > LARGEST_FILE) throw tooLarge(real);
    const wasDirty = document.isDirty;
    const edited = await replaceText(document, textOver, real, this.#edits);
    if (edited === undefined) return undefined;
    const { before, after, userEdits } = replaced;
    const hasUserText = !isSameText(after, withoutMark(plan.content));
    const written = (text: string): Written => ({
      text: after,
      saved: isSameText(text, after) ? undefined : text,
      hasUserText,
      userEdits,
      inEditor: { before, after: text, isEncoded: format.encoding !== 'utf8' },
    });
    if (wasDirty || !edited.isDirty) return written(after);
    const { real: now } = await resolvePath(edited.uri.fsPath, []);
    if (now !== real) {
      throw new FileAccessError(
        'ambiguous',
        `${visiblePath(real)} points to another file than before, so it was not saved.`,
      );
    }
    const isSaved = await this.#edits.whileSaving(edited, () => saveDocument(edited));
    if (isSaved) return written(edited.isDirty ? after : edited.getText());
    throw new FileAccessError(
      'failed',
      `${visiblePath(real)} was changed in the editor but could not be saved. The user needs to save it.`,
    );
  }
}

/**
 * Whether a write goes through the open document. The user may have begun to type while the file was read. A document
 * that is older than its file cannot be saved over it; VS Code reloads it.
 */
function isShownText(document: vscode.TextDocument, saved: DecodedText | undefined): boolean {
  return document.isDirty || (saved !== undefined && isSameText(document.getText(), saved.text));
}

/** What a write came to. */
interface Written {
  readonly text: string;
  /** What saving made of it; undefined where it made nothing of it. */
  readonly saved: string | undefined;
  /** Whether it was merged with what somebody else had changed. */
  readonly hasUserText: boolean;
  /** How often the user had edited the file when the text was made: what is typed while it is written is not in it. */
  readonly userEdits: number;
  /** Undefined for a file that is not open. */
  readonly inEditor: WrittenText | undefined;
}

/** What a notebook or another editor holds unsaved is in no text document, so it can be neither read nor replaced. */
function requireTextEditor(document: vscode.TextDocument | undefined, real: string): void {
  if (document?.isDirty === true || !hasUnsavedEditor(real)) return;
  throw new FileAccessError(
    'conflict',
    `${visiblePath(real)} has unsaved changes in an editor that is not a text editor. The user needs to save it first.`,
  );
}

/** The current text; undefined when there is none or it cannot be shown. */
async function textNow(path: string, real: string): Promise<string | undefined> {
  try {
    const document = await openDocument(path, real);
    return document?.isDirty === true ? document.getText() : (await readText(real, document)).text;
  } catch {
    return undefined;
  }
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

/** The same; undefined where it cannot be read. */
async function savedText(
  real: string,
  document: vscode.TextDocument | undefined,
): Promise<string | undefined> {
  return readText(real, document).then(
    ({ text }) => text,
    () => undefined,
  );
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
