// The prompts the user sent in a session, newest last.
import { typedText } from '../../../src/core/mentions/sentMentions.ts';
import { isUserPrompt } from '../../../src/core/session/entries.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { isAttached } from './longPaste.ts';

const MAX_PROMPTS = 100;

/** The texts of sent and queued prompts without consecutive repetitions, and without those too long for the input. */
export function promptHistory({ entries, queue }: SessionState): readonly string[] {
  const texts: string[] = [];
  const add = (text: string): void => {
    if (text.trim() !== '' && !isAttached(text) && texts.at(-1) !== text) texts.push(text);
  };
  for (const page of entries) {
    for (const entry of page) {
      if (isUserPrompt(entry)) add(typedText(entry.content));
    }
  }
  for (const { content } of queue) add(typedText(content));
  return texts.slice(-MAX_PROMPTS);
}
