// The tokens of a request to the model in `_meta.usage` of a message chunk: where Qwen Code reports them.
import * as z from 'zod/mini';
import type { TurnTokens } from '../../core/session/usage/state.ts';
import { reportedTokens } from './tokensSchema.ts';

const notification = z.object({
  update: z.object({
    sessionUpdate: z.enum(['agent_message_chunk', 'agent_thought_chunk']),
    _meta: z.object({ usage: reportedTokens }),
  }),
});

/** The tokens in the params of a `session/update`; undefined where there are none. Never throws. */
export function readRequestTokens(params: unknown): TurnTokens | undefined {
  // Nearly every chunk ends here: a schema that does not match takes longer than one that does.
  if (!hasMeta(params)) return undefined;
  return notification.safeParse(params).data?.update._meta.usage;
}

function hasMeta(params: unknown): boolean {
  if (typeof params !== 'object' || params === null || !('update' in params)) return false;
  const { update } = params;
  return typeof update === 'object' && update !== null && '_meta' in update;
}
