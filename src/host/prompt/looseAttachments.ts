// What is attached to no draft, but may be again: it was offered to a panel, or removed, which Undo takes back.
import { toShown, type NewAttachment, type ShownAttachment } from '../../core/panel/draftAttachment.ts';
import { contentLength, type ContentBlock } from '../../core/session/content.ts';

/** In UTF-16 code units, of all together; what was added last is held whatever its length. */
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
    const offered = blocks.map((block) => ({ id: `offered-${WINDOW}-${++this.#offered}`, block }));
    this.add(offered);
    return offered.map(toShown);
  }

  /** What comes together stays together: a prompt without some of its attachments could not be sent. */
  add(attachments: readonly NewAttachment[]): void {
    for (const attachment of attachments) {
      this.#attachments.delete(attachment.id);
      this.#attachments.set(attachment.id, attachment);
    }
    let characters = 0;
    for (const [id, attachment] of [...this.#attachments].toReversed()) {
      characters += contentLength(attachment.block);
      if (characters > MAX_CHARACTERS && !attachments.includes(attachment)) this.#attachments.delete(id);
    }
  }

  delete(id: string): void {
    this.#attachments.delete(id);
  }
}
