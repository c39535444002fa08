// Gives the prompts that were not sent back to the user.
import type { Disposable, Event } from '../../core/base/lifecycle.ts';
import { attachmentsOf, typedText } from '../../core/mentions/sentMentions.ts';
import type { HostMessage } from '../../core/panel/hostMessage.ts';
import type { Chat } from '../chat/chat.ts';
import type { Drafts } from '../prompt/drafts.ts';

/** A prompt that was not sent, with all that is attached to it, and why. */
export type RefusedPrompt = Omit<Extract<HostMessage, { type: 'prompt_refused' }>, 'attachments'>;

export interface ReturnPromptOptions {
  /** The chats, by the session that they show; `onChange` fires when one shows another. */
  readonly chats: {
    readonly showing: (key: string) => Pick<Chat, 'post'> | undefined;
    readonly onChange: Event<void>;
  };
  readonly drafts: Pick<Drafts, 'keyOf' | 'of' | 'set' | 'offer' | 'attachment'>;
}

/**
 * Puts refused prompts into the composer. The page one came from may be hidden, and gets nothing then: the chat that
 * shows the session sends the prompt when its page is there again. Where no chat does, the text is put before the
 * session's draft, which survives a reload; what was attached, and the reason, wait for the chat that shows the session
 * next.
 */
export class RefusedPrompts implements Disposable {
  readonly #options: ReturnPromptOptions;
  /** By session, the one that was sent first at the beginning. */
  readonly #waiting = new Map<string, readonly RefusedPrompt[]>();
  /** What takes a prompt of an earlier window: false where another window has it by now. */
  readonly #take = new Map<RefusedPrompt, () => boolean>();
  readonly #watch: Disposable;

  constructor(options: ReturnPromptOptions) {
    this.#options = options;
    this.#watch = options.chats.onChange(() => this.#deliver());
  }

  giveBack(refused: RefusedPrompt): void {
    const { chats, drafts } = this.#options;
    const key = drafts.keyOf(refused.key);
    const prompt = { ...refused, key };
    const chat = chats.showing(key);
    if (chat !== undefined) {
      this.#post(chat, prompt);
      return;
    }
    const before = this.#waiting.get(key) ?? [];
    this.#waiting.set(key, [...before, prompt]);
    drafts.set(key, withText(drafts.of(key), before.map(textOf), textOf(prompt)));
  }

  /**
   * Gives back a prompt of an earlier window. It waits for the chat that shows its session, whose page may have a newer
   * draft than the host.
   */
  giveBackWhenShown(prompt: RefusedPrompt, take: () => boolean): void {
    this.#take.set(prompt, take);
    this.#waiting.set(prompt.key, [...(this.#waiting.get(prompt.key) ?? []), prompt]);
    this.#deliver();
  }

  dispose(): void {
    this.#watch.dispose();
  }

  #post(chat: Pick<Chat, 'post'>, prompt: RefusedPrompt): void {
    const attached = attachmentsOf(prompt.content);
    const content = prompt.content.filter((block) => !attached.includes(block));
    const attachments = [...this.#options.drafts.offer(attached)];
    chat.post({ ...prompt, content, ...(attachments.length === 0 ? {} : { attachments }) });
  }

  #deliver(): void {
    const { chats, drafts } = this.#options;
    for (const [lost, prompts] of this.#waiting) {
      const key = drafts.keyOf(lost);
      const chat = chats.showing(key);
      if (chat === undefined) continue;
      this.#waiting.delete(lost);
      for (const prompt of prompts) {
        // The page that was left may have reported its draft only after the text was put there.
        const take = this.#take.get(prompt);
        this.#take.delete(prompt);
        if (take?.() === false) continue;
        const isInDraft = take === undefined && drafts.of(key).includes(textOf(prompt));
        const content = isInDraft ? [...attachmentsOf(prompt.content)] : prompt.content;
        this.#post(chat, { ...prompt, key, content });
      }
    }
  }
}

function textOf({ content }: RefusedPrompt): string {
  return typedText(content).trim();
}

/** The draft with the text in front of it, but behind those that were put there before. */
function withText(draft: string, before: readonly string[], text: string): string {
  const head = lines(before);
  const isThere = head !== '' && draft.startsWith(head);
  return lines([isThere ? head : '', text, isThere ? draft.slice(head.length).replace(/^\n/, '') : draft]);
}

function lines(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join('\n');
}
