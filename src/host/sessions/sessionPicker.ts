// The quick pick "Switch Session": every session, live while it is open.
import * as vscode from 'vscode';
import { DisposableStore } from '../../core/base/lifecycle.ts';
import type { Clock } from '../../core/ports/hostPorts.ts';
import { StableOrder } from '../../core/base/stableOrder.ts';
import type { ShownSessions } from '../../core/sessionList/shownSessions.ts';
import type { CatalogueEntry } from '../../core/sessionLifecycle/sessionCatalogue.ts';
import type { ChatTabs } from '../chat/chatTabOpener.ts';
import { withoutIcons } from '../window/iconText.ts';
import type { SessionActions } from './sessionActions.ts';
import type { SessionList } from '../../core/sessionList/sessionList.ts';
import type { UnreadSessions } from '../../core/sessionList/unreadSessions.ts';
import {
  activityIcon,
  activityOf,
  activityText,
  ageText,
  entryTitle,
  folderText,
  workspaceTest,
} from './sessionLabels.ts';
import { agentLabel } from '../settings/settings.ts';

/** Sessions that are offered; the search finds the others. */
const MOST = 1_000;

export interface SessionPickerOptions {
  readonly list: SessionList;
  readonly marks: UnreadSessions;
  readonly actions: SessionActions;
  readonly tabs: ChatTabs;
  readonly clock: Clock;
  readonly chats: ShownSessions;
}

interface SessionItem extends vscode.QuickPickItem {
  /** Absent for a heading. */
  readonly id?: string;
  readonly isSearch?: boolean;
}

interface EntryButton extends vscode.QuickInputButton {
  readonly run: (id: string) => Promise<void>;
  /** Whether the choice is over with it. */
  readonly ends: boolean;
}

/**
 * Lets the user choose a session; resolves to its id. `preferred` is the one that Enter chooses at once: that of
 * before, so that the same key goes back and forth.
 */
export async function pickSession(
  preferred: string | undefined,
  options: SessionPickerOptions,
): Promise<string | undefined> {
  const { list } = options;
  const owned = new DisposableStore();
  const picker = owned.add(vscode.window.createQuickPick<SessionItem>());
  picker.placeholder = vscode.l10n.t('Choose a session');
  picker.matchOnDescription = true;
  picker.keepScrollPosition = true;
  const buttons = entryButtons(options);
  const order = new StableOrder();
  let active = preferred;
  const refresh = (): void => {
    picker.items = sessionItems(options, order, buttons);
    picker.activeItems = picker.items.filter(({ id }) => id !== undefined && id === active);
  };
  refresh();
  owned.add(list.onChange(refresh));
  owned.add(options.marks.onChange(refresh));
  owned.add(picker.onDidChangeActive(([item]) => (active = item?.id ?? active)));
  list.refresh();
  /** The questions of a button need the screen for themselves; after them the choice goes on. */
  let isAsking = false;
  owned.add(
    picker.onDidTriggerItemButton(({ item: { id }, button }) => {
      const pressed = buttons.find((each) => each === button);
      if (id === undefined || pressed === undefined) return;
      isAsking = !pressed.ends;
      if (pressed.ends) picker.hide();
      void pressed.run(id).finally(() => {
        if (pressed.ends) return;
        isAsking = false;
        refresh();
        picker.show();
      });
    }),
  );
  try {
    const chosen = await new Promise<SessionItem | undefined>((resolve) => {
      owned.add(picker.onDidAccept(() => resolve(picker.selectedItems[0])));
      owned.add(picker.onDidHide(() => isAsking || resolve(undefined)));
      picker.show();
    });
    if (chosen?.isSearch === true) await vscode.commands.executeCommand('parley.searchSessions');
    return chosen?.id;
  } finally {
    owned.dispose();
  }
}

function entryButtons({
  actions,
  tabs,
}: Pick<SessionPickerOptions, 'actions' | 'tabs'>): readonly EntryButton[] {
  return [
    {
      iconPath: new vscode.ThemeIcon('edit'),
      tooltip: vscode.l10n.t('Rename'),
      run: (id) => actions.rename(id),
      ends: false,
    },
    {
      iconPath: new vscode.ThemeIcon('open-preview'),
      tooltip: vscode.l10n.t('Open in Editor'),
      run: (id) => tabs.openSession(id),
      ends: true,
    },
    {
      iconPath: new vscode.ThemeIcon('trash'),
      tooltip: vscode.l10n.t('Delete'),
      run: (id) => actions.delete(id),
      ends: false,
    },
  ];
}

/** Running first, then waiting for the user, then recent ones, those of other folders last; as it was at first. */
function sessionItems(
  options: SessionPickerOptions,
  order: StableOrder,
  buttons: readonly EntryButton[],
): SessionItem[] {
  const labels = [
    vscode.l10n.t('Running'),
    vscode.l10n.t('Waiting for you'),
    vscode.l10n.t('Recent'),
    vscode.l10n.t('In other folders'),
  ];
  const entries = options.list.entries();
  const isHere = workspaceTest();
  const sections = order.arrange(entries.slice(0, MOST), labels.length, (entry) =>
    section(entry, options, isHere),
  );
  const rest: SessionItem[] =
    entries.length > MOST
      ? [{ label: `$(search) ${vscode.l10n.t('Search all sessions')}`, alwaysShow: true, isSearch: true }]
      : [];
  return [
    ...labels.flatMap((label, index) => {
      const items = (sections[index] ?? []).map((entry) => sessionItem(entry, options, buttons));
      return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
    }),
    ...rest,
  ];
}

function section(
  entry: CatalogueEntry,
  { marks }: SessionPickerOptions,
  isHere: (cwd: string) => boolean,
): number {
  const activity = activityOf(entry, marks);
  if (activity === 'running') return 0;
  if (activity === 'waiting') return 1;
  return entry.state !== undefined || isHere(entry.cwd) ? 2 : 3;
}

function sessionItem(
  entry: CatalogueEntry,
  { marks, clock, chats }: SessionPickerOptions,
  buttons: readonly EntryButton[],
): SessionItem {
  const activity = activityOf(entry, marks);
  const description = [
    agentLabel(entry.agent),
    activityText(activity),
    folderText(entry.cwd),
    ageText(entry.updatedAt, clock.now()),
  ];
  return {
    id: entry.id,
    label: withoutIcons(entryTitle(entry)),
    iconPath: activityIcon(activity, entry.key !== undefined && chats.isShown(entry.key)),
    description: withoutIcons(description.filter((words) => words !== '').join(' · ')),
    buttons,
  };
}
