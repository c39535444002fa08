// The event of a tool call, and what of it is stored.
import * as z from 'zod/mini';
import { at, type ShortenedEvents } from '../eventShape.ts';
import { shortCall } from '../shortContent.ts';
import { toolCallPatch } from './state.ts';

export const toolCallUpdates = [
  z.object({
    type: z.literal('tool_call'),
    at,
    call: toolCallPatch,
    /** Whether the agent announces a call with it, and does not only report on one; never set by 0.1.0. */
    isAnnouncement: z.exactOptional(z.literal(true)),
  }),
] as const;

export const shortenedToolCalls: ShortenedEvents<typeof toolCallUpdates> = {
  tool_call: (event) => ({ ...event, call: shortCall(event.call) }),
};
