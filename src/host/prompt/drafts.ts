// The drafts: what the user has typed in each session and not sent, stored so that it survives a reload or a crash of the
// window. This is the one place that has them; panels and editors show them and report what the user does.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DisposableStore, Emitter, type Disposable, type Event } from '../../core/base/lifecycle.ts';
import { loadOnce } from '../../core/base/loadOnce.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import {
  toShown,
  type AttachmentList,
  type NewAttachment,
  type ShownAttachment,
} from '../../core/panel/draftAttachment.ts';
import type { ContentBlock } from '../../core/session/content.ts';
import { elicitationId, type FilledForm } from '../../core/session/elicitation/state.ts';
import type { PromptEdit } from '../../core/panel/promptEdit.ts';
import { DraftAttachments } from './draftAttachments.ts';
import type { DraftFiles } from './draftFiles.ts';
import { draftKey, DraftRecords, sessionOf, type Draft } from './draftRecords.ts';
import type { UnwrittenDraft } from './firstUnwritten.ts';
import { LooseAttachments } from './looseAttachments.ts';

/** The drafts by session key. */
export class Drafts implements Disposable {
  readonly #records: DraftRecords;
  readonly #attachments = new DraftAttachments();
  readonly #owned = new DisposableStore();
  readonly #textChanged = this.#owned.add(new Emitter<string>());
  readonly #editorsChanged = this.#owned.add(new Emitter<void>());
  readonly #unwritten = this.#owned.add(new Emitter<UnwrittenDraft>());
  /** The sessions of which an editor shows the draft. */
  #inEditors: readonly string[] = [];
  /** Loaded for the first draft with attachments: most have none. */
  readonly #files: () => Promise<DraftFiles>;
  #storing: Promise<unknown> = Promise.resolve();
  #splitting: Promise<void> | undefined;
  readonly #log: Log;
  readonly #loose = new LooseAttachments();
  /** The sessions that were deleted. */
  readonly #forgotten = new Set<string>();
  /** The sessions that have the drafts of others, which did not come back. */
  readonly #successors = new Map<string, string>();

  /** Fires with the key of the session whose text was changed, wherever that was. */
  readonly onTextChange: Event<string> = this.#textChanged.event;

  /** Fires when drafts were opened in editors, or editors of drafts were closed. */
  readonly onEditorsChange: Event<void> = this.#editorsChanged.event;

  /** Fires each time a draft, or what is attached to one, could not be written. */
  readonly onUnwritten = this.#unwritten.event;

