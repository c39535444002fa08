// The list of things to do that agents without plans give their tools, as the plan that it is.
import * as z from 'zod/mini';
import type { PlanEntry } from '../../core/session/plan/state.ts';
import type { ToolCallPatch } from '../../core/session/toolCall/state.ts';
import { lenient, lenientArray } from './lenient.ts';
import { withStatus } from './near/nearPlan.ts';
import { statusWord } from './statusWord.ts';

const MAX_TODOS = 500;

const todo = z.pipe(
  z.pipe(
    z.transform(withStatus),
    z.object({
      content: lenient(z.string()),
      description: lenient(z.string()),
      title: lenient(z.string()),
      task: lenient(z.string()),
      status: lenient(statusWord),
      priority: lenient(z.string()),
    }),
  ),
  z.transform(({ content, description, title, task, status, priority }) => ({
    content: content ?? title ?? task ?? description ?? '',
    status,
    priority: priority ?? 'medium',
  })),
);

// Most inputs have none, and what fails costs more than what is absent.
const input = z.object({ todos: z.optional(z.array(z.unknown()).check(z.maxLength(MAX_TODOS))) });

/** The list in the input of a call; undefined where it has none, or the call failed. */
export function todoPlan({ rawInput, status }: ToolCallPatch): readonly PlanEntry[] | undefined {
  if (status === 'failed' || rawInput === undefined) return undefined;
  const list = input.safeParse(rawInput).data?.todos;
  if (list === undefined) return undefined;
  const todos = lenientArray(todo)
    .parse(list)
    .filter(({ content }) => content !== '');
  // What says of none of them how far it is, is a list of something else.
  const isPlan = list.length === 0 || todos.some((each) => each.status !== undefined);
  return isPlan ? todos.map((each) => ({ ...each, status: each.status ?? 'pending' })) : undefined;
}
