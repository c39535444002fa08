// What is attached to no draft, but may be again: it was offered to a panel, or removed, which Undo takes back.
import { toShown, type NewAttachment, type ShownAttachment } from '../../core/panel/draftAttachment.ts';
import { contentLength, type ContentBlock } from '../../core/session/content.ts';

/** In UTF-16 code units, of all together; the last one is held whatever its length. */
const MAX_CHARACTERS = 50_000_000;

/** The ids of what one window offers are not those of another, whose attachments may be in the same draft. */
const WINDOW = Date.now().toString(36);

export class LooseAttachments {
  /** By id; what came last at the end. */
  readonly #attachments = new Map<string, NewAttachment>();
  #offered = 0;

  get(id: string): NewAttachment | undefined {
    return this.#attachments.get(id);
  }

  /** Hands to a panel what it may attach to a draft. */
  offer(blocks: readonly ContentBlock[]): readonly ShownAttachment[] {
    return blocks.map((block) => {
      const offered = { id: `offered-${WINDOW}-${++this.#offered}`, block };
      this.add(offered);
      return toShown(offered);
    });
  }

  add(attachment: NewAttachment): void {
    this.#attachments.delete(attachment.id);
    this.#attachments.set(attachment.id, attachment);
    let characters = 0;
    for (const [id, { block }] of [...this.#attachments].toReversed()) {
      characters += contentLength(block);
      if (characters > MAX_CHARACTERS && id !== attachment.id) this.#attachments.delete(id);
    }
  }

  delete(id: string): void {
    this.#attachments.delete(id);
  }
}
