// The quick pick "Search Sessions": searches the titles and transcripts of all sessions.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import { findRequest } from '../../../core/history/findRequest.ts';
import { passes, type SearchHit } from '../../../core/history/searchFilter.ts';
import { metaLines } from '../../../core/sessionList/metaText.ts';
import type { FindRequest } from '../../../core/panel/hostMessage.ts';
import type { Clock, Log } from '../../../core/ports/hostPorts.ts';
import type { CatalogueEntry } from '../../../core/sessionLifecycle/sessionCatalogue.ts';
import type { SessionList } from '../../../core/sessionList/sessionList.ts';
import { wordMatcher } from '../../../core/text/wordMatcher.ts';
import type { SessionArchive } from '../../../history/sessionArchive.ts';
import type { Chats } from '../../chat/openChats.ts';
import { SearchScope } from './searchScope.ts';
import { searchResultItem, type SearchResultItem } from './searchResultItem.ts';
import type { SessionOpener } from '../sessionOpener.ts';
import { sessionCommandStrings } from '../sessionCommandStrings.ts';

/** The pause in typing after which the search starts. */
const TYPING_DELAY_MS = 120;

/** The interval between two updates of the list while results come in. */
const UPDATE_INTERVAL_MS = 100;

/** The most sessions in the list; a longer query finds fewer. */
const MAX_RESULTS = 200;

export interface SessionSearchOptions {
  readonly list: SessionList;
  readonly archive: SessionArchive;
  readonly opener: SessionOpener;
  readonly chats: Chats;
  readonly clock: Clock;
  readonly log: Log;
}

interface Selection {
  readonly id: string;
  /** What to find in it. */
  readonly find: FindRequest | undefined;
}

/** Lets the user search, shows the selected session in the sidebar, unless a chat shows it, and finds the match in it. */
export async function searchSessions(options: SessionSearchOptions, query = ''): Promise<void> {
  const { opener, chats } = options;
  const search = new SessionSearch(options, query);
  let find: FindRequest | undefined;
  try {
    const key = await opener.choose(async () => {
      const selection = await search.run();
      find = selection?.find;
      return selection?.id;
    }, chats.sidebar);
    if (key !== undefined && find !== undefined) chats.showing(key)?.post({ ...find, key });
  } finally {
    search.dispose();
  }
}

class SessionSearch implements Disposable {
  readonly #options: SessionSearchOptions;
  readonly #owned = new DisposableStore();
  readonly #picker = this.#owned.add(vscode.window.createQuickPick<SearchResultItem>());
  readonly #scope = new SearchScope();
  #running = new AbortController();
  #typing: Disposable | undefined;
  /** The quick pick of a button hides this one, which comes back afterwards. */
  #isAsking = false;
  /** Whether the search has read every session. */
  #isComplete = false;

  constructor(options: SessionSearchOptions, query: string) {
    this.#options = options;
    this.#picker.value = query;
    this.#picker.buttons = this.#scope.buttons;
    this.#picker.placeholder = sessionCommandStrings.searchPlaceholder();
  }

  async run(): Promise<Selection | undefined> {
    const picker = this.#picker;
    void this.#options.archive.refresh().then(() => this.#start());
    this.#owned.add(picker.onDidChangeValue(() => this.#startAfterTyping()));
    this.#owned.add(picker.onDidTriggerButton((pressed) => void this.#changeScope(pressed)));
    this.#start();
    return new Promise((resolve) => {
      this.#owned.add(picker.onDidAccept(() => resolve(this.#selection())));
      this.#owned.add(picker.onDidHide(() => this.#isAsking || resolve(undefined)));
      picker.show();
    });
  }

  dispose(): void {
    this.#typing?.dispose();
    this.#running.abort();
    this.#owned.dispose();
  }

  #selection(): Selection | undefined {
    const [item] = this.#picker.selectedItems;
    if (item === undefined) return undefined;
    // A session in whose transcript a complete search found nothing has the match in its title.
    const mayMatch = item.hit !== undefined || !this.#isComplete;
    return { id: item.id, find: mayMatch ? findRequest(this.#picker.value, item.hit) : undefined };
  }

  #startAfterTyping(): void {
    this.#isComplete = false;
    this.#typing?.dispose();
    this.#typing = this.#options.clock.after(TYPING_DELAY_MS, () => this.#start());
  }

  #start(): void {
    this.#running.abort();
    this.#running = new AbortController();
    this.#isComplete = false;
    this.#picker.title = this.#scope.title;
    const query = this.#picker.value.trim();
    const { signal } = this.#running;
    if (query === '') {
      this.#picker.busy = false;
      this.#picker.items = this.#titleMatches('').map((entry) => this.#item(entry));
    } else {
      this.#search(query, signal).catch((error: unknown) =>
        this.#options.log.error(`The search failed: ${String(error)}`),
      );
    }
  }

  /** Shows results as they are found. */
  async #search(query: string, signal: AbortSignal): Promise<void> {
    const { archive, clock, list } = this.#options;
    const results = new Map(this.#titleMatches(query).map((entry) => [entry.id, this.#item(entry)]));
    let updatedAt = clock.now();
    const update = (): void => {
      if (!signal.aborted) this.#picker.items = [...results.values()];
      updatedAt = clock.now();
    };
    update();
    this.#picker.busy = true;
    for await (const hit of archive.search(query, this.#scope.filter(clock), signal)) {
      if (signal.aborted) return;
      const entry = list.find(hit.summary.key);
      // The list may have the session under another key, or not yet.
      if (entry !== undefined) results.set(entry.id, this.#item(entry, hit));
      if (clock.now() - updatedAt > UPDATE_INTERVAL_MS) update();
      if (results.size >= MAX_RESULTS) break;
    }
    update();
    if (signal.aborted) return;
    this.#picker.busy = false;
    this.#isComplete = true;
  }

  /** The sessions whose title or metadata matches, including those that only agents know. */
  #titleMatches(query: string): readonly CatalogueEntry[] {
    const matches = wordMatcher(query);
    const filter = this.#scope.filter(this.#options.clock);
    return this.#options.list
      .entries()
      .filter((entry) => {
        const text = [entry.title ?? '', ...metaLines(entry.meta ?? {})].join('\n');
        return matches(text) && passes(entry, filter);
      })
      .slice(0, MAX_RESULTS);
  }

  async #changeScope(pressed: vscode.QuickInputButton): Promise<void> {
    const agents = [...new Set(this.#options.list.entries().map(({ agent }) => agent))];
    this.#isAsking = this.#scope.asks(pressed);
    await this.#scope.change(pressed, agents);
    const hasAsked = this.#isAsking;
    this.#isAsking = false;
    this.#start();
    if (hasAsked) this.#picker.show();
  }

  #item(entry: CatalogueEntry, hit?: SearchHit): SearchResultItem {
    return searchResultItem(entry, this.#options.clock.now(), hit);
  }
}
