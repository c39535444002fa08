// Two changes of one text, made at the same time, in one text: what the chat adds to a prompt while the user types in it.

interface Change {
  /** The part of the text that was replaced, in UTF-16 code units, and by what. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The text with both changes: what was typed and what was added. Where both are at one place, what was typed comes
 * first; what one of them removed is gone.
 */
export function mergedText(before: string, typed: string, added: string): string {
  const one = changeOf(before, typed);
  const other = changeOf(before, added);
  const [first, second] = one.start <= other.start ? [one, other] : [other, one];
  if (first.end <= second.start) {
    const between =
      first.start === second.start
        ? one.text + other.text
        : first.text + before.slice(first.end, second.start) + second.text;
    return before.slice(0, first.start) + between + before.slice(second.end);
  }
  return before.slice(0, first.start) + one.text + other.text + before.slice(Math.max(one.end, other.end));
}

function changeOf(before: string, after: string): Change {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}
