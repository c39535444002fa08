// Where what Parley adds to a prompt stands: before the words of the user, but after a command.
import type { ContentBlock } from '../session/content.ts';

/**
 * The prompt with its context. Agents look for a command at the start of the first block: one that the user typed stands
 * there, before everything that is attached to it.
 */
export function withContext(
  content: readonly ContentBlock[],
  context: readonly ContentBlock[],
): readonly ContentBlock[] {
  const first = content.findIndex((block) => block.type === 'text' && block.text.trim() !== '');
  const words = content[first];
  if (words?.type !== 'text' || !words.text.trimStart().startsWith('/')) return [...context, ...content];
  return [
    { ...words, text: words.text.trimStart() },
    ...content.filter((block) => block !== words),
    ...context,
  ];
}
