// Names and details of options: bounded, with what could hide or turn characters spelled out, and how well they fit.
import { rankNames } from '../../../core/mentions/nameSearch.ts';
import type { MentionOption } from '../../../core/panel/mentionOption.ts';
import { visibleStart } from '../../../core/text/visibleText.ts';
import { oneLine } from '../../../core/text/oneLine.ts';
import type { ScoredOption } from './contextSource.ts';

const MAX_NAME_LENGTH = 120;
const MAX_DETAIL_LENGTH = 300;

/** The most options of a source; the list shows fewer. */
export const MAX_OPTIONS = 50;

/** A name as a chip can show it. */
export function shownName(name: string): string {
  return oneLine(visibleStart(name.replaceAll(/[\r\n\t]+/g, ' '), MAX_NAME_LENGTH)) || '…';
}

/** A detail as an option can show it. */
export function shownDetail(detail: string): string {
  return oneLine(visibleStart(detail.replaceAll(/[\r\n\t]+/g, ' '), MAX_DETAIL_LENGTH));
}

/** The options whose names, and then those whose details fit a text, best first; all in their order without a text. */
export function fitting(options: readonly MentionOption[], text: string): readonly ScoredOption[] {
  if (text.trim() === '') {
    return options.slice(0, MAX_OPTIONS).map((option, index) => ({ option, score: 1 - index / 1_000 }));
  }
  return rankNames(options, text, MAX_OPTIONS).map(({ item, score }) => ({ option: item, score }));
}
