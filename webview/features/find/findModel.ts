// The model of the find bar: the scan of the session, the current hit, and scrolling to it.
import { TranscriptFind, type FindPlace } from '../../../src/features/find/core/transcriptFind.ts';
import type { TextRange } from '../../../src/core/text/searchedText.ts';
import {
  findPattern,
  type FindPattern,
  type FindQuery,
} from '../../../src/features/find/core/findPattern.ts';
import type { FindRequest } from '../../../src/core/panel/hostMessage.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import type { PanelServices } from '../../panel/state/panelContext.tsx';
import type { RenderedMatch } from './renderedText.ts';
import { EntryTexts } from './entryTexts.ts';
import { HitMarks } from './hitMarks.ts';
import { renderedMatch, rowWith, type ShownHit } from './renderedHit.ts';
import { entryOf, foldsOver } from './hitPlace.ts';
import { excerptOf } from './hitExcerpt.ts';
import { placeInView, selectedText } from './placeInView.ts';
import { revealHit } from './revealHit.ts';
import type { TranscriptTarget } from '../../panel/transcript/transcriptTarget.ts';

/** How long one slice of a scan takes, so that keys and frames are handled in between. */
const SLICE_MS = 6;
/** What the bar shows. */
export interface FindView {
  readonly isOpen: boolean;
  readonly query: FindQuery;
  /** The number of known hits; undefined during the first scan of the session. */
  readonly count: number | undefined;
  /** The 0-based number of the current hit. */
  readonly index: number | undefined;
  /** The current hit with the text around it. */
  readonly excerpt: string;
  /** Changes whenever the field should be focused. */
  readonly focusAsked: number;
}

interface Current extends ShownHit {
  /** The text that was found. */
  readonly text: string;
  /** Its 0-based number in its entry. */
  readonly rank: number;
}

const CLOSED: FindView = {
  isOpen: false,
  query: { text: '', matchCase: false, wordMatching: 'together' },
  count: undefined,
  index: undefined,
  excerpt: '',
  focusAsked: 0,
};

/** How much lower the transcript begins while the bar is open, as in find.css. */
const BAR_HEIGHT_PX = 36;

const NO_HIT = { index: undefined, excerpt: '' } as const;

/** Finds in the shown session while the bar is open; does no work while it is closed. */
export class FindModel {
  readonly #services: Pick<PanelServices, 'store' | 'viewState'>;
  readonly #listeners = new Set<() => void>();
  #view = CLOSED;
  #texts = this.#newTexts();
  #pattern: FindPattern | undefined;
  #find: TranscriptFind | undefined;
  #current: Current | undefined;
  /** Where the search for the first hit begins, while there is none. */
  #origin: FindPlace | undefined;
  /** Whether a hit that appears later should be shown too. */
  #waitsForHit = false;
  #target: TranscriptTarget | undefined;
  #marks: HitMarks | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unsubscribe: (() => void) | undefined;
  #stopReveal: (() => void) | undefined;
  #focusBefore: Element | null = null;

  constructor(services: Pick<PanelServices, 'store' | 'viewState'>) {
    this.#services = services;
  }

