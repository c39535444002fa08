// The addresses of prompts that are written in an editor: one for each session.
import * as vscode from 'vscode';
import { oneLine } from '../../../core/text/oneLine.ts';
import { PROMPT_SCHEME } from '../core/promptScheme.ts';
import { promptNameStrings } from './promptNameStrings.ts';

/** The length of a title in the name of an editor, in UTF-16 code units. */
const MAX_TITLE = 40;

/** The address of a session's prompt. The title is what the tab shows; the key says which session it is. */
export function promptUri(key: string, title: string | undefined): vscode.Uri {
  const line = oneLine((title ?? '').slice(0, 4 * MAX_TITLE)).replaceAll(/[/\\?#%:*"<>|]/g, ' ');
  const short = line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE).toWellFormed()}…` : line;
  const name = short.trim() === '' ? promptNameStrings.prompt() : promptNameStrings.promptOf(short.trim());
  return vscode.Uri.from({ scheme: PROMPT_SCHEME, path: `/${name}.md`, query: key });
}
