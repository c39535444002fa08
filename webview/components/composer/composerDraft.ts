// The draft of the composer, which other parts of the panel may add to.
import type { Text } from '@codemirror/state';
import { attachmentsChangeOf, type AttachmentsChange } from '../../../src/core/panel/attachmentsChange.ts';
import { attachmentsOf, typedText } from '../../../src/core/mentions/sentMentions.ts';
import { type ContentBlock, pastedText, textOfPaste } from '../../../src/core/session/content.ts';
import type { MentionKind } from '../../../src/core/mentions/mention.ts';
import { attachStrings } from '../attach/attachStrings.ts';
import type { ViewState } from '../../viewState.ts';
import { draftOfHost, draftOfPage, isNewer, type StoredDraft } from './draft/newestDraft.ts';
import { DraftContent, textDocument } from './draftContent.ts';
import { isAttached, LONGEST_INPUT } from './longPaste.ts';

/** Where a draft is stored for a reload, by the key of its session. */
export type DraftStorage = Pick<ViewState, 'draft' | 'setDraft'>;

/** An attachment that became text of the input, and its place among the others. */
export interface InsertedAttachment {
  readonly block: ContentBlock;
  readonly index: number;
}

/** The input in which the draft's text is edited. */
export interface DraftInput {
  /** Focuses it with the caret at the end. */
  readonly focus: () => void;
  /** Replaces the text and reports it with {@link ComposerDraft.changeText}. What is `final` begins the history anew. */
  readonly replace: (text: string, final: boolean) => void;
  /**
   * Puts a text at the caret in place of what is selected, focuses, and reports it. Undo turns the text of `from` into
   * that attachment again.
   */
  readonly insert: (text: string, from?: InsertedAttachment) => void;
  /** Focuses it, and types a text at the caret as the user would. */
  readonly type: (text: string) => void;
}

/** What the host does not have yet of a draft. Without `attachments`, these are as they were. */
export interface DraftReport {
  readonly text: string;
  readonly revision: number;
  readonly attachments?: AttachmentsChange;
}

interface Reported {
  readonly revision: number;
  /** Undefined where they are to be reported whole. */
  readonly attachments: readonly ContentBlock[] | undefined;
}

/** Holds one session's draft, stores it for a reload, and focuses the input. */
export class ComposerDraft {
  readonly #key: string;
  readonly #storage: DraftStorage;
  readonly #listeners = new Set<() => void>();
  readonly #reading = new Set<Promise<ContentBlock>>();
  #draft: DraftContent;
  #input: DraftInput | undefined;
  #note: string | undefined;
  #isAlert = false;
  #clearedCount = 0;
  /** While a text of the host replaces that of the input. */
  #revisionOfHost: number | undefined;
  /** What the host has. */
  #reported: Reported;

