// What there is to say to a screen reader about a session since the last time.
import { entryAt, entryCount, type Entry } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { entryText } from '../../../src/core/session/entryTraits.ts';
import { toolCallTitle } from '../../../src/core/session/toolCalls/toolCallTitle.ts';
import { markdownBlocks } from '../../markdown/markdownDocument.ts';
import { announcementOf } from '../entries/entryRows.tsx';
import { spokenText } from './spokenText.ts';
import { transcriptStrings } from './transcriptStrings.ts';

/** Characters said at once; a screen reader cannot be stopped in the middle of an announcement by all. */
const LONGEST = 600;

/** Characters of markdown that are parsed for them: its marks need room, too. */
const LONGEST_MARKDOWN = 2 * LONGEST;

/** Remembers what was said. Answers are said by finished blocks. */
export class AnnouncementMaker {
  #entries = 0;
  /** Characters of the last answer that were said. */
  #said = 0;
  #title: string | undefined;
  #permission: string | undefined;
  #isReturning = false;

  /** Takes all there is as said. */
  skip(state: SessionState, title: string | undefined): void {
    this.#skipEntries(state);
    this.#titleNews(title);
    this.#permissionNews(state);
  }

  /** To be called whenever the state changed: what an agent replays of an earlier session is not new. */
  note({ opening, sessionId }: SessionState): void {
    if (opening && sessionId !== undefined) this.#isReturning = true;
  }

  /** The words to say now; empty when there are none. */
  news(state: SessionState, title: string | undefined): string {
    if (this.#isReturning) this.#skipEntries(state);
    this.#isReturning &&= state.opening;
    const words = [...this.#entryNews(state), ...this.#titleNews(title), ...this.#permissionNews(state)];
    return words.join(' ').slice(0, LONGEST);
  }

  /** An answer that still grows is said from its next block on. */
  #skipEntries(state: SessionState): void {
    const count = entryCount(state.entries);
    const last = entryAt(state.entries, count - 1);
    this.#entries = count;
    this.#said = 0;
    if (state.turn === undefined || last?.kind !== 'agent') return;
    this.#entries = count - 1;
    this.#finishedText(last, state.key, true);
  }

  #entryNews(state: SessionState): readonly string[] {
    const count = entryCount(state.entries);
    const words: string[] = [];
    // In a flood thousands of entries are new: what is not said is not parsed either.
    let left = LONGEST_MARKDOWN;
    let said = 0;
    for (let index = Math.min(this.#entries, count); index < count; index++) {
      const entry = entryAt(state.entries, index);
      if (entry === undefined) continue;
      const isOpen = index === count - 1 && state.turn !== undefined;
      const text = entry.kind === 'agent' ? this.#finishedText(entry, state.key, isOpen) : '';
      if (said < LONGEST && left > 0) {
        const news = entry.kind === 'agent' ? spokenText(text.slice(0, left)) : announcementOf(entry);
        words.push(news);
        left -= text.length;
        said += news.length;
      }
      if (!isOpen) {
        this.#entries = index + 1;
        this.#said = 0;
      } else if (entry.kind !== 'agent') {
        this.#entries = index + 1;
      }
    }
    return words.filter((text) => text !== '');
  }

  /** The blocks of an answer that have ended since the last time; they count as said. */
  #finishedText(entry: Entry, key: string, isOpen: boolean): string {
    const text = entryText(entry);
    const open = isOpen ? (markdownBlocks(`${key}/${entry.id}`, text, true).at(-1)?.raw.length ?? 0) : 0;
    const finished = text.slice(this.#said, text.length - open).trim();
    this.#said = Math.max(this.#said, text.length - open);
    return finished;
  }

  #titleNews(title: string | undefined): readonly string[] {
    if (title === this.#title) return [];
    const isFirst = this.#title === undefined;
    this.#title = title;
    return isFirst || title === undefined ? [] : [transcriptStrings.sessionRenamed(title)];
  }

  #permissionNews({ permissions }: SessionState): readonly string[] {
    const [first] = permissions;
    if (first?.requestId === this.#permission) return [];
    this.#permission = first?.requestId;
    if (first === undefined) return [];
    const title = toolCallTitle(first.call);
    return [
      first.isChanged === true
        ? transcriptStrings.permissionChanged(title)
        : transcriptStrings.permissionRequestedFor(title),
    ];
  }
}
