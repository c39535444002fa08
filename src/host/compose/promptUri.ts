// The addresses of prompts that are written in an editor: one for each session.
import * as vscode from 'vscode';
import { oneLine } from '../../core/text/oneLine.ts';
import { promptNameStrings } from './promptNameStrings.ts';

/** The scheme, which `when` clauses and the activation event of package.json name. */
export const PROMPT_SCHEME = 'parley-draft';

/** The length of a title in the name of an editor, in UTF-16 code units. */
const MAX_TITLE = 40;

/** The address of a session's prompt. The title is what the tab shows; the key says which session it is. */
export function promptUri(key: string, title: string | undefined): vscode.Uri {
  const line = oneLine((title ?? '').slice(0, 4 * MAX_TITLE)).replaceAll(/[/\\?#%:*"<>|]/g, ' ');
  const short = line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE).toWellFormed()}…` : line;
  const name = short.trim() === '' ? promptNameStrings.prompt() : promptNameStrings.promptOf(short.trim());
  return vscode.Uri.from({ scheme: PROMPT_SCHEME, path: `/${name}.md`, query: key });
}

/** The key of the session whose prompt it is; undefined for any other address. */
export function promptKey({ scheme, query }: vscode.Uri): string | undefined {
  return scheme === PROMPT_SCHEME && query !== '' ? query : undefined;
}
