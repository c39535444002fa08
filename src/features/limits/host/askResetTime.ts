// Asks the user when a limit resets, where the agent has not said so.
import * as vscode from 'vscode';
import { timeText } from '../../../core/failures/timeText.ts';
import { resetTime } from '../core/resetTime.ts';
import { limitsStrings } from './limitsStrings.ts';

/** Epoch milliseconds, as `now` is; undefined where the user gives up. */
export async function askResetTime(now: () => number): Promise<number | undefined> {
  const written = await vscode.window.showInputBox({
    title: limitsStrings.askTitle(),
    placeHolder: limitsStrings.askExamples(),
    prompt: limitsStrings.askHint(),
    validateInput: (value) => {
      if (value.trim() === '') return undefined;
      const time = resetTime(value, now());
      return time === undefined
        ? limitsStrings.notATime()
        : {
            message: limitsStrings.continuesAt(timeText(time, now())),
            severity: vscode.InputBoxValidationSeverity.Info,
          };
    },
  });
  return written === undefined ? undefined : resetTime(written, now());
}
