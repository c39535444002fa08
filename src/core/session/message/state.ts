// Messages in the transcript: prompts, answers and thoughts.
import * as z from 'zod/mini';
import { contentBlock } from '../content.ts';
import { entryIdentity } from '../entryShape.ts';
import { withStoredUser } from '../storedUser.ts';

const message = {
  ...entryIdentity,
  content: z.array(contentBlock),
  messageId: z.exactOptional(z.string()),
};

export const messageState = {
  /** Whether the agent writes, or asks for files or commands, although its turn has ended. */
  isTalking: z.exactOptional(z.literal(true)),
};

export const messageEntries = [
  z.object({
    ...message,
    kind: z.literal('user'),
    /** Whether the user sent it here, or the agent reported it (a replay, a prompt of its own). */
    origin: withStoredUser(z.enum(['user', 'agent'])),
    /** The id of the checkpoint that holds the files as they were before this prompt. */
    checkpoint: z.exactOptional(z.string()),
    /** What the agent calls this prompt, where a copy of the session may end before it. */
    forkPoint: z.exactOptional(z.string()),
  }),
  z.object({ ...message, kind: z.literal('agent') }),
  z.object({
    ...message,
    kind: z.literal('thought'),
    /** When something other than this thought was said or done; absent while it is going on. */
    endedAt: z.exactOptional(z.number()),
  }),
] as const;
