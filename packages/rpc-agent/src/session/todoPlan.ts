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

const taskStatus = z.enum(['pending', 'in_progress', 'completed', 'abandoned']);

/** The phases of a client's plan, as `set_todos` accepts them. Ids may be left out. */
export const clientPhases = z
  .array(
    z.object({
      id: z.string().optional(),
      name: z.string(),
      tasks: z.array(z.object({ id: z.string().optional(), content: z.string().min(1), status: taskStatus })),
    }),
  )
  .transform((phases) => {
    let count = 0;
    return phases.map(({ id, name, tasks }, index) => ({
      id: id ?? `phase-${index + 1}`,
      name,
      tasks: tasks.map((task) => ({ ...task, id: task.id ?? `task-${++count}` })),
    }));
  });
type ClientPhases = z.input<typeof clientPhases>;

/** The entries of a client's plan: one phase. */
export const clientPlan = z
  .array(z.object({ content: z.string().min(1), status: taskStatus.exclude(['abandoned']) }))
  .transform((entries) => clientPhases.parse([{ id: 'plan', name: 'Plan', tasks: entries }]));

/** How a line of a checklist marks a task: as in Markdown, `[-]` or `[~]` for one that is being done. */
const TASK = /^(?:[-*+]\s+|\d+[.)]\s+)?(?:\[([ xX~-])\]\s*)?(.*)$/;
const HEADING = /^#{1,6}\s+(.*)$/;

/** A checklist that a user wrote in Markdown, as phases: a heading begins one. */
export function phasesOfChecklist(text: string): z.output<typeof clientPhases> {
  const phases: { name: string; tasks: ClientPhases[number]['tasks'] }[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    const heading = HEADING.exec(line)?.[1]?.trim();
    const [, mark, content = ''] = TASK.exec(line) ?? [];
    if (heading !== undefined && heading !== '') phases.push({ name: heading, tasks: [] });
    else if (content !== '') {
      if (phases.length === 0) phases.push({ name: 'Plan', tasks: [] });
      phases.at(-1)?.tasks.push({ content, status: statusOf(mark) });
    }
  }
  return clientPhases.parse(phases);
}

function statusOf(mark: string | undefined): z.output<typeof taskStatus> {
  if (mark === 'x' || mark === 'X') return 'completed';
  return mark === '-' || mark === '~' ? 'in_progress' : 'pending';
}
