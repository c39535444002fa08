// Reports settings that do not hold as they are written: limits out of range, and values that cannot be used.
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/lifecycle.ts';
import type { Log } from '../../core/ports/hostPorts.ts';
import type { Settings } from '../contributions/setting.ts';
import { onAnyChange, settingProblems, type SettingProblem } from '../contributions/settingAccess.ts';
import { settings } from '../contributions/settings.ts';
import { escapeForNotification } from '../text/escapeForNotification.ts';
import { readBudget } from './settings.ts';
import { settingsStrings } from './settingsStrings.ts';

const MAX_VALUE_LENGTH = 60;

/** Reports each problem once, now and whenever settings change; of several at a time one is shown, all are logged. */
export function watchSettingProblems(log: Log, ofFeatures: readonly Settings[]): Disposable {
  const reported = new Set<string>();
  const check = (): void => {
    const fresh = [
      ...[settings, ...ofFeatures].flatMap(settingProblems).map(problemText),
      ...readBudget().problems,
    ].filter((text) => !reported.has(text));
    for (const text of fresh) {
      reported.add(text);
      log.warn(text);
    }
    const [first] = fresh;
    if (first !== undefined) void show(first);
  };
  check();
  return onAnyChange(check);
}

async function show(text: string): Promise<void> {
  const open = settingsStrings.openSettings();
  const chosen = await vscode.window.showWarningMessage(escapeForNotification(text), open);
  if (chosen === open) {
    await vscode.commands.executeCommand('workbench.action.openSettings', '@ext:parley.parley-acp');
  }
}

function problemText({ name, value, used, bound }: SettingProblem): string {
  const setting = `parley.${name}`;
  const written = JSON.stringify(value).slice(0, MAX_VALUE_LENGTH);
  const holds = JSON.stringify(used);
  if (bound === 'minimum') return settingsStrings.belowMinimum(setting, written, holds);
  if (bound === 'maximum') return settingsStrings.aboveMaximum(setting, written, holds);
  return settingsStrings.unusableValue(setting, written, holds);
}
