// What is attached to the drafts of sessions: in memory, and in which files, for the window after this.
import type { NewAttachment } from '../../core/panel/draftAttachment.ts';
import { contentLength } from '../../core/session/content.ts';

/** In UTF-16 code units, of all drafts together; those of the last one are remembered whatever their length. */
const MAX_CHARACTERS = 100_000_000;

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
  readonly files: Map<string, readonly StoredAttachment[]>;
  /** The drafts of which the files are not those of the attachments yet. */
  readonly unstored = new Set<string>();

  constructor(files: Iterable<readonly [string, readonly StoredAttachment[]]> = []) {
    this.files = new Map(files);
  }

  /** Undefined where nothing was ever attached, they were not read, or too many others have been since. */
  of(key: string): readonly NewAttachment[] | undefined {
    return this.#attachments.get(key) ?? (this.files.get(key)?.length === 0 ? [] : undefined);
  }

  /** The files of each draft of which all is stored. */
  get stored(): readonly (readonly [string, readonly StoredAttachment[]])[] {
    return [...this.files].filter(([key]) => !this.unstored.has(key));
  }

  change(key: string, attachments: readonly NewAttachment[]): void {
    this.set(key, attachments);
    this.#forgetOldest();
  }

  /** `files`: where they are stored; undefined where they are not. */
  set(
    key: string,
    attachments: readonly NewAttachment[] | undefined,
    files?: readonly StoredAttachment[],
  ): void {
    const known = files ?? (attachments?.length === 0 ? [] : undefined);
    this.#attachments.delete(key);
    if (attachments !== undefined) this.#attachments.set(key, attachments);
    const before = this.files.get(key);
    this.files.delete(key);
    // The old files stay until the new ones are there.
    if (known !== undefined) this.files.set(key, known);
    else if (attachments !== undefined && before !== undefined) this.files.set(key, before);
    if (known === undefined && attachments !== undefined) this.unstored.add(key);
    else this.unstored.delete(key);
  }

  /** Another session has the draft. */
  move(from: string, to: string): void {
    const files = this.unstored.has(from) ? undefined : this.files.get(from);
    const moved = this.#attachments.get(from);
    if (files?.length !== 0 && (moved?.length ?? files?.length ?? 0) > 0) this.set(to, moved, files);
    this.set(from, undefined);
  }

  /** What is stored can be read again. */
  #forgetOldest(): void {
    let characters = 0;
    for (const [key, attachments] of [...this.#attachments].toReversed()) {
      if (characters > MAX_CHARACTERS) {
        if (this.unstored.has(key)) this.set(key, undefined);
        else this.#attachments.delete(key);
      }
      characters += attachments.reduce((sum, { block }) => sum + contentLength(block), 0);
    }
  }
}
