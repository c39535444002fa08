// A notice in the transcript.
import * as z from 'zod/mini';
import { userError } from '../../errors.ts';
import type { Immutable } from '../../base/immutable.ts';
import { entryIdentity } from '../entryShape.ts';

export const noticeSeverity = z.enum(['info', 'warning', 'error']);

/** What the agent or Parley says about the session. */
export const notice = z.object({
  severity: noticeSeverity,
  text: z.string(),
  /** Present when the notice is an error with next steps. */
  error: z.exactOptional(userError),
  /** Whether the agent said it: then it is never history (R107). */
  isLiveOnly: z.exactOptional(z.literal(true)),
  /** Whether it says how often the agent has repeated a request by now: the next one takes its place. */
  isRetry: z.exactOptional(z.literal(true)),
});

export const noticeEntry = z.extend(notice, { ...entryIdentity, kind: z.literal('notice') });

/** The notice as it is stored: one of the agent leaves only its place, which gives the entries after it their ids (R107). */
export function persistedNotice<Each extends Immutable<z.infer<typeof notice>>>(said: Each): Each {
  return said.isLiveOnly === true ? { ...said, text: '' } : said;
}
