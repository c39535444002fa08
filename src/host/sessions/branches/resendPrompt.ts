// Sends a prompt in the place of an earlier one, in a session of its own: nothing of the session before is lost.
import * as vscode from 'vscode';
import { findLastEntry, isPrompt } from '../../../core/session/entries.ts';
import type { SessionState } from '../../../core/session/model.ts';
import { chatStrings } from '../../chat/chatStrings.ts';
import type { PanelContext, PanelMessageOf } from '../../chat/panelHandlers.ts';
import { agentLabel } from '../../settings/settings.ts';
import type { BranchHandlersOptions } from './branchHandlers.ts';
import { escapeForNotification } from '../../text/escapeForNotification.ts';
import { discardCopy, reasonOf } from './failedCopy.ts';
import { sessionCommandStrings } from '../sessionCommandStrings.ts';

/** Where it cannot be sent, nothing is, and the panel says why. */
export async function resendPrompt(
  message: PanelMessageOf<'resend'>,
  panel: PanelContext,
  options: BranchHandlersOptions,
): Promise<void> {
  const { store, sessions, wholePrompt, sendPrompt, current, chats, restoreFiles } = options;
  const { key, entryId, into, from, restoresFiles } = message;
  const refuse = (reason: { readonly message?: string }): void => {
    if (from === 'editor') panel.post({ type: 'resend_refused', key, entryId, ...reason });
    else if (reason.message !== undefined) {
      void vscode.window.showErrorMessage(escapeForNotification(reason.message));
    }
  };
  const state = store.state(key);
  if (state === undefined) {
    refuse({});
    return;
  }
  if (state.turn !== undefined) {
    refuse({ message: sessionCommandStrings.resendAfterTurn() });
    return;
  }
  const { content: found, isComplete } = wholePrompt(key, message.content);
  if (!isComplete) {
    refuse({ message: chatStrings.attachmentMissing() });
    return;
  }
  const content = [...found];
  let next: string | undefined;
  try {
    next = await (into === 'fork'
      ? sessions.copies.fork(key, entryId)
      : sessions.copies.startAt(key, entryId));
  } catch (error) {
    refuse({ message: reasonOf(error) });
    return;
  }
  if (next === undefined) {
    // What agents without forks get: the last prompt is sent again at the end, and the editor shows the other ways.
    if (from === 'editor') refuse({});
    else if (isLastPrompt(state, entryId)) await sendPrompt({ type: 'prompt', key, content }, panel);
    else refuse({ message: sessionCommandStrings.cannotForkAtPrompt(agentLabel(state.agent)) });
    return;
  }
  // Only now: what an agent did is not undone for a prompt that cannot be sent.
  if (restoresFiles && !(await isRestored(restoreFiles(key, entryId), refuse))) {
    await discardCopy(next, sessions);
    return;
  }
  const shownBy = chats.showing(key);
  current.open(next, shownBy);
  await sendPrompt({ type: 'prompt', key: next, content }, panel);
  await (shownBy ?? chats).reveal();
}

function isLastPrompt({ entries }: SessionState, entryId: string): boolean {
  return findLastEntry(entries, isPrompt)?.found.id === entryId;
}

/** Whether the files were restored; if not, the prompt is refused. */
async function isRestored(
  restoring: Promise<boolean>,
  refuse: (reason: { readonly message?: string }) => void,
): Promise<boolean> {
  try {
    const done = await restoring;
    if (!done) refuse({});
    return done;
  } catch (error) {
    refuse({ message: reasonOf(error) });
    return false;
  }
}
