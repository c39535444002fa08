// Tells VS Code whether the shown session waits for an answer in a form, for the key bindings that must give way to it.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/lifecycle.ts';
import type { SessionStore } from '../core/sessionStore.ts';
import type { CurrentSession } from './currentSession.ts';

/** Holds while a question with a form is in the dock: then Shift+Tab walks back to it from the composer. */
const FORM_CONTEXT = 'parley.formWaits';

/** Keeps the context key up to date. */
export function watchForms(store: SessionStore, current: CurrentSession): Disposable {
  const owned = new DisposableStore();
  let known = false;
  const update = (): void => {
    const key = current.shownKey;
    const waits = key !== undefined && (store.state(key)?.elicitations.length ?? 0) > 0;
    if (waits === known) return;
    known = waits;
    void vscode.commands.executeCommand('setContext', FORM_CONTEXT, waits);
  };
  owned.add(
    store.onChange(({ state, previous }) => state.elicitations !== previous.elicitations && update()),
  );
  owned.add(store.onListChange(update));
  owned.add(current.onChange(update));
  return owned;
}
