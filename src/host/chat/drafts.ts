// The draft in the composer of each session, stored so that it survives a reload or a crash of the window.
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Disposable } from '../../core/base/lifecycle.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import type { AttachmentsChange } from '../../core/panel/attachmentsChange.ts';
import type { ContentBlock } from '../../core/session/content.ts';
import { StateFile } from '../../files/stateFile.ts';
import { DraftAttachments } from './draftAttachments.ts';

/** Further drafts are forgotten, those changed longest ago first. */
const MAX_DRAFTS = 100;

/** Of all drafts together; the last one is stored whatever its length. */
const MAX_CHARACTERS = 1_000_000;

const storedDrafts = z.object({
  drafts: z.array(z.tuple([z.string(), z.string()])),
  /** By session: the edit of an earlier prompt that ended last. */
  endedEdits: z.exactOptional(z.array(z.tuple([z.string(), z.string()]))),
});

/** The drafts by session key. */
export class Drafts implements Disposable {
  readonly #file: StateFile<z.infer<typeof storedDrafts>>;
  /** The one changed last at the end; read when first asked for. */
  #drafts: Map<string, string> | undefined;
  #endedEdits: Map<string, string> | undefined;
  readonly #changedHere = new Set<string>();
  /** Those of which the text alone was changed last. */
  readonly #keepingAttachments = new Set<string>();
  readonly #attachments = new DraftAttachments();
  /** The sessions that have the drafts of others, which did not come back. */
  readonly #successors = new Map<string, string>();

  /** `folder` is absolute. */
  constructor(folder: string, clock: Clock, log: Log) {
    this.#file = new StateFile({ path: join(folder, 'drafts.json'), schema: storedDrafts, clock, log });
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
    return this.#all().get(this.keyOf(key)) ?? '';
  }

  /** Whether the draft was changed in this window. */
  isFromThisWindow(key: string): boolean {
    return this.#changedHere.has(this.keyOf(key));
  }

  /** Whether the text alone was changed last, so that what is attached to it is still what the chat has. */
  keepsAttachments(key: string): boolean {
    return this.#keepingAttachments.has(this.keyOf(key));
  }

  /** Changes the text alone: in an editor, or because a prompt came back. */
  setText(key: string, text: string): void {
    this.set(key, text);
    this.#keepingAttachments.add(this.keyOf(key));
  }

  /** What stands in the composer of a session now. */
  set(session: string, text: string): void {
    const key = this.keyOf(session);
    this.#changedHere.add(key);
    this.#keepingAttachments.delete(key);
    const drafts = this.#all();
    drafts.delete(key);
    if (text !== '') drafts.set(key, text);
    forgetOldest(drafts);
    this.#write();
  }

  /** What is attached to the draft of a session; undefined where that is not known. It does not survive the window. */
  attachmentsOf(key: string): readonly ContentBlock[] | undefined {
    return this.#attachments.of(this.keyOf(key));
  }

  changeAttachments(key: string, change: AttachmentsChange): void {
    this.#attachments.change(this.keyOf(key), change);
  }

  /** The edit of an earlier prompt of a session that was sent or cancelled last. */
  endedEdit(key: string): string | undefined {
    return this.#allEndedEdits().get(this.keyOf(key));
  }

  /** An edit of an earlier prompt was sent or cancelled. */
  endEdit(session: string, edit: string): void {
    const key = this.keyOf(session);
    const edits = this.#allEndedEdits();
    edits.delete(key);
    edits.set(key, edit);
    for (const oldest of edits.keys()) {
      if (edits.size <= MAX_DRAFTS) break;
      edits.delete(oldest);
    }
    this.#write();
  }

  /** A session that did not come back leaves its draft to the one in its place. */
  move(from: string, to: string): void {
    if (from === to) return;
    const text = this.of(from);
    if (text !== '') {
      this.set(from, '');
      this.set(to, text);
    }
    this.#attachments.move(from, to);
    this.#successors.delete(to);
    this.#successors.set(from, to);
  }

  /** Writes at once; resolves when it is written, or could not be. */
  flush(): Promise<void> {
    return this.#file.flush();
  }

  dispose(): void {
    this.#file.dispose();
  }

  #all(): Map<string, string> {
    this.#drafts ??= new Map(this.#file.read()?.drafts);
    return this.#drafts;
  }

  #allEndedEdits(): Map<string, string> {
    this.#endedEdits ??= new Map(this.#file.read()?.endedEdits);
    return this.#endedEdits;
  }

  #write(): void {
    this.#file.write({ drafts: [...this.#all()], endedEdits: [...this.#allEndedEdits()] });
  }
}

function forgetOldest(drafts: Map<string, string>): void {
  let characters = [...drafts.values()].reduce((sum, text) => sum + text.length, 0);
  for (const [oldest, text] of drafts) {
    if (drafts.size <= 1 || (drafts.size <= MAX_DRAFTS && characters <= MAX_CHARACTERS)) return;
    drafts.delete(oldest);
    characters -= text.length;
  }
}
