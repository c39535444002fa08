// What is attached to the drafts of this window's sessions: a session may be shown in another chat next.
import { withAttachmentsChange, type AttachmentsChange } from '../../core/panel/attachmentsChange.ts';
import { contentLength, type ContentBlock } from '../../core/session/content.ts';

/** In UTF-16 code units, of all drafts together; those of the last one are remembered whatever their length. */
const MAX_CHARACTERS = 100_000_000;

/** The attachments by session key, in memory: files and images would be too much to write with each change. */
export class DraftAttachments {
  /** The one changed last at the end. */
  readonly #attachments = new Map<string, readonly ContentBlock[]>();

  /** Undefined where no panel has reported any, or too many others have been since. */
  of(key: string): readonly ContentBlock[] | undefined {
    return this.#attachments.get(key);
  }

  /** Those that are known to have none. */
  get unattached(): string[] {
    return [...this.#attachments].flatMap(([key, blocks]) => (blocks.length === 0 ? [key] : []));
  }

  change(key: string, change: AttachmentsChange): void {
    const after = withAttachmentsChange(this.#attachments.get(key), change);
    this.#attachments.delete(key);
    if (after !== undefined) this.#attachments.set(key, after);
    this.#forgetOldest();
  }

  /** Another session has the draft. */
  move(from: string, to: string): void {
    const moved = this.#attachments.get(from);
    this.#attachments.delete(from);
    if (moved !== undefined && moved.length > 0) this.#attachments.set(to, moved);
  }

  #forgetOldest(): void {
    let characters = 0;
    for (const [key, blocks] of [...this.#attachments].toReversed()) {
      if (characters > MAX_CHARACTERS) this.#attachments.delete(key);
      characters += blocks.reduce((sum, block) => sum + contentLength(block), 0);
    }
  }
}
