// The tool `refactor`: changes that VS Code's languages make, written as what the agent writes itself.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { whileReported } from '../diagnostics/settledDiagnostics.ts';
import { currentFile, type OpenedFile } from '../documents/openedFile.ts';
import { lspConverter } from '../lspConverter.ts';
import { defineTool, fields, required, type ToolContext } from '../mcp/ideTool.ts';
import { ToolError, within } from '../mcp/toolError.ts';
import { askAwake } from '../navigation/awakenLanguage.ts';
import { documentPosition } from '../navigation/documentPosition.ts';
import { placeOf } from '../navigation/symbols.ts';
import { actionItem, chosenAction, codeActions, type CodeActionQuery } from '../refactoring/codeActions.ts';
import { changesOf, plannedEdit, type PlannedEdit } from '../refactoring/plannedEdit.ts';

/** A rename may look at a whole project. */
const PROVIDER_TIMEOUT_MS = 60_000;
const MAX_NEW_TEXT_CHARACTERS = 2_000;
const MAX_LINE_CHARACTERS = 200;

const NOTHING = {
  rename: 'There is nothing that can be renamed.',
  apply_code_action: 'There is nothing to change.',
  organize_imports: 'There is nothing to change.',
  // VS Code answers the same in both cases.
  format: 'There is nothing to change: it is formatted, or no formatter is installed for it.',
};

const args = z.object({
  op: z.enum(['rename', 'code_actions', 'apply_code_action', 'organize_imports', 'format']),
  path: z.optional(fields.path),
  line: z.optional(fields.line),
  character: z.optional(fields.character),
  symbol: z.optional(
    z.string().check(z.maxLength(500), z.describe('A name in the line, in place of `character`')),
  ),
  endLine: z.optional(fields.line),
  newName: z.optional(z.string().check(z.minLength(1), z.maxLength(500), z.describe('For rename'))),
  title: z.optional(z.string().check(z.maxLength(500), z.describe('For apply_code_action'))),
  kind: z.optional(z.string().check(z.maxLength(200), z.describe('Only actions of it, such as "quickfix"'))),
  preview: z.optional(z.boolean().check(z.describe('Returns the edits and changes nothing'))),
  limit: z.optional(fields.limit),
  cursor: z.optional(fields.cursor),
});
type Args = z.output<typeof args>;

/** What a call would change. */
interface Plan {
  readonly planned: PlannedEdit;
  readonly notes?: object;
}

export const refactorTool = defineTool({
  name: 'refactor',
  title: 'Refactoring',
  description: `Changes that the editor's languages make, in all files that they concern; safer than editing text. The user \
may be asked first, and can review and undo it. All files are changed, or none; \`preview\` changes nothing.
op "rename": the symbol at \`path\`, \`line\` and \`character\`, or \`symbol\` in the line, to \`newName\`. "code_actions": \
the quick fixes and refactorings at a line (to \`endLine\`). "apply_code_action": the one with \`title\`, without the commands \
that VS Code would run after it. "organize_imports" and "format": of \`path\`; "format" of some lines with \`line\` and \
\`endLine\`.
Positions count from 1 (UTF-16); \`range\` is LSP and counts from 0.`,
  isReadOnly: false,
  args,
  run: async (given, context) => {
    const { op, path, preview = false, limit, cursor } = given;
    const { pages, session, signal } = context;
    if (cursor !== undefined) return pages.next(cursor, limit);
    const file = await currentFile(required(path, 'path', op), context);
    if (op === 'code_actions') return actionsOf(given, file, context);
    const { planned, notes = {} } = await planOf(op, given, file, context);
    if (planned.length === 0) return { changed: 0, ...notes, note: NOTHING[op] };
    if (preview) return { ...(await previewOf(planned, limit, context)), ...notes };
    await session.writeFiles(changesOf(planned), signal);
    const files = pages.first(planned, limit, ({ path: changed, edits, document }) => ({
      path: changed,
      edits: edits.length,
      ...(document === undefined ? { isNew: true } : {}),
      // The user had unsaved changes in it, which are not saved for them.
      ...(document?.isDirty === true ? { isUnsaved: true } : {}),
    }));
    return { changed: planned.length, ...files, ...notes };
  },
});

async function planOf(
  op: 'rename' | 'apply_code_action' | 'organize_imports' | 'format',
  given: Args,
  file: OpenedFile,
  context: ToolContext,
): Promise<Plan> {
  switch (op) {
    case 'rename':
      return { planned: await renamed(given, file, context) };
    case 'format':
      return { planned: await formatted(given, file, context) };
    case 'organize_imports': {
      const { document } = file;
      const end = document.lineAt(document.lineCount - 1).range.end;
      const range = new vscode.Range(new vscode.Position(0, 0), end);
      const query = { uri: document.uri, range, kind: 'source.organizeImports', signal: context.signal };
      const { answer } = await askAwake([document], context.signal, {
        ask: () => codeActions(query),
        isEmpty: (found) => found.length === 0,
      });
      const [first] = answer;
      if (first === undefined) throw new ToolError('No language organizes the imports of this file.');
      return applied(first.title, query, context);
    }
    case 'apply_code_action': {
      const title = required(given.title, 'title', op);
      const query = queryOf(given, file, context);
      return whileReported(file, context.signal, () => applied(title, query, context));
    }
  }
}

