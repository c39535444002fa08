// The draft of the composer, which other parts of the panel may add to.
import type { Text } from '@codemirror/state';
import type { AttachmentList, PromptPart } from '../../../src/core/panel/draftAttachment.ts';
import type { PanelState } from '../../../src/core/panel/hostMessage.ts';
import { type ContentBlock, pastedText, textOfPaste } from '../../../src/core/session/content.ts';
import type { MentionKind } from '../../../src/core/mentions/mention.ts';
import type { ViewState } from '../state/viewState.ts';
import { attach, reportOf, type AttachedContent, type Attachment } from './draft/attachment.ts';
import { DraftContent, textDocument } from './draftContent.ts';
import { oncePageIsFocused } from './focus/composerFocus.ts';
import { isAttached, LONGEST_INPUT } from './longPaste.ts';

/** Where a draft is stored for a reload, by the key of its session. */
export type DraftStorage = Pick<ViewState, 'draft' | 'setDraft'>;

/** An attachment that became text of the input, and its place among the others. */
export interface InsertedAttachment {
  readonly attachment: Attachment;
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
  /** The revision and the text that the host had before. */
  readonly since: number;
  readonly base: string;
  readonly attachments?: AttachmentList;
}

interface Reported {
  readonly revision: number;
  readonly text: string;
  /** Undefined where the host has none of them with the draft. */
  readonly attachments: readonly Attachment[] | undefined;
}

/** A draft as the host has it. */
export interface StoredDraft extends Pick<PanelState['draft'], 'text' | 'revision' | 'isInEditor'> {
  readonly attachments: readonly Attachment[];
  /** Whether the host has to be told what is attached: it knows the prompt, but not that it is edited. */
  readonly isBegun?: true;
}

/** Words, and what is attached to them. */
export interface PromptContent {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** Holds one session's draft, stores it for a reload, and focuses the input. */
export class ComposerDraft {
  readonly #key: string;
  readonly #storage: DraftStorage;
  readonly #listeners = new Set<() => void>();
  readonly #reading = new Set<Promise<AttachedContent>>();
  #draft: DraftContent;
  #input: DraftInput | undefined;
  #note: string | undefined;
  #isAlert = false;
  #clearedCount = 0;
  /** While a text of the host replaces that of the input. */
  #revisionOfHost: number | undefined;
  /** What the host has. */
  #reported: Reported;