  /** `stored` is what the host has, for when this webview's own state was lost or is older. */
  constructor(key: string, storage: DraftStorage, stored: StoredDraft = NOT_STORED) {
    this.#key = key;
    this.#storage = storage;
    const own = storage.draft(key);
    const newest = isNewer(own, stored) ? draftOfPage(own, stored) : draftOfHost(own, stored);
    const draft = DraftContent.of(newest);
    // In an editor it may be as long as the user wants.
    this.#draft = stored.isInEditor === true ? draft : withLongTextAttached(draft);
    const isUnknown = stored.attachments === undefined && draft.attachments.length > 0;
    this.#reported = {
      revision: stored.revision,
      attachments: isUnknown ? undefined : (stored.attachments ?? []),
    };
    if (newest.lostAttachments !== undefined) {
      this.#note = attachStrings.attachmentsLost(newest.lostAttachments);
    }
  }

  get current(): DraftContent {
    return this.#draft;
  }

  /** What the user should know of the draft, such as why something was not attached; until they type. */
  get note(): string | undefined {
    return this.#note;
  }

  /** How often it was emptied by sending more than a command, after which nothing that was there before comes back by Undo. */
  get clearedCount(): number {
    return this.#clearedCount;
  }

  /** Whether the note interrupts what a screen reader says. */
  get isAlert(): boolean {
    return this.#isAlert;
  }

  setNote(note: string | undefined, isAlert = false): void {
    if (note === this.#note && isAlert === this.#isAlert) return;
    this.#note = note;
    this.#isAlert = isAlert;
    for (const listener of this.#listeners) listener();
  }

  /** Whether something that was attached is still being read. */
  get isReading(): boolean {
    return this.#reading.size > 0;
  }

  /** With those that are still being read. */
  get attachmentCount(): number {
    return this.#draft.attachments.length + this.#reading.size;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set({ doc, attachments }: DraftContent, revision = this.#draft.revision + 1): void {
    this.#draft = new DraftContent(doc, attachments, revision);
    this.#storage.setDraft(this.#key, this.#draft);
    for (const listener of this.#listeners) listener();
  }

  /** Replaces the text, which can be undone. */
  setText(text: string): void {
    if (text !== this.#draft.text) this.#replaceText(text, false);
  }

  #replaceText(text: string, final: boolean): void {
    if (this.#input === undefined) this.changeText(textDocument(text));
    else this.#input.replace(text, final);
  }

  /** Replaces the text with the one that the host has since that revision. */
  setTextOfHost(text: string, revision: number): void {
    if (text === this.#draft.text) return;
    this.#revisionOfHost = revision;
    this.setText(text);
    this.#revisionOfHost = undefined;
  }

  /** The text of the input was changed. One that was hidden gets the text that the draft has already. */
  changeText(doc: Text, isByUser = false): void {
    if (!isByUser && doc.eq(this.#draft.doc)) return;
    const changed = new DraftContent(doc, this.#draft.attachments);
    const next = this.#draft.revision + 1;
    const ofHost = this.#revisionOfHost;
    if (ofHost !== undefined && ofHost >= next) this.#reported = { ...this.#reported, revision: ofHost };
    this.#set(changed, Math.max(next, ofHost ?? 0));
  }

  /** What the host does not have yet; undefined where it has all. It counts as reported. */
  takeReport(): DraftReport | undefined {
    const { text, attachments, revision } = this.#draft;
    if (revision === this.#reported.revision && this.#reported.attachments !== undefined) return undefined;
    const change = attachmentsChangeOf(this.#reported.attachments, attachments);
    this.#reported = { revision, attachments };
    return { text, revision, ...(change === undefined ? {} : { attachments: change }) };
  }

  /** Attaches a text that is too long for the input. */
  attachText(text: string): void {
    this.#set(withText(this.#draft, text));
  }

  attach(block: ContentBlock): void {
    this.attachAll([block]);
  }

  attachAll(blocks: readonly ContentBlock[]): void {
    this.#set(this.#draft.withAttachments([...this.#draft.attachments, ...blocks]));
  }

  /** Attaches what is still being read. Rejects when it cannot be read. */
  async attachWhenRead(reading: Promise<ContentBlock>): Promise<void> {
    this.#reading.add(reading);
    try {
      this.attach(await reading);
    } finally {
      this.#reading.delete(reading);
    }
  }

  /**
   * Calls back as soon as nothing is being read, which is usually at once; not at all when something cannot be read, of
   * which the user is notified.
   */
  whenRead(then: () => void): void {
    if (this.#reading.size === 0) then();
    else
      void Promise.all(this.#reading).then(
        () => this.whenRead(then),
        () => undefined,
      );
  }

  /** Puts the text of an attachment at the caret in its place. */
  insertAttachment(index: number): void {
    const block = this.#draft.attachments[index];
    const text = block === undefined ? undefined : textOfPaste(block);
    if (block === undefined || text === undefined) return;
    this.detach(index);
    this.insertContext(text, { block, index });
  }

  /** An attachment that became text is one again, by Undo, or text, by Redo. */
  changeInserted({ block, index }: InsertedAttachment, isAttached: boolean): void {
    const { attachments } = this.#draft;
    const place = attachments.indexOf(block);
    if (isAttached === (place !== -1)) return;
    const next = isAttached ? attachments.toSpliced(index, 0, block) : attachments.toSpliced(place, 1);
    this.#set(this.#draft.withAttachments(next));
  }

  detach(index: number): void {
    this.#set(this.#draft.withAttachments(this.#draft.attachments.toSpliced(index, 1)));
  }

  /** Adds text on a line of its own, and focuses the input behind it. A long text is attached. */
  addText(text: string): void {
    const { text: before } = this.#draft;
    if (isAttached(text, before.length + text.length)) this.attachText(text);
    else if (text !== '') this.setText(before.trim() === '' ? text : `${before.trimEnd()}\n${text}`);
    this.focus();
  }

  /** Puts text at the caret, in place of what is selected, and focuses the input. A long text is attached. */
  insert(text: string): void {
    if (isAttached(text, this.#draft.doc.length + text.length)) {
      this.attachText(text);
      this.focus();
    } else if (this.#input === undefined) this.setText(this.#draft.text + text);
    else this.#input.insert(text);
  }

  /** Whether the input has room for a text that was attached. */
  hasRoomFor(text: string): boolean {
    return this.#draft.doc.length + text.length <= LONGEST_INPUT;
  }

  /** Puts mentions, or a text that was attached, at the caret, however long they are, and focuses the input. */
  insertContext(text: string, from?: InsertedAttachment): void {
    const spaced = `${this.#separator()}${text} `;
    if (this.#input === undefined) this.setText(this.#draft.text + spaced);
    else this.#input.insert(spaced, from);
  }

  /** Opens the list of what can be mentioned of a kind, as if the user typed its name. */
  listMentions(kind: MentionKind): void {
    this.#input?.type(`${this.#separator()}@${kind}:`);
  }

  /** What keeps an addition apart from what stands before it. */
  #separator(): string {
    const { doc } = this.#draft;
    return /\S/.test(doc.sliceString(Math.max(0, doc.length - 1))) ? ' ' : '';
  }

  /** Adds a prompt for editing; text that was typed already stays before it. */
  readonly put = (content: readonly ContentBlock[]): void => {
    const attached = attachmentsOf(content);
    if (attached.length > 0) {
      this.#set(this.#draft.withAttachments([...this.#draft.attachments, ...attached]));
    }
    this.addText(typedText(content));
  };

  /** Brings back a prompt that was not sent, before what was typed since, and says why. */
  restore(content: readonly ContentBlock[], why: string): void {
    const { text: since, attachments } = this.#draft;
    this.#set(this.#draft.withAttachments([...attachmentsOf(content), ...attachments]));
    this.setText([typedText(content), since].filter((text) => text.trim() !== '').join('\n'));
    this.setNote(why, true);
  }

  /** What is sent; empty when there is nothing. */
  get content(): readonly ContentBlock[] {
    if (this.#draft.isBlank) return [];
    const { text, attachments } = this.#draft;
    const attached = numbered(attachments);
    return text.trim() === '' ? attached : [...attached, { type: 'text', text }];
  }

  /** Empties the composer; returns what to send, or undefined when there is nothing. */
  clear(): readonly ContentBlock[] | undefined {
    if (this.#draft.isBlank) return undefined;
    const { content } = this;
    const { text } = this.#draft;
    if (this.#draft.attachments.length > 0) this.#set(this.#draft.withAttachments([]));
    // A command may have been typed over a draft, which Undo has to give back.
    const isFinal = content.length > 1 || !text.startsWith('/');
    if (isFinal) this.#clearedCount++;
    this.setNote(undefined);
    // Also where no text was left: an attachment may have been text before.
    this.#replaceText('', isFinal);
    return content;
  }

  /** Registers the input. Returns the function that removes it. */
  attachInput(input: DraftInput): () => void {
    this.#input = input;
    return () => {
      this.#input = undefined;
    };
  }

  focus(): void {
    this.#input?.focus();
  }
}

/** A draft that only the panel stores. */
const NOT_STORED: StoredDraft = { text: '', revision: 0 };

/** All added texts are number 1 until the prompt is made: those before them may be removed. */
function withText(draft: DraftContent, added: string): DraftContent {
  return draft.withAttachments([...draft.attachments, pastedText(added, 1)]);
}

/** The attachments as they are sent: no two pasted texts have the same address. */
function numbered(attachments: readonly ContentBlock[]): readonly ContentBlock[] {
  let count = 0;
  return attachments.map((block) => {
    const text = textOfPaste(block);
    return text === undefined ? block : pastedText(text, ++count);
  });
}

/** A stored draft may be from a time or a window in which no text was attached. */
function withLongTextAttached(draft: DraftContent): DraftContent {
  if (draft.doc.length <= LONGEST_INPUT) return draft;
  return withText(new DraftContent(textDocument(''), draft.attachments, draft.revision + 1), draft.text);
}
