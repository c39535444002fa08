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

export const planState = { plan: z.array(planEntry) };

/** The plan as it stood when a turn ended. */
export const recordedPlan = z.object({
  ...entryIdentity,
  kind: z.literal('plan'),
  entries: z.array(planEntry),
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
