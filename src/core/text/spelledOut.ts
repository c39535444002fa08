// Text that a user decides upon: whatever could hide, reorder or imitate characters is spelled out.
import { codePointText } from './codePoint.ts';
import { UNUSUAL } from './hiddenCharacters.ts';

/** All that is unusual but the plain space. */
const UNSEEN = new RegExp(`(?! )[${UNUSUAL}]`, 'gu');
/** Letters that run from right to left turn the digits and punctuation around them as well. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/gu;
/** Marks that are stacked upon one letter, and rows of spaces that push text out of sight. */
const RUNS = /\p{M}{3,}| {3,}/gu;

/** The text with such characters as `\u{202e}`; line feeds are spelled out too. */
export function spelledOut(text: string): string {
  return text
    .replace(RUNS, (run) => Array.from(run, codePointText).join(''))
    .replace(UNSEEN, codePointText)
    .replace(RIGHT_TO_LEFT, codePointText);
}

/** As {@link spelledOut}, and all but ASCII: for addresses, whose letters may imitate others. */
export function spelledOutAddress(text: string): string {
  return spelledOut(text).replace(/[^\x20-\x7e]/gu, codePointText);
}
