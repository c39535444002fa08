// What the transcript shows of a plan that is a text.
import type { PlanDocument } from '../../../src/core/session/plan/state.ts';
import { startOf } from '../../../src/core/text/wholeCharacters.ts';

/** The rest of a longer plan is shown on its own page. */
const MAX_SHOWN_CHARACTERS = 6_000;

/** The text of a plan, or its beginning up to the end of a line; the name of its file where nothing else is known. */
export function shownPlanText({ text, file }: Pick<PlanDocument, 'text' | 'file'>): string {
  if (text === '') return file === undefined ? '' : `\`${file}\``;
  if (text.length <= MAX_SHOWN_CHARACTERS) return text;
  const start = startOf(text, MAX_SHOWN_CHARACTERS);
  const end = start.lastIndexOf('\n');
  return end === -1 ? start : start.slice(0, end);
}
