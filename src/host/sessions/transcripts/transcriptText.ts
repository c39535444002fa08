// The text of a page with a transcript.
import { subagentMarkdown } from '../../../core/history/callMarkdown.ts';
import { exportMarkdown } from '../../../core/history/exportMarkdown.ts';
import { entryById } from '../../../core/session/entries.ts';
import type { SessionState } from '../../../core/session/model.ts';
import { unavailableStrings } from '../unavailable/unavailableStrings.ts';

/** `path` and `key`: of the page, as its preview is opened with. */
export function transcriptText(state: SessionState | undefined, path: string, key: string): string {
  if (state === undefined) return unavailableStrings.transcriptMissing();
  const entryId = path.split('/')[1]?.slice(key.length) ?? '';
  if (entryId === '') return exportMarkdown(state);
  const entry = entryById(state.entries, entryId)?.found;
  return entry?.kind === 'tool' ? subagentMarkdown(state, entry) : unavailableStrings.transcriptMissing();
}
