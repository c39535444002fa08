// The agent's plan as it last reported it; each update replaces the whole (R88).
import * as z from 'zod/mini';
import type { Immutable } from '../../base/immutable.ts';
import { entryIdentity } from '../entryShape.ts';

export const planEntry = z.object({
  content: z.string(),
  /** `high`, `medium`, `low`, or any other word. */
  priority: z.string(),
  /** `pending`, `in_progress`, `completed`, or any other word. */
  status: z.string(),
});
export type PlanEntry = Immutable<z.infer<typeof planEntry>>;

export const planState = {
  plan: z.array(planEntry),
  /** What the agent calls the plan, where it names its plans. */
  planId: z.exactOptional(z.string()),
};

/** A plan that is a text, as the agent last reported it. */
export const planDocument = z.object({
  /** What the agent calls it: within a turn the same id is the same plan. */
  planId: z.string(),
  /** Markdown; empty where only its file is known. */
  text: z.string(),
  /** The path or the address of its file, as the agent reports it. */
  file: z.exactOptional(z.string()),
  /** Whether the user accepted it. */
  isAccepted: z.exactOptional(z.literal(true)),
  /** Whether the agent has withdrawn it. */
  isRemoved: z.exactOptional(z.literal(true)),
});
export type PlanDocument = Immutable<z.infer<typeof planDocument>>;

/** The plan as it stood when a turn ended, or one that is a text. */
export const recordedPlan = z.object({
  ...entryIdentity,
  kind: z.literal('plan'),
  /** Empty for a text. */
  entries: z.array(planEntry),
  document: z.exactOptional(planDocument),
});

/** How far a plan is, and the entry that is being worked on, else the first that is not done. */
export function planProgress(entries: readonly PlanEntry[]): {
  readonly done: number;
  readonly total: number;
  readonly current: PlanEntry | undefined;
} {
  const current =
    entries.find(({ status }) => status === 'in_progress') ??
    entries.find(({ status }) => status !== 'completed');
  return {
    done: entries.filter(({ status }) => status === 'completed').length,
    total: entries.length,
    current,
  };
}

/** A plan as a list of tasks, for copying. */
export function planText(entries: readonly PlanEntry[]): string {
  return entries
    .map(({ content, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${content}`)
    .join('\n');
}
