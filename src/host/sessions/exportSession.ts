// Writes the transcript of a session to a file.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { sessionState } from '../../core/session/model.ts';
import type { AgentRedactors } from '../../core/secrets/agentRedactors.ts';
import type { SessionList } from '../../core/sessionList/sessionList.ts';
import type { SessionArchive } from '../../history/sessionArchive.ts';
import { entryTitle } from './list/entryTitle.ts';
import type { SessionOpener } from './sessionOpener.ts';
import { sessionStrings } from './sessionStrings.ts';
import { sessionCommandStrings } from './sessionCommandStrings.ts';

const MAX_NAME_LENGTH = 60;

export interface ExportSessionOptions {
  readonly list: SessionList;
  readonly archive: SessionArchive;
  readonly opener: SessionOpener;
  /** Hide agents' secrets in what is written. */
  readonly redactors: AgentRedactors;
}

/** Writes a session to a file that the user selects, as Markdown or JSON. The id is that of the list. */
export async function exportSession(
  id: string,
  { list, archive, opener, redactors }: ExportSessionOptions,
): Promise<void> {
  const entry = list.find(id);
  const state = entry?.key === undefined ? undefined : await archive.state(entry.key);
  if (entry === undefined || state === undefined) {
    const open = sessionStrings.openSession();
    const answer = await vscode.window.showInformationMessage(
      sessionCommandStrings.noTranscriptToExport(),
      open,
    );
    if (answer === open) await opener.open(id);
    return;
  }
  const name = entryTitle(entry)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MAX_NAME_LENGTH);
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.file(join(entry.cwd, `${name}.md`)),
    filters: { Markdown: ['md'], JSON: ['json'] },
  });
  if (target === undefined) return;
  const [{ exportJson }, { exportMarkdown }] = await Promise.all([
    import('../../core/history/exportJson.ts'),
    import('../../core/history/exportMarkdown.ts'),
  ]);
  const redactor = await redactors.current(state.agent);
  const masked = sessionState.parse(redactor.recorded(state));
  const text = target.path.endsWith('.json')
    ? redactor.json(exportJson(masked))
    : redactor.values(exportMarkdown(masked));
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  await vscode.window.showTextDocument(target, { preview: true });
}
