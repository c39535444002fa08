// The agent's plan and its commands as it last reported them; each update replaces the whole (R88, R89).
import * as z from 'zod/mini';
import type { Immutable } from '../../base/immutable.ts';

export const planEntry = z.object({
  content: z.string(),
  /** `high`, `medium`, `low`, or any other word. */
  priority: z.string(),
  /** `pending`, `in_progress`, `completed`, or any other word. */
  status: z.string(),
});
export type PlanEntry = Immutable<z.infer<typeof planEntry>>;

export const availableCommand = z.object({
  /** Without the slash (R90). */
  name: z.string(),
  description: z.string(),
  /** What to type after the name, as a placeholder. */
  hint: z.exactOptional(z.string()),
});
export type AvailableCommand = Immutable<z.infer<typeof availableCommand>>;

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
