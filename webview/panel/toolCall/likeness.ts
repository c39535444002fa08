// Lines that differ and look the same: in blanks, or in how a letter is encoded.
import { visibleText } from '../../../src/core/text/visibleText.ts';

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

/** Compatible letters too: a ligature, a full-width form. */
function isEncodedAlike(left: string, right: string): boolean {
  return withoutBlanks(left.normalize('NFKC')) === withoutBlanks(right.normalize('NFKC'));
}
