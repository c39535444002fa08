// Says why a stored session is not shown.
import * as vscode from 'vscode';
import type { UnreadableReason } from '../../../history/historyOptions.ts';
import { escapeForNotification } from '../../text/escapeForNotification.ts';
import type { TranscriptPages } from '../transcripts/transcriptPages.ts';
import { unavailableStrings } from './unavailableStrings.ts';

/** The reason as the session in its place says it. */
export function unreadableNotice(reason: UnreadableReason): string {
  return reason === 'not-a-file'
    ? unavailableStrings.storedSessionNotAFile()
    : unavailableStrings.storedSessionTooLarge();
}

/** Notifies the user; without a reason nothing is stored. `title` is as the session list shows it. */
export function reportMissing(title: string, reason: UnreadableReason | undefined): void {
  const texts = {
    'not-a-file': unavailableStrings.transcriptNotAFile,
    'too-large': unavailableStrings.transcriptTooLarge,
  };
  const text = reason === undefined ? unavailableStrings.transcriptMissingOf : texts[reason];
  void vscode.window.showInformationMessage(text(escapeForNotification(title)));
}

/** A session that is open in another window can still be read here. */
export async function offerTranscript(
  pages: Pick<TranscriptPages, 'show'>,
  key: string,
  title: string,
): Promise<void> {
  const show = unavailableStrings.showTranscript();
  const text = unavailableStrings.continueInOtherWindow(escapeForNotification(title));
  const answer = await vscode.window.showInformationMessage(text, show);
  if (answer === show) await pages.show(key, title);
}
