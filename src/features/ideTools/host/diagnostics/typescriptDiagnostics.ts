// The problems of TypeScript and JavaScript files by VS Code's own language server, also of those that have no tab.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { within } from '../mcp/toolError.ts';

const EXTENSION = 'vscode.typescript-language-features';
/** A command of that extension for other ones. It is not documented: without it the problems of files in tabs remain. */
const COMMAND = 'typescript.tsserverRequest';
const LANGUAGES = new Set(['typescript', 'typescriptreact', 'javascript', 'javascriptreact']);
/** A large project is read with its first file. */
const TIMEOUT_MS = 45_000;

const place = z.object({ line: z.number(), offset: z.number() });
const answer = z.object({
  type: z.literal('response'),
  body: z.array(
    z.object({
      start: place,
      end: place,
      text: z.string(),
      code: z.optional(z.number()),
      category: z.string(),
      reportsUnnecessary: z.optional(z.unknown()),
      reportsDeprecated: z.optional(z.unknown()),
      source: z.optional(z.string()),
    }),
  ),
});
type TypescriptDiagnostic = z.infer<typeof answer>['body'][number];

/** Whether the language server is asked for files of the language. */
export function isTypescript({ languageId }: vscode.TextDocument): boolean {
  return LANGUAGES.has(languageId);
}

/** What the extension itself calls the source of its problems. */
export function isOfTypescript({ source }: vscode.Diagnostic): boolean {
  return source === 'ts' || source === 'js';
}

/**
 * The problems of an open document as its text is now; undefined where the server cannot be asked. Rejects with a
 * ToolError when it does not answer.
 */
export async function typescriptDiagnostics(
  document: vscode.TextDocument,
  signal: AbortSignal,
): Promise<readonly vscode.Diagnostic[] | undefined> {
  const isScript = document.languageId.startsWith('javascript');
  const section = isScript ? 'javascript' : 'typescript';
  const isOn = vscode.workspace.getConfiguration(section, document.uri).get('validate.enable') !== false;
  const extension = vscode.extensions.getExtension(EXTENSION);
  if (!isOn || extension === undefined) return undefined;
  const ask = async (): Promise<readonly vscode.Diagnostic[] | undefined> => {
    await extension.activate();
    const found: vscode.Diagnostic[] = [];
    for (const kind of ['syntacticDiagnosticsSync', 'semanticDiagnosticsSync', 'suggestionDiagnosticsSync']) {
      const parsed = answer.safeParse(
        await vscode.commands.executeCommand(COMMAND, kind, { file: document.uri }),
      );
      if (!parsed.success) return undefined;
      found.push(...parsed.data.body.map((each) => asDiagnostic(each, isScript ? 'js' : 'ts')));
    }
    return found;
  };
  const asked = ask().catch(() => undefined);
  return within(asked, { milliseconds: TIMEOUT_MS, signal, what: 'The TypeScript language server' });
}

/**
 * Waits until the server has read the project of an open document: before, it answers about references and renames with
 * the file alone. Rejects with a ToolError when it does not answer; where it cannot be asked, nothing is waited for.
 */
export async function readProject(document: vscode.TextDocument, signal: AbortSignal): Promise<void> {
  const extension = vscode.extensions.getExtension(EXTENSION);
  if (extension === undefined || !isTypescript(document)) return;
  const ask = async (): Promise<void> => {
    await extension.activate();
    await vscode.commands.executeCommand(COMMAND, 'semanticDiagnosticsSync', { file: document.uri });
  };
  const asked = ask().catch(() => undefined);
  await within(asked, { milliseconds: TIMEOUT_MS, signal, what: 'The TypeScript language server' });
}

function asDiagnostic(found: TypescriptDiagnostic, source: string): vscode.Diagnostic {
  const { start, end, text, code, category } = found;
  const range = new vscode.Range(start.line - 1, start.offset - 1, end.line - 1, end.offset - 1);
  const diagnostic = new vscode.Diagnostic(range, text, severityOf(category));
  diagnostic.source = found.source ?? source;
  if (code !== undefined) diagnostic.code = code;
  diagnostic.tags = [
    ...(found.reportsUnnecessary === undefined ? [] : [vscode.DiagnosticTag.Unnecessary]),
    ...(found.reportsDeprecated === undefined ? [] : [vscode.DiagnosticTag.Deprecated]),
  ];
  return diagnostic;
}

function severityOf(category: string): vscode.DiagnosticSeverity {
  if (category === 'error') return vscode.DiagnosticSeverity.Error;
  return category === 'warning' ? vscode.DiagnosticSeverity.Warning : vscode.DiagnosticSeverity.Hint;
}
