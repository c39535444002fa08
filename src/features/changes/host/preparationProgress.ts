// Shows in the status bar how far the first snapshot of a folder is, where that takes long and no prompt waits for it.
import * as vscode from 'vscode';
import { percentText } from '../../../core/usage/usageFigures.ts';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import { reviewStrings } from './reviewStrings.ts';

/** What is faster is over before anybody has read it. */
const DELAY_MS = 2_000;
const INTERVAL_MS = 700;

/** Until `first` resolves. `percent` is asked for how much of it is done; undefined where that is not known. Never rejects. */
export async function showPreparation(
  clock: Clock,
  first: Promise<unknown>,
  percent: () => number | undefined,
): Promise<void> {
  const { promise: isLong, resolve } = Promise.withResolvers<boolean>();
  const delay = clock.after(DELAY_MS, () => resolve(true));
  void first.then(() => resolve(false));
  if (!(await isLong)) {
    delay.dispose();
    return;
  }
  await vscode.window.withProgress({ location: vscode.ProgressLocation.Window }, async (progress) => {
    const report = (): void => {
      progress.report({ message: `${reviewStrings.preparingUndo()} ${percentText(percent() ?? 0)}` });
      timer = clock.after(INTERVAL_MS, report);
    };
    let timer = clock.after(0, report);
    await first;
    timer.dispose();
  });
}
