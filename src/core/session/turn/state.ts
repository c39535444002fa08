// The turn that runs, what waits for the next one, and the end of a turn in the transcript.
import * as z from 'zod/mini';
import type { Immutable } from '../../base/immutable.ts';
import { contentBlock } from '../content.ts';
import { entryIdentity } from '../entryShape.ts';
import { cost, turnTokens } from '../usage/state.ts';

export const queuedPrompt = z.object({ id: z.string(), content: z.array(contentBlock) });
export type QueuedPrompt = Immutable<z.infer<typeof queuedPrompt>>;

const runningTurn = z.object({
  startedAt: z.number(),
  cancelRequested: z.boolean(),
  /** The part of the prompt's text the agent has not echoed yet; absent when nothing more can be an echo (R52). */
  echo: z.exactOptional(z.string()),
  /** The part that it seems to have echoed: where it goes on differently, that was a message of its own. */
  heldEcho: z.exactOptional(z.string()),
  /** What was sent to the agent within the turn and not echoed by it: it may not have read it yet. */
  steered: z.exactOptional(z.array(queuedPrompt)),
  /** The session's cost when the turn began. */
  costBefore: z.exactOptional(cost),
  /** What its requests to the model have used so far, where the agent reports each of them. */
  tokens: z.exactOptional(turnTokens),
  /** Whether the agent reported another plan in this turn than there was. */
  planChanged: z.boolean(),
  /** Whether nothing has come from the agent for long, though it neither waits for the user nor runs a command. */
  isSilent: z.exactOptional(z.literal(true)),
  /** How much is done of the checkpoint that the prompt waits for; absent where it waits for none. */
  checkpointPercent: z.exactOptional(z.number()),
});
export type RunningTurn = Immutable<z.infer<typeof runningTurn>>;

export const turnState = {
  turn: z.exactOptional(runningTurn),
  /** Whether the last prompt, or the last attempt to open the session, failed. */
  hasFailed: z.exactOptional(z.literal(true)),
  /** First words of the first prompt. */
  provisionalTitle: z.exactOptional(z.string()),
  /** What goes with the next prompt besides what the user types; absent when nothing does. */
  context: z.exactOptional(z.array(contentBlock)),
  queue: z.array(queuedPrompt),
  /** Whether the queue waits for the user, after a turn that was cancelled or failed. */
  queueHeld: z.boolean(),
  /** Whether the queue is held only because a prompt failed: when that is sent again, the rest follows. */
  heldByFailure: z.exactOptional(z.literal(true)),
};

export const turnEntry = z.object({
  ...entryIdentity,
  kind: z.literal('turn'),
  startedAt: z.number(),
  /** ACP's stop reason, or `error` when the turn failed, or any other word of the agent (R47). */
  stopReason: z.string(),
  tokens: z.exactOptional(turnTokens),
  costBefore: z.exactOptional(cost),
  costAfter: z.exactOptional(cost),
});
