// Text of others for a prompt of the user's: it mentions nothing, so that it attaches nothing.
import { promptParts } from './mention.ts';

/** Mentions in what is left of mentions, deeper than this, are written by nobody who means them. */
const MAX_PASSES = 8;

/** The text with the names of what it mentions. Again until nothing is mentioned: what is left of nested ones may be another. */
export function withoutMentions(text: string): string {
  let rest = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const parts = promptParts(rest);
    if (!parts.some(({ type }) => type === 'mention')) return rest;
    rest = parts.map((part) => (part.type === 'text' ? part.text : `@${part.mention.name}`)).join('');
  }
  // Nothing that begins like a mention is left.
  return rest.replaceAll('[@', '[ @');
}
