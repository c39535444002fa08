// Runs a task of the user, with those that it depends on, until it ends.
import * as vscode from 'vscode';
import { ToolError } from '../mcp/toolError.ts';
import { TaskOutputs, type TaskOutput } from './taskOutput.ts';
import { hasProcess, taskDependencies, taskFacts, taskLabel } from './userTasks.ts';

/** Whether a task has an exit code is known a moment after it ended, or never. */
const EXIT_CODE_MS = 1_000;
/** VS Code reports no end of a task whose program cannot be started. */
const START_TIMEOUT_MS = 10_000;
/** The last lines, and what problem matchers find in them, come a moment after the end. */
const LAST_LINES_MS = 500;

export interface TaskEnd extends Partial<TaskOutput> {
  /** Absent where the task has none, or did not end. Of a task that only runs others: the first that is not 0. */
  readonly exitCode?: number;
  readonly timedOut?: true;
  /** Why there is neither. */
  readonly note?: string;
}

export interface TaskRunOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs it in its terminal, and ends it after `timeoutMs` or when `signal` aborts. Rejects with a ToolError where it
 * cannot be started, or the call was cancelled.
 */
export async function runTask(task: vscode.Task, { timeoutMs, signal }: TaskRunOptions): Promise<TaskEnd> {
  const label = taskLabel(task);
  const isOurs = (other: vscode.TaskExecution): boolean => taskLabel(other.task) === label;
  const expected = JSON.stringify(taskFacts(task));
  const dependencies = new Set(taskDependencies(task));
  const runningBefore = new Set(vscode.tasks.taskExecutions);
  const isPart = (other: vscode.TaskExecution): boolean =>
    isOurs(other) || (dependencies.has(other.task.name) && !runningBefore.has(other));
  const processIds: number[] = [];
  const exitCodes: number[] = [];
  const started = new Set<vscode.TaskExecution>();
  const ended = Promise.withResolvers<TaskEnd>();
  const timers: NodeJS.Timeout[] = [];
  const after = (milliseconds: number, body: () => void): NodeJS.Timeout => {
    const timer = setTimeout(body, milliseconds);
    timers.push(timer);
    return timer;
  };
  const outputs = new TaskOutputs();
  let startTimer: NodeJS.Timeout | undefined;
  let hasStarted = false;
  const listening = [
    outputs,
    vscode.tasks.onDidStartTask(({ execution }) => {
      if (!isPart(execution)) return;
      hasStarted = true;
      started.add(execution);
      if (isOurs(execution) && JSON.stringify(taskFacts(execution.task)) !== expected) {
        ended.reject(new ToolError('The task changed as it was started, and was ended.'));
        return;
      }
      if (!hasProcess(execution.task)) return;
      const name = taskLabel(execution.task);
      clearTimeout(startTimer);
      startTimer = after(START_TIMEOUT_MS, () => ended.reject(notStarted(name)));
    }),
    vscode.tasks.onDidStartTaskProcess(({ execution, processId }) => {
      if (!isPart(execution)) return;
      // One that could not be started is reported, too, without an id.
      if (!(processId > 0)) return;
      clearTimeout(startTimer);
      processIds.push(processId);
    }),
    vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      if (!isPart(execution)) return;
      if (exitCode !== undefined) exitCodes.push(exitCode);
      if (!isOurs(execution)) return;
      if (exitCode !== undefined) ended.resolve({ exitCode });
      else if (processIds.length === 0) ended.reject(notStarted(label));
      else ended.resolve(withoutCode);
    }),
    vscode.tasks.onDidEndTask(({ execution }) => {
      started.delete(execution);
      if (!isOurs(execution)) return;
      const hasRun = processIds.length > 0 || !hasProcess(task);
      after(EXIT_CODE_MS, () => (hasRun ? ended.resolve(endOf(exitCodes)) : ended.reject(notStarted(label))));
    }),
  ];
  const onAbort = (): void => ended.reject(new ToolError('The call was cancelled, and the task was ended.'));
  signal.addEventListener('abort', onAbort);
  after(timeoutMs, () => ended.resolve({ timedOut: true }));
  let execution: vscode.TaskExecution | undefined;
  let hasEnded = false;
  const executing = Promise.resolve(vscode.tasks.executeTask(task)).then((made) => {
    execution = made;
    // One that starts only after it was given up.
    if (hasEnded) made.terminate();
  });
  executing.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    ended.reject(new ToolError(`VS Code could not start the task: ${reason}`));
  });
  if (signal.aborted) onAbort();
  try {
    const end = await ended.promise;
    if (end.timedOut !== true) execution = undefined;
    return { ...end, ...(await outputs.of(processIds, LAST_LINES_MS)) };
  } finally {
    hasEnded = true;
    if (execution !== undefined) {
      for (const each of [execution, ...started]) each.terminate();
      if (processIds.length === 0) terminateLate(isPart, hasStarted);
    }
    signal.removeEventListener('abort', onAbort);
    for (const each of listening) each.dispose();
    for (const timer of timers) clearTimeout(timer);
  }
}

function notStarted(name: string): ToolError {
  return new ToolError(`${name} could not be started, or was stopped before it was: see its terminal.`);
}

/**
 * What is terminated before it has a process goes on: it is terminated again when it has one. VS Code reports it under
 * other objects then, so what starts after it is known as a run of the user by its start alone.
 */
function terminateLate(isPart: (execution: vscode.TaskExecution) => boolean, hasStarted: boolean): void {
  let isOwnStartKnown = hasStarted;
  const stop = (): void => {
    clearTimeout(timer);
    for (const each of listening) each.dispose();
  };
  const listening = [
    vscode.tasks.onDidStartTask(({ execution }) => {
      if (!isPart(execution)) return;
      if (isOwnStartKnown) stop();
      isOwnStartKnown = true;
    }),
    vscode.tasks.onDidStartTaskProcess(({ execution }) => {
      if (isPart(execution)) execution.terminate();
    }),
  ];
  const timer = setTimeout(stop, START_TIMEOUT_MS);
}

const withoutCode: TaskEnd = { note: 'The task ended without an exit code: it may have been stopped.' };

/** The end of a task without a process of its own. */
function endOf(exitCodes: readonly number[]): TaskEnd {
  const exitCode = exitCodes.find((each) => each !== 0) ?? exitCodes[0];
  return exitCode === undefined ? withoutCode : { exitCode };
}
