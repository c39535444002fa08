// The events of questions that agents ask the user.
import * as z from 'zod/mini';
import { at } from '../eventShape.ts';
import { elicitationRequest } from './state.ts';

export const elicitationEvents = [
  z.object({ type: z.literal('elicitation_requested'), at, request: elicitationRequest }),
  /** The host found problems in what the user sent. */
  z.object({
    type: z.literal('elicitation_rejected'),
    at,
    requestId: z.string(),
    problems: z.record(z.string(), z.string()),
  }),
  /** The user agreed to open the page. */
  z.object({ type: z.literal('elicitation_opened'), at, requestId: z.string() }),
  z.object({
    type: z.literal('elicitation_closed'),
    at,
    requestId: z.string(),
    /** The user answered, or did not want to. Absent where the agent, or its end, closed it. */
    isAnswered: z.exactOptional(z.literal(true)),
  }),
] as const;
