// The start of a text for a place that holds one line, such as a title or a tooltip.
import { isInsidePair, startOf } from '../../src/core/text/wholeCharacters.ts';

/** More than any such place has room for, in UTF-16 code units. */
const MAX_CHARACTERS = 1_000;

/** The text, or its start with an ellipsis when it is longer than any title. */
export function shortText(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${startOf(text, MAX_CHARACTERS - 1)}…`;
}

/** The path, or its end after an ellipsis: the end of a path says more. */
export function shortEnd(path: string): string {
  if (path.length <= MAX_CHARACTERS) return path;
  const end = path.slice(1 - MAX_CHARACTERS);
  return `…${isInsidePair(path, path.length - end.length) ? end.slice(1) : end}`;
}
