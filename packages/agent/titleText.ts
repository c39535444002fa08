// A title of a session, whoever wrote it: one line of bounded length.

/** What a user or an agent named a session, in the list and in updates: long, but not so long that clients cut it. */
export const MAX_NAME_CHARACTERS = 499;

/** The text in one line, cut after that many characters; undefined where there is nothing to read. */
export function titleOf(text: string | undefined, maxCharacters: number): string | undefined {
  const line = (text ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line === '') return undefined;
  const characters = Array.from(line);
  return characters.length <= maxCharacters ? line : `${characters.slice(0, maxCharacters).join('')}…`;
}
