// What is attached to the drafts of sessions: in memory, and in which files, for the window after this.
import { withAttachmentsChange, type AttachmentsChange } from '../../core/panel/attachmentsChange.ts';
import { contentLength, type ContentBlock } from '../../core/session/content.ts';

/** In UTF-16 code units, of all drafts together; those of the last one are remembered whatever their length. */
const MAX_CHARACTERS = 100_000_000;

/** The attachments by session key. Those of the window before are in files until they are read. */
export class DraftAttachments {
  /** The one changed last at the end. */
  readonly #attachments = new Map<string, readonly ContentBlock[]>();
  /** The names of each draft's files; none where nothing is attached. The one changed last at the end. */
  readonly files: Map<string, readonly string[]>;
  /** The drafts of which the files are not those of the attachments yet. */
  readonly unstored = new Set<string>();

  constructor(files: Iterable<readonly [string, readonly string[]]> = []) {
    this.files = new Map(files);
  }

  /** Undefined where no panel has reported any, they were not read, or too many others have been since. */
  of(key: string): readonly ContentBlock[] | undefined {
    return this.#attachments.get(key) ?? (this.files.get(key)?.length === 0 ? [] : undefined);
  }

  /** The names of the files of each draft of which all is stored. */
  get stored(): [string, string[]][] {
    return [...this.files].flatMap(([key, names]) => (this.unstored.has(key) ? [] : [[key, [...names]]]));
  }

  change(key: string, change: AttachmentsChange): void {
    this.set(key, withAttachmentsChange(this.of(key), change));
    this.#forgetOldest();
  }

  /** `files`: where they are stored; undefined where they are not. */
  set(key: string, blocks: readonly ContentBlock[] | undefined, files?: readonly string[]): void {
    const known = files ?? (blocks?.length === 0 ? [] : undefined);
    this.#attachments.delete(key);
    if (blocks !== undefined) this.#attachments.set(key, blocks);
    const before = this.files.get(key);
    this.files.delete(key);
    // The old files stay until the new ones are there.
    if (known !== undefined) this.files.set(key, known);
    else if (blocks !== undefined && before !== undefined) this.files.set(key, before);
    if (known === undefined && blocks !== undefined) this.unstored.add(key);
    else this.unstored.delete(key);
  }

  /** Another session has the draft. */
  move(from: string, to: string): void {
    const files = this.unstored.has(from) ? undefined : this.files.get(from);
    const moved = this.#attachments.get(from);
    if (files?.length !== 0 && (moved?.length ?? files?.length ?? 0) > 0) this.set(to, moved, files);
    this.set(from, undefined);
  }

  #forgetOldest(): void {
    let characters = 0;
    for (const [key, blocks] of [...this.#attachments].toReversed()) {
      if (characters > MAX_CHARACTERS) this.set(key, undefined);
      characters += blocks.reduce((sum, block) => sum + contentLength(block), 0);
    }
  }
}
