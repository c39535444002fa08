// Text on one line: runs of white space become one space, and what is invisible is spelled out.
import { isInvisible, visibleText } from './visibleText.ts';

/**
 * The text on one line, without white space at its ends, and with its invisible characters spelled out; empty where
 * nothing of it can be seen.
 */
export function oneLine(text: string): string {
  // U+FEFF counts as white space, and is seen as nothing.
  const line = text.replace(/[^\S\uFEFF]+/gu, ' ').trim();
  const visible = visibleText(line);
  return visible !== line && isInvisible(line) ? '' : visible;
}
