// The prompt that the agent refused last, so that it can be sent again.
import type { ContentBlock } from '../session/content.ts';
import { findLastEntry, isUserPrompt, type Entry } from '../session/entries.ts';
import type { SessionState } from '../session/model.ts';

/** Its content; undefined where the last prompt was answered, or is being answered. */
export function failedPrompt({
  entries,
  turn,
  hasFailed,
}: SessionState): readonly ContentBlock[] | undefined {
  if (turn !== undefined || hasFailed !== true) return undefined;
  const last = findLastEntry(
    entries,
    (entry): entry is Entry => isUserPrompt(entry) || (entry.kind === 'turn' && entry.stopReason !== 'error'),
  );
  return last !== undefined && isUserPrompt(last.found) ? last.found.content : undefined;
}
