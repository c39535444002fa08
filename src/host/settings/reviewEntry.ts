// Asks the user about one entry of a workspace, with all that it says in view.
import * as vscode from 'vscode';
import { reviewPages } from '../../core/settings/entryReview.ts';
import type { EntryDecision, WorkspaceEntry } from '../../core/settings/workspaceEntries.ts';
import { spelledOut } from '../../core/text/spelledOut.ts';
import type { AgentSettings } from './agentSettings.ts';
import type { EntryDecisions } from './entryDecisions.ts';
import { reviewEntryStrings } from './reviewEntryStrings.ts';

/**
 * Shows an entry, on several pages where it is long, and records the answer for exactly the content that was shown.
 * Resolves to what holds then; a dialog that is closed changes nothing.
 */
export async function reviewEntry(entry: WorkspaceEntry, decisions: EntryDecisions): Promise<EntryDecision> {
  const pages = reviewPages(entry);
  if (pages === undefined) {
    await vscode.window.showWarningMessage(questionText(entry), {
      modal: true,
      detail: reviewEntryStrings.tooLongToReview(),
    });
    return decisions.of(entry);
  }
  const before = decisions.of(entry);
  const decision = await askPage(entry, pages, before);
  if (decision === undefined) return before;
  await decisions.decide(entry, decision);
  return decision;
}

/**
 * Whether a session with that agent may be started. An agent of the workspace that the user has not decided about is
 * asked about; one that they refused is not, and its session says so.
 */
export async function mayStart(name: string, settings: AgentSettings): Promise<boolean> {
  const found = settings.agent(name);
  if (found === undefined || !('toReview' in found)) return true;
  if (settings.decision(found.toReview) === 'refused') return true;
  return (await reviewEntry(found.toReview, settings.decisions)) === 'allowed';
}

async function askPage(
  entry: WorkspaceEntry,
  pages: readonly string[],
  before: EntryDecision,
): Promise<EntryDecision> {
  // The first button is the one that Enter presses.
  const refuse = before === 'allowed' ? reviewEntryStrings.revoke() : reviewEntryStrings.doNotAllow();
  const [next, allow] = [reviewEntryStrings.nextPage(), reviewEntryStrings.allow()];
  for (const [index, page] of pages.entries()) {
    const isLast = index === pages.length - 1;
    const number = pages.length === 1 ? '' : `\n\n${reviewEntryStrings.page(index + 1, pages.length)}`;
    const go = isLast ? (before === 'allowed' ? [] : [allow]) : [next];
    const detail = `${page}${number}`;
    const answer = await vscode.window.showWarningMessage(
      questionText(entry),
      { modal: true, detail },
      refuse,
      ...go,
    );
    if (answer === refuse) return 'refused';
    if (answer === allow) return 'allowed';
    if (answer !== next) return undefined;
  }
  return undefined;
}

function questionText({ kind, name }: WorkspaceEntry): string {
  const shown = spelledOut(name);
  switch (kind) {
    case 'agent':
      return reviewEntryStrings.allowAgent(shown);
    case 'mcpServer':
      return reviewEntryStrings.allowMcpServer(shown);
    case 'defaultAgent':
      return reviewEntryStrings.allowDefaultAgent(shown);
  }
}
