// Tasks beside the turns, as agents name them: the `async_task` updates of the adapters of Claude and Codex, and the
// `background` of the `state_update` of ACP's next version.
import * as z from 'zod/mini';
import { withoutUndefined } from '../../core/base/withoutUndefined.ts';
import type { BackgroundTask } from '../../core/session/backgroundTask/state.ts';
import { isFinished } from '../../core/session/toolCall/state.ts';
import { lenient, lenientArray } from '../schema/lenient.ts';
import { idText } from '../schema/sentText.ts';
import { shortName } from '../schema/shortName.ts';
import { callStatusWord } from '../schema/statusWord.ts';

/** A task that began, did something, or reached a state: what an update does not say stays as it is. */
export const asyncTask = z.pipe(
  z.object({
    asyncTaskId: idText,
    name: lenient(shortName),
    description: lenient(shortName),
    summary: lenient(shortName),
    lastToolName: lenient(shortName),
    canStop: lenient(z.boolean()),
    toolCallId: lenient(idText),
    state: lenient(callStatusWord),
  }),
  z.transform(({ asyncTaskId: taskId, name, description, summary, lastToolName, state = '', ...rest }) => {
    // The description of a task that begins is often its name.
    const detail = [summary, description, lastToolName].find((text) => text && text !== name);
    const task: BackgroundTask = withoutUndefined({ taskId, name: name || undefined, detail, ...rest });
    const tasks = [isFinished(state) ? { ...task, isOver: true as const } : task];
    return { type: 'background_tasks' as const, tasks };
  }),
);

const background = z.union([
  z.pipe(
    z.object({ type: z.literal('terminal'), terminalId: idText }),
    z.transform(({ terminalId }) => ({ taskId: `terminal ${terminalId}`, terminalId })),
  ),
  z.pipe(
    z.object({ type: z.literal('tool_call'), toolCallId: idText }),
    z.transform(({ toolCallId }) => ({ taskId: `tool_call ${toolCallId}`, toolCallId })),
  ),
  z.pipe(
    z.object({
      type: z.string(),
      taskId: lenient(idText),
      sessionId: lenient(idText),
      name: lenient(shortName),
      description: lenient(shortName),
    }),
    z.transform(({ type, taskId, sessionId, name, description }) =>
      withoutUndefined({
        taskId: [type, taskId ?? sessionId ?? description].join(' '),
        name: name || description || undefined,
      }),
    ),
  ),
]);

/** All tasks at once; an update without a list says nothing of them. */
export const stateUpdate = z.pipe(
  z.object({ background: lenient(lenientArray(background)) }),
  z.transform(({ background: tasks }) =>
    tasks === undefined
      ? { type: 'background_tasks' as const, tasks: [] }
      : { type: 'background_tasks' as const, tasks, isWhole: true as const },
  ),
);

/** The answer to the request to stop one. */
export const stopTaskAnswer = z.catch(z.object({ stopped: z.exactOptional(z.boolean()) }), {});
