// The tool `editor_context`: what the user has open and selected, and a file opened for them at a range.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { currentFile } from '../documents/openedFile.ts';
import { lspConverter } from '../lspConverter.ts';
import { defineTool, fields, required, type ToolContext } from '../mcp/ideTool.ts';
import { ToolError } from '../mcp/toolError.ts';
import { documentPosition } from '../navigation/documentPosition.ts';
import { placeOf } from '../navigation/symbols.ts';

const MAX_SELECTED_CHARACTERS = 10_000;
const MAX_SELECTIONS = 50;

export const editorContextTool = defineTool({
  name: 'editor_context',
  title: 'Editors',
  description: `What the user has open in the editor, of the session's folders.
op "open_editors": the tabs. "selection": the cursors and selected text of the active editor. "visible_ranges": what is on \
screen. "open": shows the file \`path\` to the user at \`line\` (to \`endLine\`) without taking the focus.
\`line\` and \`character\` count from 1; \`range\` is LSP and counts from 0.`,
  isReadOnly: true,
  args: z.object({
    op: z.enum(['open_editors', 'selection', 'visible_ranges', 'open']),
    path: z.optional(fields.path),
    line: z.optional(fields.line),
    character: z.optional(fields.character),
    endLine: z.optional(fields.line),
    limit: z.optional(fields.limit),
    cursor: z.optional(fields.cursor),
  }),
  run: async ({ op, path, line, character, endLine, limit, cursor }, context) => {
    if (cursor !== undefined) return context.pages.next(cursor, limit);
    switch (op) {
      case 'open_editors':
        return openEditors(limit, context);
      case 'selection':
        return selection(context);
      case 'visible_ranges':
        return visibleRanges(limit, context);
      case 'open':
        return open({ path: required(path, 'path', op), line, character, endLine }, context);
    }
  },
});

/** Whether a file lies in the session's folders: of others the agent learns nothing. */
async function isShown(uri: vscode.Uri, { session }: ToolContext): Promise<boolean> {
  if (uri.scheme !== 'file') return false;
  return session.resolve(uri.fsPath).then(
    ({ inside }) => inside,
    () => false,
  );
}

async function openEditors(limit: number | undefined, context: ToolContext): Promise<object> {
  const shown: object[] = [];
  let others = 0;
  for (const group of vscode.window.tabGroups.all) {
    for (const { input, isActive, isDirty, isPinned } of group.tabs) {
      const uri = uriOf(input);
      if (uri === undefined || !(await isShown(uri, context))) {
        others++;
        continue;
      }
      const { viewColumn, isActive: isGroupActive } = group;
      shown.push({
        path: uri.fsPath,
        isActive: isActive && isGroupActive,
        isShown: isActive,
        isDirty,
        isPinned,
        viewColumn,
      });
    }
  }
  // Tabs without a file, or of files elsewhere.
  return { ...context.pages.first(shown, limit, (each) => each), others };
}

function uriOf(input: unknown): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  const isFile =
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputCustom ||
    input instanceof vscode.TabInputNotebook;
  return isFile ? input.uri : undefined;
}

async function selection(context: ToolContext): Promise<object> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !(await isShown(editor.document.uri, context))) {
    return { items: [], note: 'No file of the session is in the active editor.' };
  }
  const { document, selections } = editor;
  const path = document.uri.fsPath;
  const { real, inside } = await context.session.resolve(path);
  const permit = await context.session.permit({ use: 'read', path, real, isInside: inside }, context.signal);
  permit.close('completed');
  const items = selections.slice(0, MAX_SELECTIONS).map((each) => {
    const text = document.getText(each);
    const isLong = text.length > MAX_SELECTED_CHARACTERS;
    return {
      ...placeOf(document.uri, each),
      endLine: each.end.line + 1,
      endCharacter: each.end.character + 1,
      range: lspConverter().asRange(each),
      text: text.slice(0, MAX_SELECTED_CHARACTERS),
      ...(isLong ? { truncated: true } : {}),
    };
  });
  return {
    path,
    languageId: document.languageId,
    isDirty: document.isDirty,
    ...context.pages.first(items, undefined, (each) => each),
  };
}

async function visibleRanges(limit: number | undefined, context: ToolContext): Promise<object> {
  const items: object[] = [];
  for (const editor of vscode.window.visibleTextEditors) {
    const { document, visibleRanges: ranges } = editor;
    if (!(await isShown(document.uri, context))) continue;
    for (const range of ranges) {
      items.push({
        ...placeOf(document.uri, range),
        endLine: range.end.line + 1,
        isActive: editor === vscode.window.activeTextEditor,
        range: lspConverter().asRange(range),
      });
    }
  }
  return context.pages.first(items, limit, (each) => each);
}

interface Place {
  readonly path: string;
  readonly line: number | undefined;
  readonly character: number | undefined;
  readonly endLine: number | undefined;
}

async function open(
  { path, line = 1, character = 1, endLine }: Place,
  context: ToolContext,
): Promise<object> {
  if (endLine !== undefined && endLine < line) throw new ToolError('`endLine` is before `line`.');
  const { document } = await currentFile(path, context);
  const start = documentPosition(document, { line, character });
  const end =
    endLine === undefined
      ? start
      : document.lineAt(documentPosition(document, { line: endLine, character: 1 })).range.end;
  const range = new vscode.Range(start, end);
  await vscode.window.showTextDocument(document, { preserveFocus: true, selection: range });
  return { path: document.uri.fsPath, line, endLine: end.line + 1 };
}
