// The quick pick "Switch Session": every session, updated while it is open.
import * as vscode from 'vscode';
import { runCommand } from '../../contributions/commands.ts';
import { DisposableStore, type Event } from '../../../core/base/lifecycle.ts';
import { StableOrder } from '../../../core/base/stableOrder.ts';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import type { CatalogueEntry } from '../../../core/sessionLifecycle/sessionCatalogue.ts';
import { isEmptySession } from '../../../core/sessionList/emptySession.ts';
import { activityOf } from '../../../core/sessionList/sessionActivity.ts';
import type { SessionList } from '../../../core/sessionList/sessionList.ts';
import type { ShownSessions } from '../../../core/sessionList/shownSessions.ts';
import type { UnreadSessions } from '../../../core/sessionList/unreadSessions.ts';
import { ageText } from '../../../core/text/age.ts';
import type { Agents } from '../../../core/agentUpkeep/agentDirectory.ts';
import type { ChatTabs } from '../../chat/chatTabOpener.ts';
import { acceptTypedAhead } from '../../chat/typedAhead.ts';
import { agentLabel } from '../../settings/settings.ts';
import { withoutIcons } from '../../text/iconText.ts';
import type { SessionActions, SessionDeletion } from '../sessionWork.ts';
import { folderText, workspaceTest } from './sessionFolders.ts';
import { entryTitle } from './entryTitle.ts';
import { activityIcon, waitingText, metaDetail } from './sessionLabels.ts';
import { pinnedFirst, sectionIndex } from './sessionSections.ts';
import { sessionStrings } from '../sessionStrings.ts';
import { sessionCommandStrings } from '../sessionCommandStrings.ts';

/** The most sessions in the quick pick; the search finds the others. */
const MAX_SESSIONS = 1_000;

export interface SessionPickerOptions {
  readonly list: SessionList;
  readonly unread: UnreadSessions;
  readonly agents: Agents;
  readonly actions: SessionActions;
  readonly deletion: SessionDeletion;
  readonly tabs: ChatTabs;
  readonly clock: Clock;
  readonly chats: ShownSessions;
  readonly onTypedAhead: Event<string>;
}

interface SessionItem extends vscode.QuickPickItem {
  /** Absent for a heading. */
  readonly id?: string;
  readonly isSearch?: boolean;
}

type RowDetail = ReturnType<typeof metaDetail>;

/** What stays as it was first shown while the quick pick is open, so that no row moves under the pointer. */
interface Arranged {
  readonly order: StableOrder;
  /** By the id of the entry; a second line makes its row higher. */
  readonly details: Map<string, RowDetail>;
}

interface EntryButton extends vscode.QuickInputButton {
  readonly run: (id: string) => Promise<void>;
  /** Whether the button closes the quick pick; else that comes back afterwards. */
  readonly closes: boolean;
}

/**
 * Lets the user select a session; resolves to its id. The first of `preferred` that is listed is selected at first: the
 * previous session, so that the key binding and Enter switch back and forth.
 */
export async function pickSession(
  preferred: readonly string[],
  options: SessionPickerOptions,
): Promise<string | undefined> {
  const { list } = options;
  const owned = new DisposableStore();
  const picker = owned.add(vscode.window.createQuickPick<SessionItem>());
  picker.placeholder = sessionCommandStrings.selectSession();
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.keepScrollPosition = true;
  owned.add(acceptTypedAhead(picker, options.onTypedAhead));
  const buttons = entryButtons(options);
  const arranged = { order: new StableOrder(), details: new Map<string, RowDetail>() };
  let active: string | undefined;
  const refresh = (): void => {
    picker.items = sessionItems(options, arranged, buttons);
    const listed = new Set(picker.items.map(({ id }) => id));
    active ??= preferred.find((id) => listed.has(id));
    picker.activeItems = picker.items.filter(({ id }) => id !== undefined && id === active);
  };
  refresh();
  owned.add(list.onChange(refresh));
  owned.add(options.unread.onChange(refresh));
  owned.add(picker.onDidChangeActive(([item]) => (active = item?.id ?? active)));
  list.refresh();
  /** A button's own input box or dialog hides the quick pick, which comes back afterwards. */
  let isAsking = false;
  owned.add(
    picker.onDidTriggerItemButton(({ item: { id }, button }) => {
      const pressed = buttons.find((each) => each === button);
      if (id === undefined || pressed === undefined) return;
      isAsking = !pressed.closes;
      if (pressed.closes) picker.hide();
      void pressed.run(id).finally(() => {
        if (pressed.closes) return;
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
    if (chosen?.isSearch === true) await runCommand('parley.searchSessions');
    return chosen?.id;
  } finally {
    owned.dispose();
  }
}

function entryButtons({
  actions,
  deletion,
  tabs,
}: Pick<SessionPickerOptions, 'actions' | 'deletion' | 'tabs'>): readonly EntryButton[] {
  return [
    {
      iconPath: new vscode.ThemeIcon('edit'),
      tooltip: sessionStrings.rename(),
      run: (id) => actions.rename(id),
      closes: false,
    },
    {
      iconPath: new vscode.ThemeIcon('open-preview'),
      tooltip: sessionCommandStrings.openInEditor(),
      run: (id) => tabs.openSession(id),
      closes: true,
    },
    {
      iconPath: new vscode.ThemeIcon('trash'),
      tooltip: sessionStrings.delete(),
      run: (id) => deletion.delete(id),
      closes: false,
    },
  ];
}

/** Running sessions first, then those that wait for input, then recent ones, and last those of other folders. */
function sessionItems(
  options: SessionPickerOptions,
  { order, details }: Arranged,
  buttons: readonly EntryButton[],
): SessionItem[] {
  const { headings } = sessionCommandStrings;
  const labels = [
    headings.running(),
    headings.needInput(),
    headings.recent(),
    headings.otherFolders(),
    headings.archived(),
  ];
  const listed = options.list.entries().filter((entry) => !isEmptySession(entry));
  const entries = pinnedFirst(listed, options.list);
  const isHere = workspaceTest();
  const sections = order.arrange(entries.slice(0, MAX_SESSIONS), labels.length, (entry) =>
    sectionIndex(entry, options, isHere),
  );
  const rest: SessionItem[] =
    entries.length > MAX_SESSIONS
      ? [{ label: `$(search) ${sessionCommandStrings.searchAll()}`, alwaysShow: true, isSearch: true }]
      : [];
  return [
    ...labels.flatMap((label, index) => {
      const items = (sections[index] ?? []).map((entry) => {
        const detail = details.get(entry.id) ?? metaDetail(entry);
        details.set(entry.id, detail);
        return sessionItem(entry, options, { ...detail, buttons });
      });
      return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
    }),
    ...rest,
  ];
}

function sessionItem(
  entry: CatalogueEntry,
  options: SessionPickerOptions,
  more: Pick<SessionItem, 'detail' | 'buttons'>,
): SessionItem {
  const { clock, chats, list } = options;
  const activity = activityOf(entry, options);
  const description = [
    agentLabel(entry.agent),
    waitingText(activity, entry, clock.now()),
    folderText(entry.cwd),
    ageText(entry.updatedAt, clock.now()),
  ];
  return {
    id: entry.id,
    label: `${list.markOf(entry) === 'pinned' ? '$(pinned) ' : ''}${withoutIcons(entryTitle(entry))}`,
    iconPath: activityIcon(activity, entry.key !== undefined && chats.isShown(entry.key)),
    description: withoutIcons(description.filter((part) => part !== '').join(' · ')),
    ...more,
  };
}
