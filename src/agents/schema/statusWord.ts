// The words that agents have for how far something is, as those of ACP.
import * as z from 'zod/mini';

/** In small letters, without what stands between words. A word that is in no list is passed on as it is. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  pending: ['todo', 'open', 'queued', 'waiting', 'notstarted', 'planned', 'scheduled'],
  in_progress: ['inprogress', 'running', 'started', 'active', 'working', 'executing', 'doing', 'ongoing'],
  completed: ['complete', 'done', 'success', 'successful', 'succeeded', 'finished', 'ok'],
  failed: ['fail', 'failure', 'error', 'errored'],
  cancelled: ['canceled', 'aborted'],
};

const STATUS_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS).flatMap(([status, words]) =>
    [status, status.replace('_', ''), ...words].map((word) => [word, status] as const),
  ),
);

/** A status of an entry of a plan. */
export const statusWord = z.pipe(
  z.string(),
  z.transform((word) => STATUS_OF.get(word) ?? STATUS_OF.get(bareWord(word)) ?? word),
);

/** In what words agents say that a tool call came to no end of its own, which a step of a plan may still do. */
const CALL_ENDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    rejected: ['rejected', 'denied', 'declined', 'refused', 'disallowed'],
    failed: ['timedout', 'timeout', 'blocked', 'expired', 'crashed', 'killed'],
    cancelled: ['skipped', 'stopped', 'interrupted', 'terminated'],
  }).flatMap(([status, words]) => words.map((word) => [word, status] as const)),
);

/** A status of a tool call. */
export const callStatusWord = z.pipe(
  statusWord,
  z.transform((word) => CALL_ENDS.get(bareWord(word)) ?? word),
);

/** A word in small letters, without what stands between its parts. */
export function bareWord(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, '');
}
