// The events of the agent's plans: lists of steps, and texts.
import * as z from 'zod/mini';
import { shortText } from '../shortContent.ts';
import { at, type ShortenedEvents } from '../eventShape.ts';
import { planDocument, planEntry } from './state.ts';

/** Plans of a million characters are stored whole, with room for what is added to them. */
const MAX_STORED_LENGTH = 4_000_000;

export const planUpdates = [
  z.object({
    type: z.literal('plan'),
    at,
    entries: z.array(planEntry),
    /** Where the agent names its plans. */
    planId: z.exactOptional(z.string()),
  }),
  /** A plan that is a text; each update replaces the whole. */
  z.object({
    type: z.literal('plan_document'),
    at,
    ...z.pick(planDocument, { planId: true, text: true, file: true }).shape,
  }),
  z.object({ type: z.literal('plan_removed'), at, planId: z.string() }),
] as const;

export const shortenedPlans: ShortenedEvents<typeof planUpdates> = {
  plan_document: (event) => ({ ...event, text: shortText(event.text, MAX_STORED_LENGTH) }),
};
