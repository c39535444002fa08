// Tasks that an agent names as running beside its turns: each is there until the agent reports its end.
import { isSameData } from '../../base/isSameData.ts';
import type { EventsByType } from '../events.ts';
import type { SessionState } from '../model.ts';
import type { Topic } from '../topic.ts';

/** The tasks reported first are dropped. */
const MAX_TASKS = 200;

export const backgroundTaskTopic: Topic<'background_tasks'> = {
  handlers: { background_tasks: reduceTasks },
  updates: { background_tasks: { inReplay: 'fact', isSignOfLife: true } },
};

function reduceTasks(
  state: SessionState,
  { tasks, isWhole }: EventsByType['background_tasks'],
): SessionState {
  const before = new Map(state.tasks?.map((task) => [task.taskId, task]));
  const running = new Map(isWhole === true ? [] : before);
  for (const { isOver, ...task } of tasks) {
    if (isOver === true) running.delete(task.taskId);
    else running.set(task.taskId, { ...before.get(task.taskId), ...task });
  }
  const { tasks: known = [], ...rest } = state;
  const left = [...running.values()].slice(-MAX_TASKS);
  if (isSameData(known, left)) return state;
  return left.length === 0 ? rest : { ...rest, tasks: left };
}

/** The session in which no task is known any more. */
export function withoutTasks({ tasks: _gone, ...rest }: SessionState): SessionState {
  return rest;
}