  get view(): FindView {
    return this.#view;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Connects the rendered transcript. Returns the function that disconnects it. */
  attach(target: TranscriptTarget): () => void {
    this.#target = target;
    if (this.#view.isOpen) this.#startMarks();
    return () => {
      this.#stopMarks();
      if (this.#target === target) this.#target = undefined;
    };
  }

  /**
   * Opens the bar and focuses its field. A text in the request is searched for at once, from the request's entry on.
   * Without one the bar shows the selected text, else the last search, without scrolling.
   */
  open({
    text,
    wordMatching = 'together',
    entryId,
  }: Pick<FindRequest, 'text' | 'wordMatching' | 'entryId'> = {}): void {
    const wasOpen = this.#view.isOpen;
    if (!wasOpen) {
      this.#focusBefore = document.activeElement;
      this.#unsubscribe = this.#services.store.subscribe(() => this.#sessionChanged());
      this.#show({ isOpen: true });
      this.#startMarks();
    }
    this.#show({ focusAsked: this.#view.focusAsked + 1 });
    const selected = text === undefined ? selectedText(this.#target) : undefined;
    if (text !== undefined) {
      this.#current = undefined;
      this.#origin = entryId === undefined ? undefined : { entryId };
      this.#search({ ...this.#view.query, text, wordMatching }, true);
      this.#waitsForHit = this.#current === undefined;
    } else if (selected !== undefined) {
      this.#origin = placeInView(this.#target);
      this.#search({ ...this.#view.query, text: selected, wordMatching: 'together' }, true);
    } else if (!wasOpen) {
      this.#search(this.#view.query, false);
    }
  }

  /** Closes the bar. With `givesFocus` the focus returns to where it was before the bar was opened. */
  close(givesFocus: boolean): void {
    if (!this.#view.isOpen) return;
    this.#stop();
    const before = this.#focusBefore;
    this.#focusBefore = null;
    this.#show({ isOpen: false, count: undefined, ...NO_HIT });
    if (!givesFocus) return;
    const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
    if (isThere) before.focus({ preventScroll: true });
    else this.#target?.scroller.focus({ preventScroll: true });
  }

  /** Keeps the visible text in place when the bar appears above it. Returns the function that undoes this. */
  makeRoom(): () => void {
    const scroller = this.#target?.scroller;
    if (scroller !== undefined && scroller.scrollTop > 0) scroller.scrollTop += BAR_HEIGHT_PX;
    return () => {
      if (scroller !== undefined && scroller.scrollTop >= BAR_HEIGHT_PX) scroller.scrollTop -= BAR_HEIGHT_PX;
    };
  }

  /** Called when the user types. */
  setText(text: string): void {
    this.#searchFromHere({ ...this.#view.query, text, wordMatching: 'together' });
  }

  toggleMatchCase(): void {
    this.#searchFromHere({ ...this.#view.query, matchCase: !this.#view.query.matchCase });
  }

  /** Goes to the next or the previous hit, wrapping around; opens the bar if it is closed. */
  step(by: 1 | -1): void {
    if (!this.#view.isOpen) this.open();
    const find = this.#find;
    if (find === undefined || !find.isComplete || find.count === 0) return;
    this.#waitsForHit = false;
    const from = this.#current?.hit ?? placeInView(this.#target);
    const before = from === undefined ? 0 : find.countBefore(from);
    const index = by === -1 ? before - 1 : this.#current === undefined ? before : before + 1;
    this.#goTo(find, (index + find.count) % find.count);
  }

  /** Releases everything when the panel is removed. */
  dispose(): void {
    this.#stop();
    this.#listeners.clear();
  }

  get #session(): SessionState | undefined {
    return this.#services.store.view.session;
  }

  #newTexts(): EntryTexts {
    return new EntryTexts(() => this.#services.store.view.panel?.roots);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#stopReveal?.();
    this.#stopMarks();
    this.#find = undefined;
    this.#current = undefined;
    this.#texts = this.#newTexts();
  }

  #startMarks(): void {
    if (this.#target === undefined || this.#marks !== undefined) return;
    this.#marks = new HitMarks(this.#target.scroller, (row, matches) => this.#currentIn(row, matches));
    this.#marks.mark(this.#pattern);
  }

  #stopMarks(): void {
    this.#marks?.dispose();
    this.#marks = undefined;
  }

  /** Searches for the typed text, from the current place on. */
  #searchFromHere(query: FindQuery): void {
    this.#origin = this.#current?.hit ?? this.#origin ?? placeInView(this.#target);
    this.#search(query, true);
  }

  #search(query: FindQuery, goesThere: boolean): void {
    this.#current = undefined;
    this.#waitsForHit = false;
    this.#stopReveal?.();
    this.#pattern = findPattern(query);
    this.#find = this.#pattern && new TranscriptFind(this.#pattern, this.#texts.of);
    this.#show({ query, ...NO_HIT });
    this.#marks?.mark(this.#pattern);
    if (this.#find === undefined) this.#show({ count: undefined });
    const session = this.#session;
    if (this.#find === undefined || session === undefined) return;
    this.#find.update(session);
    this.#scan(goesThere);
  }

  #sessionChanged(): void {
    const session = this.#session;
    if (session === undefined || this.#find === undefined) return;
    const wasComplete = this.#find.isComplete;
    this.#find.update(session);
    // A running scan includes the change.
    if (wasComplete && !this.#find.isComplete) this.#scan(false);
  }

  #scan(goesThere: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const find = this.#find;
    if (find === undefined) return;
    const until = performance.now() + SLICE_MS;
    if (!find.scan(() => performance.now() >= until)) {
      this.#timer = setTimeout(() => this.#scan(goesThere), 0);
    } else if (find.count > 0 && (goesThere || this.#waitsForHit)) {
      // The first hit from there on, or the last one before when there is none.
      const before = this.#origin === undefined ? 0 : find.countBefore(this.#origin);
      this.#waitsForHit = false;
      this.#goTo(find, Math.min(before, find.count - 1));
    } else {
      this.#countAgain(find);
    }
  }

  /** The current hit stays current while it exists. The work does not depend on the length of the session. */
  #countAgain(find: TranscriptFind): void {
    const { count } = find;
    if (this.#current === undefined) {
      this.#show({ count, ...NO_HIT });
      return;
    }
    const { hit, text, rank } = this.#current;
    if (this.#textOf(hit).slice(hit.start, hit.end) === text) {
      this.#show({ count, index: find.countBefore({ entryId: hit.entryId }) + rank });
    } else {
      this.#origin = hit;
      this.#current = undefined;
      this.#show({ count, ...NO_HIT });
    }
  }

  #goTo(find: TranscriptFind, index: number): void {
    const session = this.#session;
    const hit = find.hitAt(index);
    const place = hit === undefined || session === undefined ? undefined : entryOf(hit, session);
    if (hit === undefined || place === undefined) return;
    const text = this.#textOf(hit);
    const rank = index - find.countBefore({ entryId: hit.entryId });
    this.#current = { hit, place, rank, text: text.slice(hit.start, hit.end) };
    this.#show({ count: find.count, index, excerpt: excerptOf(text, hit) });
    this.#reveal(this.#current);
  }

  #reveal(current: Current): void {
    const target = this.#target;
    const { hit, place } = current;
    this.#stopReveal?.();
    if (target === undefined) return;
    target.stay();
    let found: number | undefined;
    let isOpened = false;
    this.#stopReveal = revealHit(target, () => {
      const key = this.#session?.key ?? '';
      const rows = target.rows();
      found = this.#current === current ? rowWith(rows, current, key, found) : undefined;
      const row = found === undefined ? undefined : rows.at(found);
      if (row !== undefined && !isOpened) {
        isOpened = true;
        for (const fold of foldsOver(row, hit, place, this.#textOf(hit))) {
          this.#services.viewState.openFold(key, fold);
        }
      }
      return { row: found, match: this.#marks?.markCurrent() };
    });
  }

  /** Which of the hits that are rendered in a row is the current one. */
  #currentIn(element: HTMLElement, matches: readonly RenderedMatch[]): RenderedMatch | undefined {
    const session = this.#session;
    const row = this.#target?.rows().at(Number(element.dataset['index']));
    if (this.#current === undefined || session === undefined || row === undefined) return undefined;
    return renderedMatch(this.#current, { row, key: session.key, matches, find: this.#find });
  }

  #textOf(hit: TextRange): string {
    return this.#find?.textOf(hit) ?? '';
  }

  #show(change: Partial<FindView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