  /** `folder` is absolute. */
  constructor(folder: string, clock: Clock, log: Log) {
    this.#log = log;
    this.#records = this.#owned.add(
      new DraftRecords({
        folder,
        clock,
        log,
        attachments: this.#attachments,
        onUnwritten: (draft) => this.#unwritten.fire(draft),
      }),
    );
    this.#files = loadOnce(async () => new (await import('./draftFiles.ts')).DraftFiles(folder, log));
    if (existsSync(join(folder, 'drafts.json')))
      this.#splitting = import('./earlierDrafts.ts').then(({ splitEarlierDrafts }) =>
        splitEarlierDrafts(folder, { clock, log }, this.#records.loaded, (key) =>
          this.#textChanged.fire(key),
        ),
      );
  }

  /** The session that has the draft of a session now: itself, or the one in its place. */
  keyOf(key: string): string {
    let current = key;
    for (let next = this.#successors.get(key); next !== undefined; next = this.#successors.get(next))
      current = next;
    return current;
  }

  /** What stood in the composer of a session last; empty when nothing did. */
  of(key: string): string {
    return this.#of(key).text;
  }

  /**
   * How often the draft was changed, by all who change it. A page that has seen more changes than that has text of the
   * user's that did not arrive here before the window ended.
   */
  revisionOf(key: string): number {
    return this.#of(key).revision;
  }

  /** What stands in the composer of a session now. `revision`: the count of the page that it comes from. */
  set(session: string, text: string, revision?: number): void {
    const key = this.keyOf(session);
    const draft = this.#of(key);
    draft.text = text;
    draft.revision = Math.max(revision ?? draft.revision + 1, draft.revision);
    this.#write(key);
    this.#textChanged.fire(key);
  }

  /** Whether the draft is open in an editor: then it is changed there. */
  isInEditor(key: string): boolean {
    return this.#inEditors.some((other) => this.keyOf(other) === this.keyOf(key));
  }

  /** The sessions of which editors show the drafts now. */
  setInEditors(keys: readonly string[]): void {
    this.#inEditors = keys;
    this.#editorsChanged.fire();
  }

  /** What panels show of what is attached to the draft of a session; undefined where that is not known. */
  attachmentsOf(key: string): readonly ShownAttachment[] | undefined {
    this.#of(key);
    return this.#attachments.of(this.keyOf(key))?.map(toShown);
  }

  /** `sent` finds what is attached to the prompts of the session. */
  setAttachments(key: string, list: AttachmentList, sent?: (id: string) => ContentBlock | undefined): void {
    this.#setAttachments(key, this.keyOf(key), list, sent);
  }

  #setAttachments(
    session: string,
    draft: string,
    list: AttachmentList,
    sent: (id: string) => ContentBlock | undefined = () => undefined,
  ): void {
    this.#of(session);
    const attachments = this.#attachments;
    const next = list.flatMap((each): readonly NewAttachment[] => {
      if (typeof each !== 'string') return [each];
      const known = this.#attachment(session, each);
      const block = known === undefined ? sent(each) : undefined;
      if (known === undefined && block === undefined) this.#log.warn(`The attachment ${each} is not known.`);
      return known !== undefined ? [known] : block === undefined ? [] : [{ id: each, block }];
    });
    for (const { id } of next) this.#loose.delete(id);
    this.#loose.add((attachments.of(draft) ?? []).filter((before) => !next.includes(before)));
    attachments.set(draft, next);
    void this.#storeFiles(session);
  }

  /** What is attached under an id to a draft of the session, or may be; undefined where that is not known. */
  attachment(key: string, id: string): ContentBlock | undefined {
    return this.#attachment(key, id)?.block;
  }

  #attachment(session: string, id: string): NewAttachment | undefined {
    for (const draft of this.#draftsOf(session)) {
      const found = this.#attachments.of(draft)?.find((each) => each.id === id);
      if (found !== undefined) return found;
    }
    return this.#loose.get(id);
  }

  /** Hands to a panel what it may attach to a draft. */
  offer(blocks: readonly ContentBlock[]): readonly ShownAttachment[] {
    return this.#loose.offer(blocks);
  }

  /** The keys of a session's draft and of its edits, among those of what is attached. */
  #draftsOf(session: string): readonly string[] {
    return [this.keyOf(session), ...this.editsOf(session).map(({ of }) => this.#editKey(session, of))];
  }

  /**
   * Reads what the window before has left of a draft's attachments; what cannot be read is not known. Where another
   * window went on with the session meanwhile, its draft is the one that counts.
   */
  async restoreAttachments(session: string): Promise<void> {
    await this.#splitting;
    this.#records.refresh(this.keyOf(session));
    const attachments = this.#attachments;
    for (const key of this.#draftsOf(session)) {
      if (attachments.of(key) !== undefined || !attachments.files.has(key)) continue;
      await this.#files()
        .then((files) => files.restore(attachments, key))
        .catch((error: unknown) =>
          this.#log.warn(`The attachments of a draft were not read: ${String(error)}`),
        );
    }
  }

  #storeFiles(session: string): Promise<unknown> {
    this.#write(session);
    this.#storing = this.#files()
      .then((files) =>
        files.update(this.#attachments, (keys) => {
          for (const key of keys) this.#write(sessionOf(key));
          return this.#records.flush();
        }),
      )
      .catch((error: unknown) => {
        this.#log.warn(`The attachments of a draft were not stored: ${String(error)}`);
        this.#unwritten.fire({ key: session, error });
      });
    return this.#storing;
  }

  /** What was entered into forms and not sent, the one shown first at the beginning. */
  formsOf(key: string): readonly FilledForm[] {
    return this.#of(key).forms;
  }

  setForm(key: string, form: FilledForm): void {
    const draft = this.#of(key);
    draft.forms = withItem(draft.forms, form, elicitationId);
    this.#write(key);
  }

  /** The form with that id was answered, or what was entered was discarded. */
  endForm(key: string, id: string): void {
    const draft = this.#of(key);
    const forms = draft.forms.filter((form) => elicitationId(form) !== id);
    if (forms.length === draft.forms.length) return;
    draft.forms = forms;
    this.#write(key);
  }

  /** The earlier and queued prompts of a session that are being edited, the one begun first at the beginning. */
  editsOf(key: string): readonly PromptEdit[] {
    return this.#of(key).edits;
  }

  /** What panels show of a prompt's attachments that is being edited; undefined where nothing is, or that is not known. */
  attachmentsOfEdit(key: string, of: string): readonly ShownAttachment[] | undefined {
    this.#of(key);
    return this.#attachments.of(this.#editKey(key, of))?.map(toShown);
  }

  setEdit(
    key: string,
    edit: PromptEdit,
    attachments?: AttachmentList,
    sent?: (id: string) => ContentBlock | undefined,
  ): void {
    const draft = this.#of(key);
    draft.edits = withItem(draft.edits, edit, ({ of }) => of);
    this.#write(key);
    if (attachments !== undefined) this.#setAttachments(key, this.#editKey(key, edit.of), attachments, sent);
  }

  /** The edit of the prompt with that id was sent, saved or cancelled. */
  endEdit(key: string, id: string): void {
    const draft = this.#of(key);
    const edits = draft.edits.filter(({ of }) => of !== id);
    if (edits.length === draft.edits.length) return;
    draft.edits = edits;
    this.#write(key);
    this.#forgetAttached(key, id);
  }

  #forgetAttached(key: string, of: string): void {
    const attachments = this.#attachments;
    const draft = this.#editKey(key, of);
    if (attachments.of(draft) === undefined && !attachments.files.has(draft)) return;
    this.#loose.add(attachments.of(draft) ?? []);
    attachments.set(draft, undefined);
    void this.#storeFiles(key);
  }

  #editKey(session: string, of: string): string {
    return draftKey(this.keyOf(session), of);
  }

  /** A session that did not come back leaves its draft to the one in its place, with all that is said of it later. */
  move(from: string, to: string): void {
    if (from === to) return;
    this.hand(from, to);
    this.#successors.delete(to);
    this.#successors.set(from, to);
  }

  /** A session that the user goes on with in another one gives its draft to that, and may get a new one. */
  hand(session: string, to: string): void {
    const from = this.keyOf(session);
    if (from === to) return;
    const text = this.of(from);
    if (text !== '') {
      this.set(from, '');
      this.set(to, [this.of(to), text].filter((each) => each !== '').join('\n'));
    }
    const attachments = this.#attachments;
    const old = this.#of(from);
    const next = this.#of(to);
    next.forms = [...old.forms, ...next.forms];
    attachments.move(from, to);
    for (const { of, text } of old.edits) {
      // The prompts themselves are not there.
      const moved = `${from} ${of}`;
      attachments.move(this.#editKey(from, of), this.#editKey(to, moved));
      this.setEdit(to, { of: moved, text });
    }
    old.forms = [];
    old.edits = [];
    void this.#storeFiles(to);
    this.#write(from);
  }

  /** Whether the session was deleted. */
  isForgotten(key: string): boolean {
    return this.#forgotten.has(key);
  }

  /** The sessions were deleted, and with them goes what their user had not sent. */
  forget(keys: readonly string[]): void {
    for (const key of keys) {
      this.#forgotten.add(key);
      this.#records.forget(key);
    }
    this.#storing = this.#files()
      .then(async (files) => {
        await files.update(this.#attachments, () => this.#records.flush());
        await files.forget(keys);
      })
      .catch((error: unknown) => this.#log.warn(`A draft was not removed: ${String(error)}`));
  }

  /** Writes at once; resolves when it is written, or could not be. */
  async flush(): Promise<void> {
    await this.#splitting;
    await this.#records.flush();
    await this.#storing;
    // The disk may have room again.
    const [left] = this.#attachments.unstored;
    if (left !== undefined) await this.#storeFiles(sessionOf(left));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #of(session: string): Draft {
    return this.#records.at(this.keyOf(session));
  }

  #write(session: string): void {
    this.#records.write(this.keyOf(session));
  }
}

/** The item takes the place of the one with its id, or comes last. */
function withItem<Item>(items: readonly Item[], item: Item, idOf: (item: Item) => string): readonly Item[] {
  const index = items.findIndex((each) => idOf(each) === idOf(item));
  return index === -1 ? [...items, item] : items.with(index, item);
}
