// An edit that a language proposes, as the whole texts of the files that it changes.
import * as vscode from 'vscode';
import { visiblePath } from '../../../../core/paths/visiblePath.ts';
import type { FileChange, FileChanges } from '../../../../core/ports/servedSession.ts';
import { exists, isAsOnDisk, openedDocument, type OpenedFile } from '../documents/openedFile.ts';
import type { ToolContext } from '../mcp/ideTool.ts';
import { ToolError } from '../mcp/toolError.ts';
import { createdFiles, isTextEdit } from './editOperations.ts';

const MAX_FILES = 300;
const MAX_CHARACTERS = 20_000_000;
/** How often a language is asked anew because its edit was for files that VS Code had not opened. */
const MAX_TRIES = 3;

/** What a file gets. */
interface PlannedFile extends FileChange {
  readonly uri: vscode.Uri;
  readonly edits: readonly vscode.TextEdit[];
  /** Undefined where the file is new. */
  readonly document: vscode.TextDocument | undefined;
}

export type PlannedEdit = readonly PlannedFile[];

/**
 * Asks a language for an edit, and again until the edit is for the texts of the files as they are now: what VS Code has
 * not opened, a language knows as it was read last. Rejects with a ToolError where it cannot be applied safely.
 */
export async function plannedEdit(
  ask: () => Promise<vscode.WorkspaceEdit | undefined>,
  context: ToolContext,
): Promise<PlannedEdit> {
  for (let tries = 1; ; tries++) {
    const edit = await ask();
    if (edit === undefined) return [];
    if (!isTextEdit(edit)) {
      throw new ToolError(
        'This would rename or delete files, or change more than text, which is not done here. Nothing was changed.',
      );
    }
    const entries = entriesOf(edit);
    if (entries.length > MAX_FILES) {
      throw new ToolError(`This would change ${entries.length} files, more than ${MAX_FILES}.`);
    }
    const opened = await openedFiles(entries, new Set(createdFiles(edit)), context);
    if (opened.some((each) => each?.isFresh === true) && tries < MAX_TRIES) continue;
    const planned = entries.map(([uri, edits], index) => plannedFile(uri, edits, opened[index]?.document));
    if (planned.reduce((sum, { text }) => sum + text.length, 0) > MAX_CHARACTERS) {
      throw new ToolError('The files that this would change are too large.');
    }
    return planned.filter(({ before, text }) => before !== text);
  }
}

/** The files that change; those that are only created are among them. */
function entriesOf(edit: vscode.WorkspaceEdit): readonly [vscode.Uri, readonly vscode.TextEdit[]][] {
  const entries = edit.entries().filter(([, edits]) => edits.length > 0);
  const changed = new Set(entries.map(([uri]) => uri.fsPath));
  const empty = createdFiles(edit).filter((path) => !changed.has(path));
  return [...entries, ...empty.map((path): [vscode.Uri, vscode.TextEdit[]] => [vscode.Uri.file(path), []])];
}

/** In the order of the entries; undefined for files that are to be created. */
async function openedFiles(
  entries: readonly [vscode.Uri, readonly vscode.TextEdit[]][],
  created: ReadonlySet<string>,
  context: ToolContext,
): Promise<readonly (OpenedFile | undefined)[]> {
  const opened: (OpenedFile | undefined)[] = [];
  for (const [uri] of entries) {
    const { fsPath } = uri;
    if (uri.scheme !== 'file')
      throw new ToolError(`This would change ${visiblePath(uri.toString())}, which is no file.`);
    if (created.has(fsPath) && !(await exists(uri))) {
      opened.push(undefined);
      continue;
    }
    const file = await openedDocument(fsPath, await context.session.resolve(fsPath), context);
    if (file.isStale) throw changed(fsPath);
    opened.push(file);
  }
  return opened;
}

function plannedFile(
  uri: vscode.Uri,
  edits: readonly vscode.TextEdit[],
  document: vscode.TextDocument | undefined,
): PlannedFile {
  const path = uri.fsPath;
  if (document === undefined) {
    const text = edits.map(({ newText }) => newText).join('');
    return { path, uri, edits, document, before: undefined, text };
  }
  const before = document.getText();
  return { path, uri, edits, document, before, text: editedText(document, before, edits) };
}

/** The text with all edits applied. Throws a ToolError where two are of the same characters. */
function editedText(
  document: Pick<vscode.TextDocument, 'offsetAt' | 'validateRange'>,
  before: string,
  edits: readonly vscode.TextEdit[],
): string {
  const spans = edits
    .map(({ range, newText }) => {
      const { start, end } = document.validateRange(range);
      return { start: document.offsetAt(start), end: document.offsetAt(end), newText };
    })
    // Stable: several that insert at one place stay in their order.
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  let [text, at] = ['', 0];
  for (const { start, end, newText } of spans) {
    if (start < at) throw new ToolError('The proposed edits overlap. Nothing was changed.');
    text += before.slice(at, start) + newText;
    at = end;
  }
  return text + before.slice(at);
}

/** The files to write, which are refused where they are not as they were when the edit was made. */
export function changesOf(planned: PlannedEdit): FileChanges {
  return {
    files: planned,
    check: async ({ path, before }) => {
      const found = planned.find((each) => each.path === path);
      if (found?.document === undefined) {
        if (found !== undefined && (await exists(found.uri))) throw changed(path);
        return;
      }
      if (!(await exists(found.uri))) throw changed(path);
      const document = found.document.isClosed
        ? await vscode.workspace.openTextDocument(found.uri)
        : found.document;
      const isSame = document.getText() === before && (document.isDirty || (await isAsOnDisk(document)));
      if (!isSame) throw changed(path);
    },
  };
}

function changed(path: string): ToolError {
  return new ToolError(
    `${visiblePath(path)} changed meanwhile, and so nothing was done. Look at it and call again.`,
  );
}
