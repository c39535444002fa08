// Whose a change on the disk is: this session's, another session's, or nobody's that Parley knows of.
import type { Evidence, Period } from '../watch/agentActivity.ts';
import type { TrackedSession } from '../trackedSession.ts';

export type ChangeOwner = 'this' | 'other' | 'unknown';

const STRENGTH: Readonly<Record<Evidence, number>> = { none: 0, ended: 1, ran: 2, named: 3 };

/**
 * A change belongs to the session whose tool calls name the file; else to the one that ran something then. Of several that
 * ran something, each may have made it. Where no session did anything, the user, another program or git has made it.
 */
export function ownerOf(
  sessions: readonly Pick<TrackedSession, 'key' | 'activity' | 'files'>[],
  key: string,
  path: string,
  period: Period,
): ChangeOwner {
  let own = 0;
  let others = 0;
  for (const { key: each, activity, files } of sessions) {
    const strength = files.covers(path) ? STRENGTH[activity.evidence(path, period)] : 0;
    if (each === key) own = strength;
    else others = Math.max(others, strength);
  }
  if (others > own) return 'other';
  return own > 0 ? 'this' : 'unknown';
}
