// The limit that ended the last turn of a session, and what is to be sent when it is over.
import { unansweredPrompt } from '../../../core/failures/failedPrompt.ts';
import type { ContentBlock } from '../../../core/session/content.ts';
import { entryAt, entryCount, isUserPrompt } from '../../../core/session/entries.ts';
import type { SessionLimit } from '../../../core/session/limit/state.ts';
import type { SessionState } from '../../../core/session/model.ts';

/** Limits of the account: those of requests per minute count where it is known when they are over. */
const ACCOUNT_LIMIT = 'quota-exhausted';
const SHORT_LIMITS: ReadonlySet<string> = new Set(['rate-limited', 'overloaded']);

/** Undefined where the last turn ended otherwise, or one runs. */
export function metLimit({
  entries,
  turn,
}: SessionState): Pick<SessionLimit, 'entryId' | 'resetsAt'> | undefined {
  if (turn !== undefined) return undefined;
  for (let index = entryCount(entries) - 1; index >= 0; index--) {
    const entry = entryAt(entries, index);
    // The error of a turn stands after its end.
    if (entry === undefined || entry.kind === 'turn') return undefined;
    if (entry.kind !== 'notice' || entry.error === undefined) continue;
    const { code, resetsAt } = entry.error;
    if (code !== ACCOUNT_LIMIT && !(SHORT_LIMITS.has(code) && resetsAt !== undefined)) continue;
    return { entryId: entry.id, ...(resetsAt === undefined ? {} : { resetsAt }) };
  }
  return undefined;
}

/** What the agent is asked for when the limit is over: the prompt again, unless it has begun to work on it. */
export function pendingPrompt(state: SessionState): readonly ContentBlock[] | undefined {
  return hasBegun(state) ? [{ type: 'text', text: 'Continue' }] : unansweredPrompt(state);
}

function hasBegun({ entries }: SessionState): boolean {
  for (let index = entryCount(entries) - 1; index >= 0; index--) {
    const entry = entryAt(entries, index);
    if (entry === undefined || isUserPrompt(entry)) return false;
    if (entry.kind === 'agent' || entry.kind === 'tool') return true;
  }
  return false;
}
