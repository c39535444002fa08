// The text of a transcript of which everything is selected: only what is in sight is drawn.
import { entryText } from '../../../src/core/session/entryTraits.ts';
import type { SessionState } from '../../../src/core/session/model.ts';
import { holds, selectedRange } from '../../text/selectedRange.ts';

/** The texts of all entries; undefined unless all of the `transcript` is selected. */
export function textOfAll(
  session: SessionState | undefined,
  transcript: HTMLElement | null,
): string | undefined {
  const range = selectedRange();
  if (session === undefined || transcript === null || range === undefined) return undefined;
  if (!holds(range, transcript)) return undefined;
  const texts = session.entries.flat().map(entryText);
  return texts.filter((text) => text !== '').join('\n\n');
}
