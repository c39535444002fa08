// The commit message in an agent's answer, which may be quoted, in a code fence or introduced.
import { HIDDEN } from '../../../core/text/hiddenCharacters.ts';
import { startOf } from '../../../core/text/wholeCharacters.ts';

const MAX_CHARACTERS = 10_000;

/** What has no place in a message: control characters and those that hide or turn text. Joined emoji stay. */
const UNUSABLE = new RegExp(`(?![\\n\\t\\u200D\\uFE0E\\uFE0F])[${HIDDEN}]`, 'gu');

/**
 * The token of a trailer that says who wrote, signed, reviewed or ran something, which only the user and Parley may say:
 * words with a hyphen, as most trailers have, and the words alone that tools write. A body may still have the others,
 * such as "Fixes: #12" or "Note: …".
 */
const CLAIM =
  /^(?!breaking-change\s*:|see-also\s*:)(?:[a-z0-9]+(?:-[a-z0-9]+)+|agent|session|assistant|model|author|committer|reviewer|approver|signed|cc)\s*:/iu;

const QUOTES: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['‘', '’'],
  ['«', '»'],
  ['「', '」'],
];

/** Also of an answer that has not ended. */
export function commitMessageFrom(answer: string): string {
  const text = answer
    .slice(0, MAX_CHARACTERS * 2)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(UNUSABLE, '')
    .trim();
  const message = withoutQuotes(withoutFence(text).trim());
  const lines = message.split('\n').map((line) => line.trimEnd());
  return startOf(withoutClaims(lines).join('\n').trim(), MAX_CHARACTERS);
}

/** The subject, and the body without trailers that name people or agents, each with the lines that continue it. */
function withoutClaims([subject = '', ...body]: readonly string[]): readonly string[] {
  let isClaim = false;
  const rest = body.filter((line) => {
    isClaim = CLAIM.test(line) || (isClaim && /^\s+\S/u.test(line));
    return !isClaim;
  });
  return [subject, ...rest];
}

/** What is in the fence that the answer begins with, or that one line that ends with a colon introduces. */
function withoutFence(text: string): string {
  const opened = /^(?:[^\n`]{0,200}[:：]\s*\n+)?(`{3,}|~{3,})[^\n`]*(?:\n|$)/u.exec(text);
  if (opened === null) return text;
  const [start, fence = ''] = opened;
  const inside = text.slice(start.length);
  const lines = inside.split('\n');
  const end = lines.findIndex((line) => line.trim() === fence);
  return end < 0 ? inside : lines.slice(0, end).join('\n');
}

function withoutQuotes(text: string): string {
  for (const [open, close] of QUOTES) {
    if (!text.startsWith(open)) continue;
    const inside = text.endsWith(close) && text.length > 1 ? text.slice(1, -1) : undefined;
    if (inside !== undefined && !inside.includes(open) && !inside.includes(close)) return inside.trim();
  }
  return text;
}
