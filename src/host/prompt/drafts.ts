// The drafts: what the user has typed in each session and not sent, stored so that it survives a reload or a crash of the
// window. This is the one place that has them; panels and editors show them and report what the user does.
import { join } from 'node:path';
import * as z from 'zod/mini';
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
import { elicitationId, filledForm, type FilledForm } from '../../core/session/elicitation/state.ts';
import { promptEdit, type PromptEdit } from '../../core/panel/promptEdit.ts';
import { StateFile } from '../../files/stateFile.ts';
import { DraftAttachments, type StoredAttachment } from './draftAttachments.ts';
import type { DraftFiles } from './draftFiles.ts';
import { ItemsOfSessions, setLast } from './itemsOfSessions.ts';
import { LooseAttachments } from './looseAttachments.ts';

/** Further drafts are forgotten, those changed longest ago first. */
const MAX_DRAFTS = 1_000;

/** The length of all drafts together; the last one is stored whatever its length. */
const MAX_CHARACTERS = 10_000_000;

const storedDrafts = z.object({
  drafts: z.array(z.tuple([z.string(), z.string()])),
  /** By session, also where the draft was sent: how often it was changed. */
  revisions: z.exactOptional(z.array(z.tuple([z.string(), z.number()]))),
  /** By session: the names of the files of what is attached; none where nothing is. */
  attached: z.exactOptional(z.array(z.tuple([z.string(), z.array(z.string())]))),
  /** By session: the ids of the same. */
  attachedIds: z.exactOptional(z.array(z.tuple([z.string(), z.array(z.string())]))),
  /** By session: what was entered into the forms of questions that were not answered. */
  forms: z.exactOptional(z.array(z.tuple([z.string(), z.array(filledForm)]))),
  /** By session: the earlier and queued prompts that are being edited. */
  edits: z.exactOptional(z.array(z.tuple([z.string(), z.array(promptEdit)]))),
});

/** What is stored, by session key; the one changed last at the end. */
interface DraftState {
  readonly drafts: Map<string, string>;
  readonly revisions: Map<string, number>;
  readonly forms: ItemsOfSessions<FilledForm>;
  readonly edits: ItemsOfSessions<PromptEdit>;
  readonly attachments: DraftAttachments;
}

/** The drafts by session key. */
export class Drafts implements Disposable {
  readonly #file: StateFile<z.infer<typeof storedDrafts>>;
  /** Read when first asked for. */
  #state: DraftState | undefined;
  readonly #owned = new DisposableStore();
  readonly #textChanged = this.#owned.add(new Emitter<string>());
  readonly #editorsChanged = this.#owned.add(new Emitter<void>());
  /** The sessions of which an editor shows the draft. */
  #inEditors: readonly string[] = [];
  /** Loaded for the first draft with attachments: most have none. */
  readonly #files: () => Promise<DraftFiles>;
  #storing: Promise<unknown> = Promise.resolve();
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

