// Two changes of one text, made at the same time, in one text: what the chat adds to a prompt while the user types in it.
import { singleEdit } from './fileText.ts';

/**
 * The text with both changes: what was typed and what was added. Where both are at one place, what was typed comes
 * first; what one of them removed is gone.
 */
export function mergedText(before: string, typed: string, added: string): string {
  const one = singleEdit(before, typed);
  const other = singleEdit(before, added);
  if (one === undefined) return added;
  if (other === undefined) return typed;
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
