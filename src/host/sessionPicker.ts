// The quick pick "Switch Session".
import * as vscode from 'vscode';
import type { SessionState } from '../core/session/model.ts';
import { isWaiting, sessionTitle } from '../core/session/select.ts';
import type { SessionStore } from '../core/sessionStore.ts';
import { stateWords } from './sessionsTree.ts';
import { agentLabel } from './settings.ts';

interface SessionItem extends vscode.QuickPickItem {
  readonly key: string;
}

/** Lets the person choose among the sessions of the window; titles and states change while it is open. */
export async function pickSession(
  store: SessionStore,
  shownKey: string | undefined,
): Promise<string | undefined> {
  const picker = vscode.window.createQuickPick<SessionItem>();
  picker.placeholder = vscode.l10n.t('Choose a session');
  picker.matchOnDescription = true;
  picker.keepScrollPosition = true;
  const refresh = (): void => {
    const active = picker.activeItems[0]?.key ?? shownKey;
    picker.items = sessionItems(store);
    picker.activeItems = picker.items.filter(({ key }) => key === active);
  };
  refresh();
  const watch = store.onChange(({ previous, state }) => {
    const isSame =
      sessionTitle(previous) === sessionTitle(state) &&
      (previous.turn === undefined) === (state.turn === undefined) &&
      isWaiting(previous) === isWaiting(state);
    if (!isSame) refresh();
  });
  const chosen = await new Promise<string | undefined>((resolve) => {
    picker.onDidAccept(() => resolve(picker.selectedItems[0]?.key));
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
  watch.dispose();
  picker.dispose();
  return chosen;
}

/** Running first, then waiting for the person, then the others, the newest first. */
function sessionItems(store: SessionStore): readonly SessionItem[] {
  const states = store
    .keys()
    .toReversed()
    .flatMap((key) => store.state(key) ?? []);
  const rank = (state: SessionState): number => (isWaiting(state) ? 1 : state.turn !== undefined ? 0 : 2);
  return states
    .toSorted((a, b) => rank(a) - rank(b))
    .map((state) => ({
      key: state.key,
      label: sessionTitle(state) ?? vscode.l10n.t('New session'),
      description: [agentLabel(state.agent), stateWords(state)].filter((words) => words !== '').join(' · '),
    }));
}