  /** `folder` is absolute. */
  constructor(folder: string, clock: Clock, log: Log) {
    this.#log = log;
    const path = join(folder, 'drafts.json');
    this.#file = this.#owned.add(new StateFile({ path, schema: storedDrafts, clock, log }));
    this.#files = loadOnce(async () => {
      const { DraftFiles } = await import('./draftFiles.ts');
      return new DraftFiles(join(folder, 'draft-attachments'));
    });
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
    return this.#read().drafts.get(this.keyOf(key)) ?? '';
  }

  /**
   * How often the draft was changed, by all who change it. A page that has seen more changes than that has text of the
   * user's that did not arrive here before the window ended.
   */
  revisionOf(key: string): number {
    return this.#read().revisions.get(this.keyOf(key)) ?? 0;
  }

  /** What stands in the composer of a session now. `revision`: the count of the page that it comes from. */
  set(session: string, text: string, revision?: number): void {
    const key = this.keyOf(session);
    const { drafts, revisions } = this.#read();
    drafts.delete(key);
    if (text !== '') drafts.set(key, text);
    forgetOldest(drafts);
    const last = this.revisionOf(key);
    setLast(revisions, key, revision === undefined ? last + 1 : Math.max(revision, last), MAX_DRAFTS);
    this.#write();
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
    return this.#read().attachments.of(this.keyOf(key))?.map(toShown);
  }

  /** `sent` finds what is attached to the prompts of the session. */
  setAttachments(key: string, list: AttachmentList, sent?: (id: string) => ContentBlock | undefined): void {
    this.#setAttachments(key, this.keyOf(key), list, sent);
  }

  /**
   * Adds what a page has attached to a draft that another page has changed since. `revision` is the one of that page,
   * which is behind from then on.
   */
  addAttachments(key: string, list: AttachmentList, revision: number): void {
    const { attachments } = this.#read();
    const before = attachments.of(this.keyOf(key)) ?? [];
    const added = list.filter((each) => typeof each !== 'string' && before.every(({ id }) => id !== each.id));
    if (added.length > 0) this.setAttachments(key, [...before, ...added]);
    this.set(key, this.of(key), Math.max(revision, this.revisionOf(key)) + 1);
  }

  #setAttachments(
    session: string,
    draft: string,
    list: AttachmentList,
    sent: (id: string) => ContentBlock | undefined = () => undefined,
  ): void {
    const { attachments } = this.#read();
    const next = list.flatMap((each): readonly NewAttachment[] => {
      if (typeof each !== 'string') return [each];
      const known = this.#attachment(session, each);
      const block = known === undefined ? sent(each) : undefined;
      if (known === undefined && block === undefined) this.#log.warn(`The attachment ${each} is not known.`);
      return known !== undefined ? [known] : block === undefined ? [] : [{ id: each, block }];
    });
    for (const { id } of next) this.#loose.delete(id);
    this.#loose.add((attachments.of(draft) ?? []).filter((before) => !next.includes(before)));
    attachments.change(draft, next);
    this.#storeFiles();
  }

  /** What is attached under an id to a draft of the session, or may be; undefined where that is not known. */
  attachment(key: string, id: string): ContentBlock | undefined {
    return this.#attachment(key, id)?.block;
  }

  #attachment(session: string, id: string): NewAttachment | undefined {
    const { attachments } = this.#read();
    for (const draft of this.#draftsOf(session)) {
      const found = attachments.of(draft)?.find((each) => each.id === id);
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

  /** Reads what the window before has left of a draft's attachments. What cannot be read is not known. */
  async restoreAttachments(session: string): Promise<void> {
    const { attachments } = this.#read();
    for (const key of this.#draftsOf(session)) {
      if (attachments.of(key) !== undefined || !attachments.files.has(key)) continue;
      await this.#withFiles((files) => files.restore(attachments, key));
    }
  }

  #storeFiles(): void {
    this.#write();
    this.#storing = this.#withFiles((files) =>
      files.update(this.#read().attachments, () => {
        this.#write();
        return this.#file.flush();
      }),
    );
  }

  async #withFiles(work: (files: DraftFiles) => Promise<void>): Promise<void> {
    try {
      await work(await this.#files());
    } catch (error) {
      this.#log.warn(`The attachments of a draft were not stored or read: ${String(error)}`);
    }
  }

  /** What was entered into forms and not sent, the one shown first at the beginning. */
  formsOf(key: string): readonly FilledForm[] {
    return this.#read().forms.of(this.keyOf(key));
  }

  setForm(key: string, form: FilledForm): void {
    this.#read().forms.put(this.keyOf(key), form);
    this.#write();
  }

  /** The form with that id was answered, or what was entered was discarded. */
  endForm(key: string, id: string): void {
    if (this.#read().forms.delete(this.keyOf(key), id)) this.#write();
  }

  /** The earlier and queued prompts of a session that are being edited, the one begun first at the beginning. */
  editsOf(key: string): readonly PromptEdit[] {
    return this.#read().edits.of(this.keyOf(key));
  }

  /** What panels show of a prompt's attachments that is being edited; undefined where nothing is, or that is not known. */
  attachmentsOfEdit(key: string, of: string): readonly ShownAttachment[] | undefined {
    return this.#read().attachments.of(this.#editKey(key, of))?.map(toShown);
  }

  setEdit(
    key: string,
    edit: PromptEdit,
    attachments?: AttachmentList,
    sent?: (id: string) => ContentBlock | undefined,
  ): void {
    for (const { of } of this.#read().edits.put(this.keyOf(key), edit)) this.#forgetAttached(key, of);
    this.#write();
    if (attachments !== undefined) this.#setAttachments(key, this.#editKey(key, edit.of), attachments, sent);
  }

  /** The edit of the prompt with that id was sent, saved or cancelled. */
  endEdit(key: string, id: string): void {
    if (!this.#read().edits.delete(this.keyOf(key), id)) return;
    this.#write();
    this.#forgetAttached(key, id);
  }

  #forgetAttached(key: string, of: string): void {
    const { attachments } = this.#read();
    const draft = this.#editKey(key, of);
    if (attachments.of(draft) === undefined && !attachments.files.has(draft)) return;
    this.#loose.add(attachments.of(draft) ?? []);
    attachments.set(draft, undefined);
    this.#storeFiles();
  }

  /** The key of what is attached to an edit, among those of the drafts; no key of a session has a line break. */
  #editKey(session: string, of: string): string {
    return `${this.keyOf(session)}\n${of}`;
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
      this.set(to, text);
    }
    const { attachments, forms, edits } = this.#read();
    attachments.move(from, to);
    forms.set(to, [...forms.of(from), ...forms.of(to)]);
    forms.set(from, []);
    const moving = edits.of(from);
    edits.set(from, []);
    for (const { of, text } of moving) {
      // The prompts themselves are not there.
      const moved = `${from} ${of}`;
      attachments.move(this.#editKey(from, of), this.#editKey(to, moved));
      this.setEdit(to, { of: moved, text });
    }
    this.#write();
  }

  /** Whether the session was deleted. */
  isForgotten(key: string): boolean {
    return this.#forgotten.has(key);
  }

  /** The session was deleted, and with it goes what its user had not sent. */
  forget(key: string): void {
    this.#forgotten.add(key);
    const { drafts, revisions, forms, edits, attachments } = this.#read();
    for (const { of } of edits.of(key)) attachments.set(`${key}\n${of}`, undefined);
    for (const stored of [drafts, revisions]) stored.delete(key);
    for (const stored of [forms, edits]) stored.set(key, []);
    attachments.set(key, undefined);
    this.#storeFiles();
  }

  /** Writes at once; resolves when it is written, or could not be. */
  async flush(): Promise<void> {
    await this.#file.flush();
    await this.#storing;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #read(): DraftState {
    if (this.#state !== undefined) return this.#state;
    const stored = this.#file.read();
    return (this.#state = {
      drafts: new Map(stored?.drafts),
      revisions: new Map(stored?.revisions),
      forms: new ItemsOfSessions<FilledForm>(elicitationId, stored?.forms),
      edits: new ItemsOfSessions<PromptEdit>(({ of }) => of, stored?.edits),
      attachments: new DraftAttachments(storedFiles(stored)),
    });
  }

  #write(): void {
    const { drafts, revisions, forms, edits, attachments } = this.#read();
    const stored = attachments.stored.slice(-MAX_DRAFTS);
    this.#file.write({
      drafts: [...drafts],
      revisions: [...revisions],
      attached: stored.map(([key, files]) => [key, files.map(({ file }) => file)]),
      attachedIds: stored.map(([key, files]) => [key, files.map(({ id }) => id)]),
      forms: forms.stored.map(([key, items]) => [key, [...items]]),
      edits: edits.stored.map(([key, items]) => [key, [...items]]),
    });
  }
}

/** Where attachments are. Versions that named none of them have the names of files alone. */
function storedFiles(
  stored: z.infer<typeof storedDrafts> | undefined,
): readonly (readonly [string, readonly StoredAttachment[]])[] {
  const ids = new Map(stored?.attachedIds);
  return (stored?.attached ?? []).map(([key, files]) => [
    key,
    files.map((file, index) => ({ id: ids.get(key)?.[index] ?? file, file })),
  ]);
}

function forgetOldest(drafts: Map<string, string>): void {
  let characters = [...drafts.values()].reduce((sum, text) => sum + text.length, 0);
  for (const [oldest, text] of drafts) {
    if (drafts.size <= 1 || (drafts.size <= MAX_DRAFTS && characters <= MAX_CHARACTERS)) return;
    drafts.delete(oldest);
    characters -= text.length;
  }
}
