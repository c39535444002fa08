// What there is to say to a screen reader about a session since the last time.
import { entryAt, entryCount, type Entry } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { entryText } from '../../../src/core/session/entryTraits.ts';
import { shownStatus } from '../../../src/core/session/toolCall/shownStatus.ts';
import { toolCallTitle } from '../../../src/core/session/toolCall/toolCallTitle.ts';
import { currentUsage, usedPercent } from '../../../src/core/usage/usageFigures.ts';
import { markdownBlocks } from '../../markdown/markdownDocument.ts';
import { contextWarningText } from './contextWarningText.ts';
import { announcementOf } from '../entries/entryRows.tsx';
import { spokenText } from './spokenText.ts';
import { transcriptStrings } from './transcriptStrings.ts';

/** Characters said at once; a screen reader cannot be stopped in the middle of an announcement by all. */
const MAX_SAID_LENGTH = 600;

/** Characters of markdown that are parsed for them: its marks need room, too. */
const MAX_MARKDOWN_LENGTH = 2 * MAX_SAID_LENGTH;

/** The most running tool calls of which it is said that they failed. */
const MAX_RUNNING_CALLS = 100;

/** What is said; empty where there is nothing. */
export interface News {
  /** When the screen reader is done with what it says. */
  readonly polite: string;
  /** At once: the user has to do something. */
  readonly assertive: string;
}

/** The keys that answer a permission request, for users who do not see the card. */
export interface AnswerKeys {
  readonly allow: string;
  readonly reject: string;
}

/** Remembers what was said. Answers are said by finished blocks, the rest once it has happened. */
export class AnnouncementMaker {
  readonly #keys: AnswerKeys | undefined;
  #entries = 0;
  /** Characters of the last answer that were said. */
  #said = 0;
  #title: string | undefined;
  #permission: string | undefined;
  #isReturning = false;
  #isEndOnly = false;
  #queue = 0;
  #turnStart: number | undefined;
  #contextLevel: string | undefined;
  /** The places of tool calls that were said to have begun. */
  #runningTools: readonly number[] = [];

  constructor(keys?: AnswerKeys) {
    this.#keys = keys;
  }

  /** Takes all there is as said. */
  skip(state: SessionState, title: string | undefined): void {
    this.#skipEntries(state);
    this.#titleNews(title);
    this.#permissionNews(state);
    this.#queueNews(state);
    this.#contextNews(state);
  }

  /**
   * To be called whenever the state changed: what an agent replays of an earlier session is not new, nor is what comes before
   * the end of a long one that is shown already.
   */
  note({ opening, sessionId }: SessionState, isEndOnly = false): void {
    if (this.#isEndOnly || (opening && sessionId !== undefined)) this.#isReturning = true;
    this.#isEndOnly = isEndOnly;
  }

  /** What to say now. */
  news(state: SessionState, title: string | undefined): News {
    if (this.#isReturning) this.#skipEntries(state);
    this.#isReturning &&= state.opening;
    const { polite, assertive } = this.#entryNews(state);
    return {
      polite: joined([
        ...polite,
        ...this.#titleNews(title),
        ...this.#queueNews(state),
        ...this.#contextNews(state),
      ]),
      assertive: joined([...assertive, ...this.#permissionNews(state)]),
    };
  }

  /** An answer that still grows is said from its next block on. */
  #skipEntries(state: SessionState): void {
    const count = entryCount(state.entries);
    const last = entryAt(state.entries, count - 1);
    this.#entries = count;
    this.#said = 0;
    this.#runningTools = [];
    if (state.turn === undefined || last?.kind !== 'agent') return;
    this.#entries = count - 1;
    this.#finishedText(last, state.key, true);
  }

  #entryNews(state: SessionState): { readonly polite: string[]; readonly assertive: string[] } {
    const count = entryCount(state.entries);
    const polite = this.#failedTools(state);
    const assertive: string[] = [];
    // In a flood thousands of entries are new: what is not said is not parsed either.
    let left = MAX_MARKDOWN_LENGTH;
    let said = 0;
    for (let index = Math.min(this.#entries, count); index < count; index++) {
      const entry = entryAt(state.entries, index);
      if (entry === undefined) continue;
      const isOpen = index === count - 1 && state.turn !== undefined;
      const text = entry.kind === 'agent' ? this.#finishedText(entry, state.key, isOpen) : '';
      if (isError(entry)) {
        assertive.push(announcementOf(entry));
      } else if (said < MAX_SAID_LENGTH && left > 0) {
        const news = entry.kind === 'agent' ? spokenText(text.slice(0, left)) : announcementOf(entry);
        polite.push(news);
        left -= text.length;
        said += news.length;
      }
      if (entry.kind === 'tool')
        this.#runningTools = [...this.#runningTools.slice(1 - MAX_RUNNING_CALLS), index];
      if (!isOpen) {
        this.#entries = index + 1;
        this.#said = 0;
      } else if (entry.kind !== 'agent') {
        this.#entries = index + 1;
      }
    }
    return { polite, assertive };
  }

  /** The tool calls that have failed since they were said to have begun, and forgets those that ended. */
  #failedTools({ entries, terminals }: SessionState): string[] {
    const failed: string[] = [];
    this.#runningTools = this.#runningTools.filter((index) => {
      const entry = entryAt(entries, index);
      if (entry?.kind !== 'tool') return false;
      const { status } = entry.call;
      if (status === 'pending' || status === 'in_progress') return true;
      if (shownStatus(entry, terminals) === 'failed') {
        failed.push(transcriptStrings.toolFailed(toolCallTitle(entry.call)));
      }
      return false;
    });
    return failed;
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
    const request =
      first.isChanged === true
        ? transcriptStrings.permissionChanged(title)
        : transcriptStrings.permissionRequestedFor(title);
    const { allow, reject } = this.#keys ?? {};
    const kinds = new Set(first.options.map(({ kind }) => kind));
    const canUseKeys = kinds.has('allow_once') && (kinds.has('reject_once') || kinds.has('reject_always'));
    if (allow === undefined || reject === undefined || !canUseKeys) return [request];
    return [request, transcriptStrings.permissionKeys(allow, reject)];
  }

  #queueNews({ queue, turn }: SessionState): readonly string[] {
    const before = this.#queue;
    const isNewTurn = turn !== undefined && turn.startedAt !== this.#turnStart;
    this.#queue = queue.length;
    this.#turnStart = turn?.startedAt;
    if (queue.length === before) return [];
    if (queue.length < before && isNewTurn) return [transcriptStrings.queuedSent()];
    return [queue.length === 0 ? transcriptStrings.queueEmpty() : transcriptStrings.queued(queue.length)];
  }

  #contextNews(state: SessionState): readonly string[] {
    const level = state.contextWarning.current;
    if (level === this.#contextLevel) return [];
    this.#contextLevel = level;
    const usage = currentUsage(state);
    const percent = usage === undefined ? undefined : usedPercent(usage);
    if (level === undefined || level === 'normal' || percent === undefined) return [];
    return [contextWarningText(level, percent)];
  }
}

/** Whether an entry says that something failed, which ends what the agent was doing. */
function isError(entry: Entry): boolean {
  return entry.kind === 'notice' && entry.severity === 'error';
}

function joined(texts: readonly string[]): string {
  return texts
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, MAX_SAID_LENGTH);
}
