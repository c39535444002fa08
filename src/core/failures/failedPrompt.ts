// The prompt that the agent refused last, so that it can be sent again.
import type { ContentBlock } from '../session/content.ts';
import { entryAt, entryCount, isUserPrompt } from '../session/entries.ts';
import type { SessionState } from '../session/model.ts';

/**
 * Its content; undefined where the last prompt was answered, or is being answered. It is the one that began the turn:
 * what the agent was given meanwhile and did not read is in the queue again.
 */
export function failedPrompt({
  entries,
  turn,
  hasFailed,
}: SessionState): readonly ContentBlock[] | undefined {
  if (turn !== undefined || hasFailed !== true) return undefined;
  let content: readonly ContentBlock[] | undefined;
  for (let index = entryCount(entries) - 1; index >= 0; index--) {
    const entry = entryAt(entries, index);
    if (entry?.kind === 'turn' && (content !== undefined || entry.stopReason !== 'error')) break;
    if (entry !== undefined && isUserPrompt(entry)) content = entry.content;
  }
  return content;
}
