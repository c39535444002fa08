// The rows of the session list that panels show: running sessions, those that wait for input, recent ones.
import { StableOrder } from '../../../core/base/stableOrder.ts';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import { sessionSections, type SessionRow } from '../../../core/panel/sessionRow.ts';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import type { CatalogueEntry } from '../../../core/sessionLifecycle/sessionCatalogue.ts';
import { isEmptySession } from '../../../core/sessionList/emptySession.ts';
import { activityOf } from '../../../core/sessionList/sessionActivity.ts';
import { metaHighlights } from '../../../core/sessionList/metaText.ts';
import type { SessionList } from '../../../core/sessionList/sessionList.ts';
import type { ShownSessions } from '../../../core/sessionList/shownSessions.ts';
import type { Agents } from '../../../core/agentUpkeep/agentDirectory.ts';
import type { UnreadSessions } from '../../../core/sessionList/unreadSessions.ts';
import { ageText } from '../../../core/text/age.ts';
import { agentLabel } from '../../settings/settings.ts';
import { workspaceTest } from './sessionFolders.ts';
import { entryTitle } from './entryTitle.ts';
import { sessionStrings } from '../sessionStrings.ts';
import { activityIcon, waitingText } from './sessionLabels.ts';
import { pinnedFirst, sectionIndex } from './sessionSections.ts';

/** The most sessions in the list; the quick pick lists the others. */
const MAX_ROWS = 100;

export interface SessionRowsOptions {
  readonly list: SessionList;
  readonly unread: UnreadSessions;
  readonly agents: Agents;
  readonly chats: ShownSessions;
  readonly clock: Clock;
}

/** How often texts are updated that say how long a session still waits. */
const WAITING_INTERVAL_MS = 60_000;

/** Makes the rows for panels whose list is open. */
export class SessionRows {
  readonly #options: SessionRowsOptions;

  constructor(options: SessionRowsOptions) {
    this.#options = options;
  }

  /** Hands the rows to `show`, at once and whenever they change, until the result is disposed. No row moves meanwhile. */
  follow(show: (rows: readonly SessionRow[]) => void): Disposable {
    const { list, unread, clock } = this.#options;
    const order = new StableOrder();
    const owned = new DisposableStore();
    let timer: Disposable | undefined;
    const update = (): void => {
      const rows = this.#rows(order);
      show(rows);
      timer?.dispose();
      const isWaiting = rows.some(({ state }) => state === 'limited');
      timer = isWaiting ? clock.after(WAITING_INTERVAL_MS, update) : undefined;
    };
    owned.add({ dispose: () => timer?.dispose() });
    owned.add(list.onChange(update));
    owned.add(unread.onChange(update));
    update();
    list.refresh();
    return owned;
  }

  #rows(order: StableOrder): readonly SessionRow[] {
    const { list } = this.#options;
    const isHere = workspaceTest();
    const sectionOf = (entry: CatalogueEntry): number => sectionIndex(entry, this.#options, isHere);
    const listed = list
      .entries()
      .filter((entry) => !isEmptySession(entry) && sectionOf(entry) < sessionSections.length);
    const entries = pinnedFirst(listed, list).slice(0, MAX_ROWS);
    const sections = order.arrange(entries, sessionSections.length, sectionOf);
    return sessionSections.flatMap((section, index) =>
      (sections[index] ?? []).map((entry) => this.#row(entry, section)),
    );
  }

  #row(entry: CatalogueEntry, section: SessionRow['section']): SessionRow {
    const { chats, clock, list } = this.#options;
    const state = activityOf(entry, this.#options);
    const details = [
      agentLabel(entry.agent),
      list.markOf(entry) === 'pinned' ? sessionStrings.pinned() : '',
      waitingText(state, entry, clock.now()),
      ...metaHighlights(entry.meta ?? {}),
      ageText(entry.updatedAt, clock.now()),
    ];
    return {
      id: entry.id,
      section,
      state,
      icon: activityIcon(state, entry.key !== undefined && chats.isShown(entry.key)).id,
      title: entryTitle(entry),
      ...(list.markOf(entry) === 'pinned' ? { isPinned: true as const } : {}),
      details: details.filter((part) => part !== '').join(' · '),
    };
  }
}
