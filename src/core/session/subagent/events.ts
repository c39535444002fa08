// The event of what is said in a sub-agent; that there is one, and how it goes on, are reports of its tool call.
import * as z from 'zod/mini';
import { contentBlock } from '../content.ts';
import { at, type ShortenedEvents } from '../eventShape.ts';
import { shortBlock } from '../shortContent.ts';
import { subagentRole } from './state.ts';

export const subagentUpdates = [
  z.object({
    type: z.literal('subagent_message'),
    at,
    /** The tool call that stands for the sub-agent. */
    toolCallId: z.string(),
    /** What continues the last message has its id. */
    messageId: z.string(),
    role: subagentRole,
    content: contentBlock,
    /** Whether the sub-agent has withdrawn the plan, which is reported with it once more. */
    isRemoved: z.exactOptional(z.literal(true)),
  }),
] as const;

export const shortenedSubagents: ShortenedEvents<typeof subagentUpdates> = {
  subagent_message: (event) => ({ ...event, content: shortBlock(event.content) }),
};
