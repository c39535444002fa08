// Runs a task of the user until it ends, and reads what it is.
import * as vscode from 'vscode';
import { ToolError } from '../mcp/toolError.ts';

/** Whether a task has an exit code is known a moment after it ended, or never. */
const EXIT_CODE_MS = 1_000;

/** As VS Code's own list of tasks names it. */
export function taskLabel({ name, source }: vscode.Task): string {
  return source === 'Workspace' || source === '' ? name : `${source}: ${name}`;
}

/** The command line of a task, as far as it is known before it runs. */
export function taskCommand({ execution, name }: vscode.Task): string | readonly string[] {
  if (execution instanceof vscode.ProcessExecution) return [execution.process, ...execution.args];
  if (!(execution instanceof vscode.ShellExecution)) return name;
  if (execution.commandLine !== undefined) return execution.commandLine;
  return [execution.command, ...(execution.args ?? [])].flatMap((each) => {
    if (each === undefined) return [];
    return typeof each === 'string' ? [each] : [each.value];
  });
}

export interface TaskEnd {
  /** Absent where the task has none, or did not end. */
  readonly exitCode?: number;
  readonly timedOut?: true;
}

/** Runs it in its terminal, and ends it after `timeoutMs` or when the agent gives up. */
export async function runTask(
  task: vscode.Task,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<TaskEnd> {
  const ended = Promise.withResolvers<TaskEnd>();
  let execution: vscode.TaskExecution | undefined;
  const isOurs = (other: vscode.TaskExecution): boolean => other === execution;
  const timers: NodeJS.Timeout[] = [];
  const listening = [
    vscode.tasks.onDidEndTaskProcess((end) => {
      if (!isOurs(end.execution)) return;
      ended.resolve(end.exitCode === undefined ? {} : { exitCode: end.exitCode });
    }),
    vscode.tasks.onDidEndTask((end) => {
      if (isOurs(end.execution)) timers.push(setTimeout(() => ended.resolve({}), EXIT_CODE_MS));
    }),
  ];
  const onAbort = (): void => ended.reject(new ToolError('The call was cancelled, and the task ended.'));
  signal.addEventListener('abort', onAbort);
  timers.push(setTimeout(() => ended.resolve({ timedOut: true }), timeoutMs));
  let hasEnded = false;
  try {
    execution = await vscode.tasks.executeTask(task);
    if (signal.aborted) onAbort();
    const end = await ended.promise;
    hasEnded = end.timedOut !== true;
    return end;
  } finally {
    if (!hasEnded) execution?.terminate();
    signal.removeEventListener('abort', onAbort);
    for (const each of listening) each.dispose();
    for (const timer of timers) clearTimeout(timer);
  }
}
