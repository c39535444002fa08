// The quick pick "Search Sessions": words in titles and texts of all sessions, by agent, folder and date.
import * as vscode from 'vscode';
import { findRequest } from '../../core/find/findRequest.ts';
import { passes, type SearchFilter, type SearchHit } from '../../core/history/searchFilter.ts';
import { DisposableStore, type Disposable } from '../../core/base/lifecycle.ts';
import type { FindRequest } from '../../core/panel/hostMessage.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import type { CatalogueEntry } from '../../core/sessionLifecycle/sessionCatalogue.ts';
import type { Chats } from '../chat/openChats.ts';
import { foundItem, type FoundItem } from './searchResultItem.ts';
import { withoutIcons } from '../window/iconText.ts';
import type { SessionArchive } from '../../history/sessionArchive.ts';
import type { SessionActions } from './sessionActions.ts';
import type { SessionList } from '../../core/sessionList/sessionList.ts';
import { agentLabel, sessionFolder } from '../settings/settings.ts';

/** Milliseconds without a key before the search begins. */
const TYPING = 120;

/** Milliseconds between two drawings of what was found so far. */
const DRAWING = 100;

/** Sessions that are shown; more words find fewer. */
const MOST = 200;

const DAY = 24 * 3_600_000;

export interface SessionSearchOptions {
  readonly list: SessionList;
  readonly archive: SessionArchive;
  readonly actions: SessionActions;
  readonly chats: Chats;
  readonly clock: Clock;
  readonly log: Log;
}

interface Choice {
  readonly id: string;
  /** What to find in it. */
  readonly find: FindRequest | undefined;
}

/** What is searched, as the user chose it with the buttons. */
interface Chosen {
  agent: string | undefined;
  isHere: boolean;
  days: number | undefined;
}

/** Lets the user search, shows the chosen session, and in it the place that has the words. */
export async function searchSessions(options: SessionSearchOptions): Promise<void> {
  const { actions, chats } = options;
  const search = new SessionSearch(options);
  let found: FindRequest | undefined;
  try {
    const key = await actions.choose(async () => {
      const choice = await search.run();
      found = choice?.find;
      return choice?.id;
    });
    if (key !== undefined && found !== undefined) chats.showing(key)?.post({ ...found, key });
  } finally {
    search.dispose();
  }
}

class SessionSearch implements Disposable {
  readonly #options: SessionSearchOptions;
  readonly #owned = new DisposableStore();
  readonly #picker = this.#owned.add(vscode.window.createQuickPick<FoundItem>());
  readonly #chosen: Chosen = { agent: undefined, isHere: false, days: undefined };
  readonly #agentButton = button('hubot', vscode.l10n.t('Agent'));
  readonly #folderButton = button('folder', vscode.l10n.t('This folder only, or all'));
  readonly #dateButton = button('calendar', vscode.l10n.t('Date'));
  #running = new AbortController();
  #typing: Disposable | undefined;
  /** A question of a button needs the screen for itself. */
  #isAsking = false;
  /** Whether the search has come to every session. */
  #isWhole = false;

  constructor(options: SessionSearchOptions) {
    this.#options = options;
    this.#picker.buttons = [this.#agentButton, this.#folderButton, this.#dateButton];
    this.#picker.placeholder = vscode.l10n.t('Words in titles and texts of sessions');
  }

  async run(): Promise<Choice | undefined> {
    const picker = this.#picker;
    void this.#options.archive.refresh().then(() => this.#begin());
    this.#owned.add(picker.onDidChangeValue(() => this.#beginSoon()));
    this.#owned.add(picker.onDidTriggerButton((pressed) => void this.#choose(pressed)));
    this.#begin();
    return new Promise((resolve) => {
      this.#owned.add(picker.onDidAccept(() => resolve(this.#choice())));
      this.#owned.add(picker.onDidHide(() => this.#isAsking || resolve(undefined)));
      picker.show();
    });
  }

  dispose(): void {
    this.#typing?.dispose();
    this.#running.abort();
    this.#owned.dispose();
  }

  #choice(): Choice | undefined {
    const [item] = this.#picker.selectedItems;
    if (item === undefined) return undefined;
    // One in which a whole search found nothing has the words in its title.
    const isOpen = item.hit !== undefined || !this.#isWhole;
    return { id: item.id, find: isOpen ? findRequest(this.#picker.value, item.hit) : undefined };
  }

  #beginSoon(): void {
    this.#isWhole = false;
    this.#typing?.dispose();
    this.#typing = this.#options.clock.after(TYPING, () => this.#begin());
  }

