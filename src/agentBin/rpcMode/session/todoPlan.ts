// The todo list of a CLI as an ACP plan, and a plan of the client as its todo list.
import type { PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import type { TodoPhase } from '../cli/frames.ts';

/** The whole plan; tasks of several phases carry the name of theirs. */
export function planUpdate(phases: readonly TodoPhase[]): SessionUpdate {
  const several = phases.length > 1;
  const entries = phases.flatMap(({ name, tasks }) =>
    (tasks ?? []).flatMap(({ content, status }): PlanEntry[] => {
      if (content === undefined) return [];
      const prefix = several && name !== undefined && name !== '' ? `${name}: ` : '';
      return [{ content: `${prefix}${content}`, priority: 'medium', ...stateOf(status) }];
    }),
  );
  return { sessionUpdate: 'plan', entries };
}

/** ACP has no abandoned entries: such a task is done with, and `_meta` says how. */
function stateOf(status: string | undefined): Pick<PlanEntry, 'status' | '_meta'> {
  if (status === 'completed' || status === 'in_progress') return { status };
  if (status === 'abandoned') return { status: 'completed', _meta: { 'parley.dev/abandoned': true } };
  return { status: 'pending' };
}

/** The entries of a client's plan, as `set_todos` accepts them: one phase. */
export const clientPlan = z
  .array(z.object({ content: z.string().min(1), status: z.enum(['pending', 'in_progress', 'completed']) }))
  .transform((entries) => [
    {
      id: 'plan',
      name: 'Plan',
      tasks: entries.map(({ content, status }, index) => ({ id: `task-${index + 1}`, content, status })),
    },
  ]);
