// Sub-agents: sessions that an agent started in another one. The call that stands for one in the transcript of its parent
// is a tool call, its calls are nested in that one, and what was said in it stands here.
import * as z from 'zod/mini';
import type { Immutable } from '../../base/immutable.ts';
import { contentBlock } from '../content.ts';

/** What a tool call that stands for a sub-agent says of it. */
export const subagentOfCall = z.object({
  /** Whether the agent reports that it works: then no end of a turn ends it. */
  isRunning: z.exactOptional(z.literal(true)),
  /** Whether it can be stopped without its parent. */
  canStop: z.exactOptional(z.literal(true)),
  /** How long it worked; absent while it does. */
  durationMs: z.exactOptional(z.number()),
  /** The tokens that it has used, as its agent counts them. They are not among those of its parent. */
  tokens: z.exactOptional(z.number()),
});

/** `user`: what the sub-agent was asked to do. `plan`: a plan that is a text or a file; each report replaces it. */
export const subagentRole = z.enum(['user', 'agent', 'thought', 'plan']);

const subagentMessage = z.object({
  /** Unique among the messages of its sub-agent. */
  id: z.string(),
  role: subagentRole,
  at: z.number(),
  /** The number of the entry that was made next: the calls of the sub-agent from there on came after the message. */
  before: z.number(),
  content: z.array(contentBlock),
  /** Whether the sub-agent has withdrawn the plan. */
  isRemoved: z.exactOptional(z.literal(true)),
});
export type SubagentMessage = Immutable<z.infer<typeof subagentMessage>>;

const subagentTranscript = z.object({
  /** The id of the tool call that stands for the sub-agent. */
  toolCallId: z.string(),
  messages: z.array(subagentMessage),
});
export type SubagentTranscript = Immutable<z.infer<typeof subagentTranscript>>;

export const subagentState = {
  /** The sub-agents in which something was said, in the order in which that began; absent while nothing was. */
  subagents: z.exactOptional(z.array(subagentTranscript)),
};