  #begin(): void {
    this.#running.abort();
    this.#running = new AbortController();
    this.#isWhole = false;
    this.#picker.title = this.#title();
    const words = this.#picker.value.trim();
    const { signal } = this.#running;
    if (words === '') {
      this.#picker.busy = false;
      this.#picker.items = this.#entries('').map((entry) => this.#item(entry));
    } else {
      this.#find(words, signal).catch((error: unknown) =>
        this.#options.log.error(`The search failed: ${String(error)}`),
      );
    }
  }

  /** Shows what is found as it is found. */
  async #find(words: string, signal: AbortSignal): Promise<void> {
    const { archive, clock, list } = this.#options;
    const found = new Map(this.#entries(words).map((entry) => [entry.id, this.#item(entry)]));
    let drawnAt = clock.now();
    const draw = (): void => {
      if (!signal.aborted) this.#picker.items = [...found.values()];
      drawnAt = clock.now();
    };
    draw();
    this.#picker.busy = true;
    for await (const hit of archive.search(words, this.#filter(), signal)) {
      if (signal.aborted) return;
      const entry = list.find(hit.summary.key);
      // The list has it under another key, or not yet.
      if (entry !== undefined) found.set(entry.id, this.#item(entry, hit));
      if (clock.now() - drawnAt > DRAWING) draw();
      if (found.size >= MOST) break;
    }
    draw();
    if (signal.aborted) return;
    this.#picker.busy = false;
    this.#isWhole = true;
  }

  /** The sessions whose title has the words, also those that only agents know. */
  #entries(words: string): readonly CatalogueEntry[] {
    const wanted = words.toLowerCase().split(/\s+/);
    const filter = this.#filter();
    return this.#options.list
      .entries()
      .filter((entry) => {
        const title = entry.title?.toLowerCase() ?? '';
        return wanted.every((word) => title.includes(word)) && passes(entry, filter);
      })
      .slice(0, MOST);
  }

  #filter(): SearchFilter {
    const { agent, isHere, days } = this.#chosen;
    return {
      ...(agent === undefined ? {} : { agent }),
      ...(isHere ? { folder: sessionFolder() } : {}),
      ...(days === undefined ? {} : { since: this.#options.clock.now() - days * DAY }),
    };
  }

  #title(): string {
    const { agent, isHere, days } = this.#chosen;
    return [
      agent === undefined ? vscode.l10n.t('All agents') : agentLabel(agent),
      isHere ? vscode.l10n.t('this folder') : vscode.l10n.t('all folders'),
      days === undefined ? vscode.l10n.t('any time') : daysText(days),
    ].join(' · ');
  }

  async #choose(pressed: vscode.QuickInputButton): Promise<void> {
    if (pressed === this.#folderButton) {
      this.#chosen.isHere = !this.#chosen.isHere;
      this.#begin();
      return;
    }
    this.#isAsking = true;
    if (pressed === this.#agentButton) await this.#chooseAgent();
    else await this.#chooseDate();
    this.#isAsking = false;
    this.#begin();
    this.#picker.show();
  }

  async #chooseAgent(): Promise<void> {
    const agents = [...new Set(this.#options.list.entries().map(({ agent }) => agent))];
    const all = { label: vscode.l10n.t('All agents'), agent: undefined };
    const items = [all, ...agents.map((agent) => ({ label: withoutIcons(agentLabel(agent)), agent }))];
    const chosen = await vscode.window.showQuickPick(items, {
      placeHolder: vscode.l10n.t('Sessions of which agent'),
    });
    if (chosen !== undefined) this.#chosen.agent = chosen.agent;
  }

  async #chooseDate(): Promise<void> {
    const any = { label: vscode.l10n.t('any time'), days: undefined };
    const items = [any, ...[1, 7, 30, 365].map((days) => ({ label: daysText(days), days }))];
    const chosen = await vscode.window.showQuickPick(items, {
      placeHolder: vscode.l10n.t('Sessions of which time'),
    });
    if (chosen !== undefined) this.#chosen.days = chosen.days;
  }

  #item(entry: CatalogueEntry, hit?: SearchHit): FoundItem {
    return foundItem(entry, this.#options.clock.now(), hit);
  }
}

function button(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}

function daysText(days: number): string {
  return days === 1 ? vscode.l10n.t('last 24 hours') : vscode.l10n.t('last {0} days', days);
}
