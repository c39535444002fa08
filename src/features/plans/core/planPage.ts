// What the page of a plan and its host send each other.
import * as z from 'zod/mini';
import type { Immutable } from '../../../core/base/immutable.ts';
import { planComment } from './planComments.ts';

const planState = z.enum(['waiting', 'accepted', 'rejected', 'withdrawn', 'noted']);

/** An option that answers the request. */
const planOption = z.object({ optionId: z.string(), name: z.string() });
/** `allowsMore`: whether it also changes what the agent asks for from then on. */
const acceptingOption = z.object({ ...planOption.shape, allowsMore: z.exactOptional(z.literal(true)) });

const hostState = z.object({
  type: z.literal('state'),
  /** The key of the session, and the entry of the transcript that has the plan. */
  key: z.string(),
  entryId: z.exactOptional(z.string()),
  agent: z.string(),
  /** `waiting`: for an answer; `noted`: the agent has not asked for one. */
  state: planState,
  /** The options that accept the plan, starting with the one that allows least. */
  accepting: z.array(acceptingOption),
  rejecting: z.exactOptional(planOption),
  comments: z.array(planComment),
  /** Why the file of the plan cannot be shown. */
  problem: z.exactOptional(z.string()),
  /** Whether the session takes prompts. */
  isOpen: z.boolean(),
});

/** From the host to the page. */
export const planHostMessage = z.discriminatedUnion('type', [
  /** Markdown. Sent before the first state, and when it has changed. */
  z.object({ type: z.literal('text'), text: z.string() }),
  hostState,
]);
export type PlanHostMessage = Immutable<z.infer<typeof planHostMessage>>;
export type PlanState = Extract<PlanHostMessage, { type: 'state' }>;

/** What the page stores, and the host is given after a reload of the window. */
export const storedPlan = z.object({
  ...z.pick(hostState, { key: true, entryId: true, state: true, comments: true }).shape,
  /** Absent where it is too long to be stored here. */
  text: z.exactOptional(z.string()),
});
export type StoredPlan = Immutable<z.infer<typeof storedPlan>>;

/** From the page to the host. */
export const planPageMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('answer'), optionId: z.string() }),
  /** Adds a comment, or replaces the text of the one of that id; an empty text deletes it. */
  z.object({ type: z.literal('comment'), comment: planComment }),
  z.object({ type: z.literal('send') }),
  z.object({ type: z.literal('export') }),
  z.object({ type: z.literal('link'), href: z.string() }),
  z.object({ type: z.literal('copy'), text: z.string() }),
]);
export type PlanPageMessage = Immutable<z.infer<typeof planPageMessage>>;
