// Text of others for a prompt of the user's: it mentions nothing, so that it attaches nothing.
import { promptParts } from './mention.ts';

/** The text with the names of what it mentions. Again until nothing is mentioned: what is left of nested ones may be another. */
export function withoutMentions(text: string): string {
  const parts = promptParts(text);
  if (!parts.some(({ type }) => type === 'mention')) return text;
  return withoutMentions(
    parts.map((part) => (part.type === 'text' ? part.text : `@${part.mention.name}`)).join(''),
  );
}
