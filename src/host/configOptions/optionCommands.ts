// What commands do with the config options of a session: cycle the values of one, pick a value. Loaded on first use.
import * as vscode from 'vscode';
import type { Event } from '../../core/base/lifecycle.ts';
import { firstOfCategory, nextValue, shownValue } from '../../core/configOptions/configOptions.ts';
import type { SessionState } from '../../core/session/model.ts';
import { chooseOption, chooseValue } from './configPicker.ts';
import { settingsStrings } from '../settings/settingsStrings.ts';
import type { StoredChoices } from '../settings/storedChoices.ts';

/** How long the status bar shows a message. */
const MESSAGE_MS = 4_000;

export interface OptionTarget {
  /** What the session is by now; undefined when it is closed. */
  readonly state: () => SessionState | undefined;
  readonly choices: StoredChoices;
  /** Changes an option of the session, and remembers the value for its agent. */
  readonly change: (configId: string, value: string | boolean) => Promise<void>;
}

/** Gives the first option of a category its next value. */
export async function cycleOption(category: string, target: OptionTarget): Promise<void> {
  const state = target.state();
  const option = firstOfCategory(state?.configOptions ?? [], category);
  if (state === undefined || option === undefined) {
    reportMissing(state, category);
    return;
  }
  const shown = shownValue(option, state.pendingConfigChanges);
  const value = nextValue(option, shown, 1, target.choices.favorites(state.agent, option.id));
  if (value !== undefined) await target.change(option.id, value);
}

/** Lets the user choose a value: of the first option of a category, or of an option chosen first. */
export async function pickOption(
  category: string | undefined,
  target: OptionTarget,
  onTypedAhead: Event<string>,
): Promise<void> {
  const state = target.state();
  if (state === undefined || state.configOptions.length === 0) {
    reportMissing(state, category);
    return;
  }
  const option =
    category === undefined
      ? await chooseOption(state, onTypedAhead)
      : firstOfCategory(state.configOptions, category);
  if (option === undefined) {
    if (category !== undefined) reportMissing(state, category);
    return;
  }
  const shown = shownValue(option, target.state()?.pendingConfigChanges ?? []);
  const value =
    option.type === 'boolean'
      ? shown !== true
      : await chooseValue(option, shown, { choices: target.choices, agent: state.agent, onTypedAhead });
  if (value !== undefined) await target.change(option.id, value);
}

function reportMissing(state: SessionState | undefined, category: string | undefined): void {
  const text =
    state?.opening === true
      ? settingsStrings.sessionIsOpening()
      : category === undefined
        ? settingsStrings.noOptions()
        : settingsStrings.noOptionOfCategory(category);
  vscode.window.setStatusBarMessage(text, MESSAGE_MS);
}
