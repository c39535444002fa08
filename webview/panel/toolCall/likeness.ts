// Lines that differ and look the same: in blanks, in how a letter is encoded, or in letters of another script.
import { visibleText } from '../../../src/core/text/visibleText.ts';
import { asLatin } from '../../text/lookAlikes.ts';

/** How two lines differ that look the same to a reader. */
export type Likeness = 'white_space' | 'encoding';

/** Undefined where the lines are equal, or look different with their hidden characters spelled out. */
export function likeness(before: string, after: string): Likeness | undefined {
  if (before === after) return undefined;
  const [left, right] = [visibleText(before), visibleText(after)];
  if (withoutBlanks(left) === withoutBlanks(right)) return 'white_space';
  return isEncodedAlike(left, right) ? 'encoding' : undefined;
}

function withoutBlanks(line: string): string {
  return line.replace(/\s+/gu, '');
}

/** Compatible letters too, such as a ligature or a full-width form, and those of another script that look alike. */
function isEncodedAlike(left: string, right: string): boolean {
  const [one, other] = [left, right].map((line) => withoutBlanks(asLatin(line).normalize('NFKC')));
  return one === other;
}
