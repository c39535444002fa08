// The event of a message, and what of it is stored.
import * as z from 'zod/mini';
import { contentBlock } from '../content.ts';
import { at, type ShortenedEvents } from '../eventShape.ts';
import { shortBlock } from '../shortContent.ts';

export const messageUpdates = [
  z.object({
    type: z.literal('message_chunk'),
    at,
    role: z.enum(['user', 'agent', 'thought']),
    content: contentBlock,
    messageId: z.exactOptional(z.string()),
    /** What the agent calls the prompt that this is, where a copy of the session may end before it. */
    forkPoint: z.exactOptional(z.string()),
  }),
] as const;

export const shortenedMessages: ShortenedEvents<typeof messageUpdates> = {
  message_chunk: (event) => ({ ...event, content: shortBlock(event.content) }),
};
