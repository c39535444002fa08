// A task that an agent names as running beside its turns: a command, a watcher, a workflow.
import * as z from 'zod/mini';
import type { Immutable } from '../../base/immutable.ts';

export const backgroundTask = z.object({
  /** The agent's id of it. */
  taskId: z.string(),
  /** What the agent calls it; absent where it names only the call or the terminal. */
  name: z.exactOptional(z.string()),
  /** What it does now. */
  detail: z.exactOptional(z.string()),
  /** The call that started it, and the terminal in which it runs, as far as the agent says. */
  toolCallId: z.exactOptional(z.string()),
  terminalId: z.exactOptional(z.string()),
  /** Whether the agent stops it when asked to. */
  canStop: z.exactOptional(z.boolean()),
});
export type BackgroundTask = Immutable<z.infer<typeof backgroundTask>>;

export const backgroundTasksState = {
  /** The tasks that run, in the order in which they were reported; absent while no task runs. */
  tasks: z.exactOptional(z.array(backgroundTask)),
};
