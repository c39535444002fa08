// The list of things to do that agents without plans give their tools, as the plan that it is.
import * as z from 'zod/mini';
import type { PlanEntry } from '../../core/session/plan.ts';
import type { ToolCallPatch } from '../../core/session/toolCall.ts';
import { lenient } from './lenient.ts';

const MAX_TODOS = 500;

const todo = z.pipe(
  z.object({
    content: lenient(z.string()),
    description: lenient(z.string()),
    title: lenient(z.string()),
    task: lenient(z.string()),
    status: z.string(),
    priority: lenient(z.string()),
  }),
  z.transform(({ content, description, title, task, status, priority }): PlanEntry => ({
    content: content ?? title ?? task ?? description ?? '',
    status: status === 'done' ? 'completed' : status.replaceAll('-', '_'),
    priority: priority ?? 'medium',
  })),
);

const input = z.object({ todos: z.array(todo).check(z.maxLength(MAX_TODOS)) });

/** The list in the input of a call; undefined where it has none, or the call failed. */
export function todoPlan({ rawInput, status }: ToolCallPatch): readonly PlanEntry[] | undefined {
  if (status === 'failed') return undefined;
  const todos = input.safeParse(rawInput).data?.todos;
  return todos?.every(({ content }) => content !== '') === true ? todos : undefined;
}
