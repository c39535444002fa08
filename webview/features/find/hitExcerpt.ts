// The text around a hit, for screen readers.
import type { TextRange } from '../../../src/core/text/searchedText.ts';
import { BLANK } from './blankMarkup.ts';

/** The length of the excerpt around a hit, in UTF-16 code units. */
const EXCERPT_BEFORE = 30;
const EXCERPT_AFTER = 50;

/** The hit in `text` with what stands around it, on one line. */
export function excerptOf(text: string, { start, end }: TextRange): string {
  return text
    .slice(Math.max(0, start - EXCERPT_BEFORE), end + EXCERPT_AFTER)
    .replaceAll(BLANK, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
