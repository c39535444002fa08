// Gives the prompts that were not sent back to the user.
import type { HostMessage } from '../../core/panel/hostMessage.ts';
import type { Chat } from '../chat/chat.ts';
import type { Drafts } from '../chat/drafts.ts';

/** A prompt that was not sent, and why. */
export type RefusedPrompt = Extract<HostMessage, { type: 'prompt_refused' }>;

export interface ReturnPromptOptions {
  /** The chats, by the session that they show. */
  readonly chats: { readonly showing: (key: string) => Pick<Chat, 'post'> | undefined };
  readonly drafts: Pick<Drafts, 'of' | 'set'>;
}

/**
 * Puts a refused prompt into the composer. The page it came from may be hidden, and gets nothing then: the chat that shows
 * the session sends the prompt when its page is there again. Where no chat does, the text is in the session's draft.
 */
export async function returnPrompt(
  prompt: RefusedPrompt,
  { chats, drafts }: ReturnPromptOptions,
): Promise<void> {
  const { key, content } = prompt;
  const chat = chats.showing(key);
  if (chat !== undefined) {
    chat.post(prompt);
    return;
  }
  const { typedText } = await import('../../core/mentions/sentMentions.ts');
  const texts = [typedText(content), drafts.of(key)];
  drafts.set(key, texts.filter((text) => text.trim() !== '').join('\n'));
}
