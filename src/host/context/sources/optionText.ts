// Names and details of options: bounded, with what could hide or turn characters spelled out, and how well they fit.
import { rankPaths } from '../../../core/mentions/pathSearch.ts';
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

/** The options that fit a text by name or detail, best first; all in their order without a text. */
export function fitting(options: readonly MentionOption[], text: string): readonly ScoredOption[] {
  if (text.trim() === '') {
    return options.slice(0, MAX_OPTIONS).map((option, index) => ({ option, score: 1 - index / 1_000 }));
  }
  const byText = new Map<string, MentionOption[]>();
  for (const option of options) {
    const key = `${option.name} ${option.detail ?? ''}`;
    byText.set(key, [...(byText.get(key) ?? []), option]);
  }
  return rankPaths([...byText.keys()], text, MAX_OPTIONS).flatMap(({ path, score }) =>
    (byText.get(path) ?? []).map((option) => ({ option, score })),
  );
}