  /** `stored` is what the host has. The text of the page counts where it was changed more often: it did not arrive there. */
  constructor(key: string, storage: DraftStorage, stored: StoredDraft) {
    this.#key = key;
    this.#storage = storage;
    const { text, attachments, revision, isInEditor } = stored;
    this.#reported = { revision, text, attachments: stored.isBegun === true ? undefined : attachments };
    const own = storage.draft(key);
    const { revision: ownRevision = 0 } = own;
    // Versions that did not count had the text in the page alone.
    const isUncounted = ownRevision === 0 && revision === 0 && text === '' && own.text !== '';
    const draft =
      ownRevision > revision || isUncounted
        ? new DraftContent(textDocument(own.text), attachments, Math.max(1, ownRevision))
        : new DraftContent(textDocument(text), attachments, revision);
    // In an editor it may be as long as the user wants.
    this.#draft = isInEditor === true ? draft : withLongTextAttached(draft);
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
    if (text === this.#draft.text) {
      // What is typed next has to count as newer than what the host has.
      if (revision <= this.#draft.revision) return;
      this.#reported = { ...this.#reported, revision, text };
      this.#set(this.#draft, revision);
      return;
    }
    this.#revisionOfHost = revision;
    this.#reported = { ...this.#reported, text };
    this.setText(text);
    this.#revisionOfHost = undefined;
  }

  /** Replaces what is attached with what the host has. */
  setAttachmentsOfHost(attachments: readonly Attachment[]): void {
    this.#reported = { ...this.#reported, attachments };
    this.#set(this.#draft.withAttachments(attachments), this.#draft.revision);
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
    const { hasNewAttachments } = this;
    if (revision === this.#reported.revision && !hasNewAttachments) return undefined;
    const { revision: since, text: base } = this.#reported;
    this.#reported = { revision, text, attachments };
    return {
      text,
      revision,
      since,
      base,
      ...(hasNewAttachments ? { attachments: attachments.map(reportOf) } : {}),
    };
  }

  /** Whether the host does not know yet what is attached. */
  get hasNewAttachments(): boolean {
    const { attachments } = this.#draft;
    const { attachments: reported } = this.#reported;
    return reported === undefined ? attachments.length > 0 : attachments !== reported;
  }

  /** Attaches a text that is too long for the input. */
  attachText(text: string): void {
    this.#set(withText(this.#draft, text));
  }

  /** What is attached already is not attached a second time. */
  attachAll(attachments: readonly Attachment[]): void {
    const { attachments: before } = this.#draft;
    const added = attachments.filter(({ id }) => before.every((each) => each.id !== id));
    if (added.length > 0) this.#set(this.#draft.withAttachments([...before, ...added]));
  }

  /** Attaches what is still being read. Rejects when it cannot be read. */
  async attachWhenRead(reading: Promise<AttachedContent>): Promise<void> {
    this.#reading.add(reading);
    try {
      this.attachAll([attach(await reading)]);
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

  /** Puts the text of an attachment at the caret in its place. `text`: the whole where the page has a part of it. */
  insertAttachment(id: string, text?: string): void {
    const index = this.#draft.attachments.findIndex((each) => each.id === id);
    const attachment = this.#draft.attachments[index];
    const whole = text ?? (attachment === undefined ? undefined : textOfPaste(attachment.block));
    if (attachment === undefined || whole === undefined) return;
    this.detach(index);
    this.insertContext(whole, { attachment, index });
  }

  /** An attachment that became text is one again, by Undo, or text, by Redo. */
  changeInserted({ attachment, index }: InsertedAttachment, isAttached: boolean): void {
    const { attachments } = this.#draft;
    const place = attachments.indexOf(attachment);
    if (isAttached === (place !== -1)) return;
    const next = isAttached ? attachments.toSpliced(index, 0, attachment) : attachments.toSpliced(place, 1);
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

  /** Whether the input has room for a text of that length, in UTF-16 code units, that was attached. */
  hasRoomFor(length: number): boolean {
    return this.#draft.doc.length + length <= LONGEST_INPUT;
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
  readonly put = ({ text, attachments }: PromptContent): void => {
    this.attachAll(attachments);
    this.addText(text);
  };

  /** Brings back a prompt that was not sent, before what was typed since, and says why. */
  restore({ text, attachments }: PromptContent, why: string): void {
    const since = this.#draft;
    if (attachments.length > 0) this.#set(since.withAttachments([...attachments, ...since.attachments]));
    this.setText([text, since.text].filter((each) => each.trim() !== '').join('\n'));
    this.setNote(why, true);
  }

  /** What is sent; empty when there is nothing. The host has what is attached. */
  get content(): readonly PromptPart[] {
    if (this.#draft.isBlank) return [];
    const { text, attachments } = this.#draft;
    const attached = attachments.map(({ id }) => ({ type: 'attachment', id }) as const);
    return text.trim() === '' ? attached : [...attached, { type: 'text', text }];
  }

  /** What is attached, or as much of it as is shown. */
  get attachedBlocks(): readonly ContentBlock[] {
    return this.#draft.attachments.map(({ block }) => block);
  }

  /** Sends what is in the composer, if there is anything, and empties it. */
  send(post: (content: readonly PromptPart[]) => void): void {
    if (this.#draft.isBlank) return;
    const { text, attachments } = this.#draft;
    post(this.content);
    if (attachments.length > 0) this.#set(this.#draft.withAttachments([]));
    // A command may have been typed over a draft, which Undo has to give back.
    const isFinal = attachments.length > 0 || !text.startsWith('/');
    if (isFinal) this.#clearedCount++;
    this.setNote(undefined);
    // Also where no text was left: an attachment may have been text before.
    this.#replaceText('', isFinal);
  }

  /** Registers the input. Returns the function that removes it. */
  attachInput(input: DraftInput): () => void {
    this.#input = input;
    return () => {
      this.#input = undefined;
    };
  }

  focus(): void {
    oncePageIsFocused(() => this.#input?.focus());
  }
}

/** All added texts are number 1 until the prompt is made: those before them may be removed. */
function withText(draft: DraftContent, added: string): DraftContent {
  return draft.withAttachments([...draft.attachments, attach({ block: pastedText(added, 1) })]);
}

/** A stored draft may be from a time or a window in which no text was attached. */
function withLongTextAttached(draft: DraftContent): DraftContent {
  if (draft.doc.length <= LONGEST_INPUT) return draft;
  return withText(new DraftContent(textDocument(''), draft.attachments, draft.revision + 1), draft.text);
}
