// Shows how far an undo, a redo or a restore of many files is, where that takes long; the user can cancel it there.
import * as vscode from 'vscode';
import type { RevertProgress } from '../node/fileRestorer.ts';
import { reviewStrings } from './reviewStrings.ts';

/** What is faster is over before anybody has read it. */
const DELAY_MS = 500;

/** Runs work; its progress counts from the first file on, as an undo may wait for the end of a turn. */
export async function withRevertProgress<T>(
  title: string,
  work: (progress: RevertProgress) => Promise<T>,
): Promise<T> {
  const canceled = new AbortController();
  let beganAt: number | undefined;
  let shown: vscode.Progress<{ readonly message: string; readonly increment: number }> | undefined;
  let isOpened = false;
  let shownPercent = 0;
  const show = async (): Promise<void> => {
    isOpened = true;
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    await vscode.window.withProgress(options, async (progress, token) => {
      shown = progress;
      token.onCancellationRequested(() => canceled.abort());
      await result.catch(() => undefined);
    });
  };
  const report = (done: number, total: number): void => {
    beganAt ??= performance.now();
    if (!isOpened && performance.now() - beganAt > DELAY_MS) void show();
    const percent = (100 * done) / total;
    // Progress is not reported for each file, because VS Code draws every message.
    if (shown === undefined || (percent - shownPercent < 1 && done < total)) return;
    shown.report({ message: reviewStrings.filesDone(done, total), increment: percent - shownPercent });
    shownPercent = percent;
  };
  const result = work({ signal: canceled.signal, report });
  return result;
}
