// How `session/fork` says where the copy ends.
import { createHash } from 'node:crypto';
import type { ForkPoint } from '../core/ports/agent.ts';

/**
 * The `_meta` of the request. For an answer it is the key that the adapters of Claude and Codex read: its id, and for an
 * id that the agent does not know any more the hash of its whole text and which one of that text it is.
 */
export function forkMeta(point: ForkPoint): object {
  if (point.kind === 'before-prompt') return { 'parley.dev/entryId': point.entryId };
  const { messageId, text, occurrence } = point;
  const hash = createHash('sha256').update(text, 'utf8').digest('hex');
  return {
    jetbrains: {
      air: {
        fork: {
          version: 1,
          messageId,
          messageFingerprint: `sha256:${hash}`,
          messageOccurrence: occurrence,
        },
      },
    },
  };
}
