// What is attached to the drafts of sessions: in memory, and in which files, for the window after this.
import type { NewAttachment } from '../../core/panel/draftAttachment.ts';

/** Where an attachment is stored. */
export interface StoredAttachment {
  readonly id: string;
  /** The name of its file. */
  readonly file: string;
}

/** The attachments by session key. Those of the window before are in files until they are read. */
export class DraftAttachments {
  /** The one changed last at the end. */
  readonly #attachments = new Map<string, readonly NewAttachment[]>();
  /** Where each draft's attachments are stored; none where nothing is attached. The one changed last at the end. */
  readonly files = new Map<string, readonly StoredAttachment[]>();
  /** The drafts of which the files are not those of the attachments yet. */
  readonly unstored = new Set<string>();
  /** The names of the files that a draft had before. */
  readonly discarded: string[] = [];
  /** What reads again what was released from memory. */
  readonly #released = new Map<string, () => readonly NewAttachment[] | undefined>();

  /** Undefined where nothing was ever attached, or it was not read. */
  of(key: string): readonly NewAttachment[] | undefined {
    const read = this.#released.get(key);
    this.#released.delete(key);
    const again = read?.();
    if (again !== undefined) this.#attachments.set(key, again);
    return this.#attachments.get(key) ?? (this.files.get(key)?.length === 0 ? [] : undefined);
  }

  /** The files of a draft of which all is stored. */
  storedOf(key: string): readonly StoredAttachment[] | undefined {
    return this.unstored.has(key) ? undefined : this.files.get(key);
  }

  /** A window has left these files. */
  load(key: string, files: readonly StoredAttachment[]): void {
    this.#attachments.delete(key);
    this.#released.delete(key);
    this.unstored.delete(key);
    this.files.set(key, files);
  }

  /** `files`: where they are stored; undefined where they are not. */
  set(
    key: string,
    attachments: readonly NewAttachment[] | undefined,
    files?: readonly StoredAttachment[],
  ): void {
    const known = files ?? (attachments?.length === 0 ? [] : undefined);
    this.#attachments.delete(key);
    this.#released.delete(key);
    if (attachments !== undefined) this.#attachments.set(key, attachments);
    if (known === undefined && attachments !== undefined) {
      // The old files stay until the new ones are there.
      this.unstored.add(key);
      return;
    }
    this.unstored.delete(key);
    for (const { file } of this.files.get(key) ?? []) this.discarded.push(file);
    this.files.delete(key);
    if (known !== undefined) this.files.set(key, known);
  }

  /** Another session has the draft, behind what is attached to its own. */
  move(from: string, to: string): void {
    const files = this.unstored.has(from) ? undefined : this.files.get(from);
    const moved = this.of(from);
    const there = this.of(to) ?? [];
    if (files?.length !== 0 && (moved?.length ?? files?.length ?? 0) > 0) {
      if (there.length === 0) this.set(to, moved, files);
      else this.set(to, [...there, ...(moved ?? [])]);
    }
    this.set(from, undefined);
  }

  /** From memory alone, where all is stored: `read` reads it again. */
  release(key: string, read: () => readonly NewAttachment[] | undefined): void {
    if (!this.unstored.has(key) && this.#attachments.delete(key)) this.#released.set(key, read);
  }

  /** What is in memory, the one changed last at the end. */
  get loaded(): readonly (readonly [string, readonly NewAttachment[]])[] {
    return [...this.#attachments];
  }
}
