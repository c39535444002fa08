// The events of a turn, from the prompt that starts it to its end, and of the prompts that wait.
import * as z from 'zod/mini';
import { userError } from '../../errors.ts';
import { contentBlock } from '../content.ts';
import { at, type ShortenedEvents } from '../eventShape.ts';
import { shortBlock } from '../shortContent.ts';
import { turnTokens } from '../usage/state.ts';
import { queuedPrompt } from './state.ts';

export const turnEvents = [
  /** The agent accepted a message into the running turn. */
  z.object({ type: z.literal('steered'), at, prompt: queuedPrompt }),
  /** What goes with the next prompt besides what the user types; empty: nothing. */
  z.object({ type: z.literal('context_attached'), at, content: z.array(contentBlock) }),
  z.object({ type: z.literal('prompt_started'), at, content: z.array(contentBlock) }),
  /** The files are known as they are before the prompt sent last: it can be gone back to. */
  z.object({ type: z.literal('checkpoint_made'), at, checkpoint: z.string() }),
  /** The prompt sent last waits for a checkpoint, of which `percent` is done; without that, it waits no longer. */
  z.object({ type: z.literal('checkpoint_awaited'), at, percent: z.exactOptional(z.number()) }),
  /** The agent did not accept the prompt that began the turn; it is in the queue again. */
  z.object({ type: z.literal('prompt_returned'), at }),
  z.object({ type: z.literal('cancel_requested'), at }),
  /** Nothing has come from the agent for long in a turn. What comes next ends it. */
  z.object({ type: z.literal('silence'), at }),
  /** The agent reads or writes a file by Parley, or starts a command, in silence or although no turn runs. */
  z.object({ type: z.literal('request_received'), at }),
  /** The prompt was answered (R58). */
  z.object({
    type: z.literal('turn_ended'),
    at,
    stopReason: z.string(),
    tokens: z.exactOptional(turnTokens),
    /** In place of `tokens`: those of all turns of the session so far. */
    sessionTokens: z.exactOptional(turnTokens),
    /** What the agent calls the turn's prompt, where a copy of the session may end before it. */
    forkPoint: z.exactOptional(z.string()),
  }),
  /** The prompt was answered with an error, or never will be (R49, R16). */
  z.object({ type: z.literal('turn_failed'), at, error: userError }),
  z.object({ type: z.literal('queue_changed'), at, queue: z.array(queuedPrompt), held: z.boolean() }),
] as const;

export const shortenedPrompts: ShortenedEvents<typeof turnEvents> = {
  prompt_started: (event) => ({ ...event, content: event.content.map(shortBlock) }),
};
