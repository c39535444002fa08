// The text of a page with a transcript.
import { subagentMarkdown } from '../../../core/history/callMarkdown.ts';
import { exportMarkdown } from '../../../core/history/exportMarkdown.ts';
import { entryById } from '../../../core/session/entries.ts';
import type { SessionState } from '../../../core/session/model.ts';
import { unavailableStrings } from '../unavailable/unavailableStrings.ts';

/** `entryId`: the call of the sub-agent whose transcript is shown; empty for that of the session. */
export function transcriptText(state: SessionState | undefined, entryId = ''): string {
  if (state === undefined) return unavailableStrings.transcriptMissing();
  if (entryId === '') return exportMarkdown(state);
  const entry = entryById(state.entries, entryId)?.found;
  return entry?.kind === 'tool' ? subagentMarkdown(state, entry) : unavailableStrings.transcriptMissing();
}
