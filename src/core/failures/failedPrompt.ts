// The prompt that the agent refused last, so that it can be sent again.
import type { ContentBlock } from '../session/content.ts';
import { entryAt, entryCount, findLastEntry, isUserPrompt, type Entry } from '../session/entries.ts';
import type { SessionState } from '../session/model.ts';

/**
 * Its content; undefined where the last prompt was answered, or is being answered. It is the one that began the turn:
 * what the agent was given meanwhile and did not read is in the queue again.
 */
export function failedPrompt(state: SessionState): readonly ContentBlock[] | undefined {
  return state.hasFailed === true ? unansweredPrompt(state) : undefined;
}

/** The same also where it was refused in an earlier window. */
export function unansweredPrompt({ entries, turn }: SessionState): readonly ContentBlock[] | undefined {
  if (turn !== undefined) return undefined;
  let content: readonly ContentBlock[] | undefined;
  for (let index = entryCount(entries) - 1; index >= 0; index--) {
    const entry = entryAt(entries, index);
    if (entry?.kind === 'turn' && (content !== undefined || entry.stopReason !== 'error')) break;
    if (entry !== undefined && isUserPrompt(entry)) content = entry.content;
  }
  return content;
}

/** Whether the agent refused the last prompt because the user was not signed in. */
export function isRefusedForSignIn(state: SessionState): boolean {
  return failedPrompt(state) !== undefined && lastErrorCode(state) === 'sign-in-needed';
}

/** Whether the agent refused to open the session, which is what is to be tried again then, and not what it did before. */
export function isRefusedToOpen(state: SessionState): boolean {
  return lastErrorCode(state) === 'reopen-refused';
}

function lastErrorCode({ entries }: SessionState): string | undefined {
  const isNotice = (entry: Entry): entry is Extract<Entry, { kind: 'notice' }> => entry.kind === 'notice';
  return findLastEntry(entries, isNotice)?.found.error?.code;
}
