// The code actions of a range: quick fixes and refactorings that VS Code's languages offer.
import * as vscode from 'vscode';
import { ToolError, within } from '../mcp/toolError.ts';

const PROVIDER_TIMEOUT_MS = 30_000;
const MAX_TITLE_CHARACTERS = 500;

type Offered = vscode.CodeAction | vscode.Command;

export interface CodeActionQuery {
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
  /** As in `source.organizeImports`; all that are of it. */
  readonly kind: string | undefined;
  readonly signal: AbortSignal;
}

/** What the languages offer; the edits of the first `resolved` are known. Rejects with a ToolError. */
export async function codeActions(
  { uri, range, kind, signal }: CodeActionQuery,
  resolved = 0,
): Promise<readonly Offered[]> {
  const asked = vscode.commands.executeCommand<readonly Offered[] | undefined>(
    'vscode.executeCodeActionProvider',
    uri,
    range,
    kind,
    resolved,
  );
  const what = 'The language';
  return (await within(asked, { milliseconds: PROVIDER_TIMEOUT_MS, signal, what })) ?? [];
}

/** An action as agents choose it, by its title. */
export function actionItem(offered: Offered): object {
  const title = offered.title.slice(0, MAX_TITLE_CHARACTERS);
  if (isCommand(offered)) return { title, cannotApply: 'It runs a command of VS Code.' };
  const { kind, isPreferred, disabled } = offered;
  return {
    title,
    ...(kind === undefined ? {} : { kind: kind.value }),
    ...(isPreferred === true ? { isPreferred } : {}),
    ...(disabled === undefined ? {} : { cannotApply: disabled.reason }),
  };
}

/** What is to be applied of an action. */
export interface ChosenAction {
  readonly edit: vscode.WorkspaceEdit | undefined;
  /** The title of the command that VS Code would run after the edit. */
  readonly command: string | undefined;
}

/** The action with a title, its edit included. Rejects with a ToolError where there is none that can be applied. */
export async function chosenAction(title: string, query: CodeActionQuery): Promise<ChosenAction> {
  const isMeant = (each: Offered): boolean => each.title.slice(0, MAX_TITLE_CHARACTERS) === title;
  const index = (await codeActions(query)).findIndex(isMeant);
  const chosen = index === -1 ? undefined : (await codeActions(query, index + 1)).find(isMeant);
  if (chosen === undefined) throw new ToolError('There is no such action here now: see op "code_actions".');
  if (isCommand(chosen)) {
    throw new ToolError('This action only runs a command of VS Code, which is not done here.');
  }
  if (chosen.disabled !== undefined)
    throw new ToolError(`This action is disabled: ${chosen.disabled.reason}`);
  const { edit, command } = chosen;
  if (edit === undefined && command !== undefined) {
    throw new ToolError('This action only runs a command of VS Code, which is not done here.');
  }
  return { edit, command: command === undefined ? undefined : command.title || command.command };
}

function isCommand(offered: Offered): offered is vscode.Command {
  return 'command' in offered && typeof offered.command === 'string';
}
