// What a host that a test plays has of attachments: it names those that it hands to the panel, and makes prompts whole.
import * as z from 'zod/mini';
import { wholePrompt, toShown } from '../../../src/core/panel/draftAttachment.ts';
import { sentAttachment } from '../../../src/core/panel/sentAttachments.ts';
import type { NewAttachment, ShownAttachment } from '../../../src/core/panel/draftAttachment.ts';
import type { PanelMessage } from '../../../src/core/panel/panelMessage.ts';
import { contentBlock, type ContentBlock } from '../../../src/core/session/content.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { attachmentsOf } from '../../../src/core/mentions/sentMentions.ts';

/** A message as tests read it: with what is attached, not with its ids. */
export type WholeMessage<Type extends PanelMessage['type']> =
  Extract<PanelMessage, { type: Type }> extends infer Message
    ? Message extends { readonly content: readonly unknown[] }
      ? Omit<Message, 'content'> & { readonly content: readonly ContentBlock[] }
      : Message
    : never;

let offered = 0;

export class PlayedDrafts {
  readonly #all = new Map<string, NewAttachment>();
  readonly #state: () => SessionState;

  constructor(state: () => SessionState) {
    this.#state = state;
  }

  /** Names blocks for a panel. */
  offer(blocks: readonly ContentBlock[]): ShownAttachment[] {
    return blocks.map((block) => this.add({ id: `host-${++offered}`, block }));
  }

  add(attachment: NewAttachment): ShownAttachment {
    this.#all.set(attachment.id, attachment);
    return toShown(attachment);
  }

  /** The host has what a panel attached. */
  record(message: PanelMessage): void {
    if (message.type !== 'draft' && message.type !== 'edit') return;
    for (const each of message.attachments ?? []) if (typeof each !== 'string') this.add(each);
  }

  /** What a list of a report stands for. */
  attachment(each: string | NewAttachment): NewAttachment {
    if (typeof each !== 'string') return each;
    const block = this.#all.get(each)?.block ?? sentAttachment(this.#state(), each);
    if (block === undefined) throw new Error(`The host has no attachment ${each}.`);
    return this.#all.get(each) ?? { id: each, block };
  }

  whole(message: PanelMessage): unknown {
    if (message.type !== 'prompt' && message.type !== 'queue_edit' && message.type !== 'resend')
      return message;
    const { content } = wholePrompt(message.content, (id) => this.attachment(id).block);
    return { ...message, content };
  }

  /** A message to the panel in which a test has written out what is attached. */
  named(message: unknown): unknown {
    const refused = writtenRefusal.safeParse(message);
    if (refused.success) {
      const { content } = refused.data;
      const attached = attachmentsOf(content);
      const attachments = attached.length === 0 ? {} : { attachments: this.offer(attached) };
      return {
        ...refused.data,
        content: content.filter((block) => !attached.includes(block)),
        ...attachments,
      };
    }
    const added = writtenContext.safeParse(message);
    if (!added.success) return message;
    const { context } = added.data;
    return { ...added.data, context: { ...context, attachments: this.offer(context.attachments) } };
  }
}

const writtenRefusal = z.looseObject({ type: z.literal('prompt_refused'), content: z.array(contentBlock) });
const writtenContext = z.looseObject({
  type: z.literal('add_context'),
  context: z.looseObject({ attachments: z.array(contentBlock) }),
});
