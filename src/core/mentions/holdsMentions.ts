// Whether a prompt mentions something that has to be read before it is sent.
import type { ContentBlock } from '../session/content.ts';
import { promptParts } from './mention.ts';

/** Whether any text of the content holds a mention. */
export function holdsMentions(content: readonly ContentBlock[]): boolean {
  return content.some(
    (block) =>
      block.type === 'text' &&
      block.text.includes('[@') &&
      promptParts(block.text).some(({ type }) => type === 'mention'),
  );
}