async function renamed(given: Args, { document }: OpenedFile, context: ToolContext): Promise<PlannedEdit> {
  const { op, line, character, symbol, newName } = given;
  const name = required(newName, 'newName', op);
  const place = documentPosition(document, { line: required(line, 'line', op), character, symbol });
  const ask = async (): Promise<vscode.WorkspaceEdit | undefined> => {
    const asked = vscode.commands.executeCommand<vscode.WorkspaceEdit | undefined>(
      'vscode.executeDocumentRenameProvider',
      document.uri,
      place,
      name,
    );
    return answerOf(asked, context);
  };
  const planned = await plannedEdit(async () => {
    const { answer } = await askAwake([document], context.signal, {
      ask,
      isEmpty: (edit) => edit === undefined || edit.size === 0,
    });
    return answer;
  }, context);
  return planned;
}

async function formatted(given: Args, { document }: OpenedFile, context: ToolContext): Promise<PlannedEdit> {
  const { uri } = document;
  const options = formattingOptions(document);
  const range = given.line === undefined ? undefined : linesOf(document, given.line, given.endLine);
  const ask = async (): Promise<readonly vscode.TextEdit[] | undefined> => {
    const asked =
      range === undefined
        ? vscode.commands.executeCommand<readonly vscode.TextEdit[] | undefined>(
            'vscode.executeFormatDocumentProvider',
            uri,
            options,
          )
        : vscode.commands.executeCommand<readonly vscode.TextEdit[] | undefined>(
            'vscode.executeFormatRangeProvider',
            uri,
            range,
            options,
          );
    return answerOf(asked, context);
  };
  return plannedEdit(async () => {
    const { answer } = await askAwake([document], context.signal, {
      ask,
      isEmpty: (edits) => edits === undefined,
    });
    if (answer === undefined) return undefined;
    const edit = new vscode.WorkspaceEdit();
    edit.set(uri, [...answer]);
    return edit;
  }, context);
}

function formattingOptions(formatted: vscode.TextDocument): vscode.FormattingOptions {
  const shown = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === formatted.uri.toString(),
  );
  // The settings of the document, because a language may have its own.
  const settings = vscode.workspace.getConfiguration('editor', formatted);
  const [tabSize, insertSpaces] = [
    shown?.options.tabSize ?? settings.get('tabSize'),
    shown?.options.insertSpaces ?? settings.get('insertSpaces'),
  ];
  return {
    tabSize: typeof tabSize === 'number' ? tabSize : 4,
    insertSpaces: typeof insertSpaces === 'boolean' ? insertSpaces : true,
  };
}

async function actionsOf(given: Args, file: OpenedFile, context: ToolContext): Promise<object> {
  const query = queryOf(given, file, context);
  const { answer } = await whileReported(file, context.signal, () =>
    askAwake([file.document], context.signal, {
      ask: () => codeActions(query),
      isEmpty: (found) => found.length === 0,
    }),
  );
  return context.pages.first(answer, given.limit, actionItem);
}

function queryOf(given: Args, { document }: OpenedFile, { signal }: ToolContext): CodeActionQuery {
  const { op, character, symbol, endLine, kind } = given;
  const line = required(given.line, 'line', op);
  const isPoint = endLine === undefined && (character !== undefined || symbol !== undefined);
  const start = isPoint ? documentPosition(document, { line, character, symbol }) : undefined;
  const range = start === undefined ? linesOf(document, line, endLine) : new vscode.Range(start, start);
  return { uri: document.uri, range, kind, signal };
}

/** Whole lines, from 1. Throws a ToolError where the document has no such lines. */
function linesOf(document: vscode.TextDocument, line: number, endLine = line): vscode.Range {
  if (endLine < line) throw new ToolError('`endLine` is before `line`.');
  const start = documentPosition(document, { line, character: 1 });
  return new vscode.Range(
    start,
    document.lineAt(documentPosition(document, { line: endLine, character: 1 })).range.end,
  );
}

async function applied(title: string, query: CodeActionQuery, context: ToolContext): Promise<Plan> {
  let command: string | undefined;
  const planned = await plannedEdit(async () => {
    const chosen = await chosenAction(title, query);
    ({ command } = chosen);
    return chosen.edit;
  }, context);
  return { planned, ...(command === undefined ? {} : { notes: { commandNotRun: command.slice(0, 500) } }) };
}

/** What a language answers; its own reason where it cannot do it. Rejects with a ToolError. */
async function answerOf<T>(asked: PromiseLike<T>, { signal }: ToolContext): Promise<T> {
  const answered = Promise.resolve(asked).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolError(`The language cannot do this: ${reason.slice(0, 1_000)}`);
  });
  return within(answered, { milliseconds: PROVIDER_TIMEOUT_MS, signal, what: 'The language' });
}

/** Each edit with the line as it is now. Files outside of the session's folders are asked about as for reading. */
async function previewOf(
  planned: PlannedEdit,
  limit: number | undefined,
  context: ToolContext,
): Promise<object> {
  for (const { path } of planned) {
    const { real, inside } = await context.session.resolve(path);
    if (inside) continue;
    const permit = await context.session.permit(
      { use: 'read', path, real, isInside: inside },
      context.signal,
    );
    permit.close('completed');
  }
  const all = planned.flatMap(({ uri, document, edits }) => edits.map((edit) => ({ uri, document, edit })));
  const page = context.pages.first(all, limit, ({ uri, document, edit }) => {
    const { start } = edit.range;
    const text = document === undefined || document.isClosed ? undefined : document.lineAt(start.line).text;
    const { newText, ...rest } = lspConverter().asTextEdit(edit);
    return {
      ...placeOf(uri, edit.range),
      ...(text === undefined ? {} : { text: text.slice(0, MAX_LINE_CHARACTERS) }),
      ...rest,
      newText: newText.slice(0, MAX_NEW_TEXT_CHARACTERS),
    };
  });
  return { wouldChange: planned.length, ...page };
}
