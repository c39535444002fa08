// The tool `run_check`: the user's own tasks, and the problems that their problem matchers find.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { isInside, pathStyleOf } from '../../../../core/paths/pathContainment.ts';
import { newProblems } from '../diagnostics/newProblems.ts';
import { diagnosticItem } from '../diagnostics/diagnosticItem.ts';
import { defineTool, fields, required, type ToolContext } from '../mcp/ideTool.ts';
import { ToolError, within } from '../mcp/toolError.ts';
import { runTask } from '../tasks/taskRun.ts';
import { allThatRuns, taskCommand, taskDependencies, taskLabel } from '../tasks/userTasks.ts';
import { takeBaseline } from '../turnBaseline.ts';

const LIST_TIMEOUT_MS = 20_000;
const DEFAULT_TIMEOUT_SECONDS = 120;
const MAX_TIMEOUT_SECONDS = 1_800;
const MAX_NAME_CHARACTERS = 500;

export const runCheckTool = defineTool({
  name: 'run_check',
  title: 'Tasks',
  description: `The user's own tasks (build, lint, test), as VS Code runs them.
op "list": the tasks. "run": runs \`task\` (a name of the list) in the user's terminal until it ends; the user may be asked \
first. Returns \`exitCode\`, the end of the output, and the problems that its problem matchers found.`,
  isReadOnly: false,
  args: z.object({
    op: z.enum(['list', 'run']),
    task: z.optional(z.string().check(z.maxLength(500), z.describe('The name of a task'))),
    timeoutSeconds: z.optional(z.int().check(z.gte(1), z.lte(MAX_TIMEOUT_SECONDS))),
    limit: z.optional(fields.limit),
    cursor: z.optional(fields.cursor),
  }),
  run: async ({ op, task, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS, limit, cursor }, context) => {
    if (cursor !== undefined) return context.pages.next(cursor, limit);
    const tasks = await tasksOf(context);
    if (op === 'list') return context.pages.first(tasks, limit, listed);
    const name = required(task, 'task', op);
    const labeled = tasks.filter((each) => taskLabel(each) === name);
    const found = labeled.length > 0 ? labeled : tasks.filter((each) => each.name === name);
    const [first] = found;
    if (first === undefined) throw new ToolError('There is no such task: see op "list".');
    if (found.length > 1) throw new ToolError('Several tasks have this name: use the one of op "list".');
    return run(first, tasks, timeoutSeconds, context);
  },
});

/** The tasks of the session's folders and of the workspace. */
async function tasksOf({ session, signal }: ToolContext): Promise<readonly vscode.Task[]> {
  const what = 'The list of tasks';
  const all = await within(vscode.tasks.fetchTasks(), { milliseconds: LIST_TIMEOUT_MS, signal, what });
  const isIn = (path: string): boolean =>
    session.roots.some((root) => isInside(root, path, pathStyleOf(root)));
  return all.filter(({ scope }) => typeof scope !== 'object' || isIn(scope.uri.fsPath));
}

function listed(task: vscode.Task): object {
  const { isBackground, group, detail } = task;
  const command = taskCommand(task);
  const dependsOn = taskDependencies(task);
  return {
    task: taskLabel(task),
    ...(command === undefined ? {} : { command }),
    ...(dependsOn.length === 0 ? {} : { dependsOn }),
    ...(group === undefined ? {} : { group: group.id }),
    ...(detail === undefined ? {} : { detail }),
    ...(isBackground ? { isBackground } : {}),
  };
}

async function run(
  task: vscode.Task,
  tasks: readonly vscode.Task[],
  timeoutSeconds: number,
  context: ToolContext,
): Promise<object> {
  const { session, signal, pages } = context;
  const name = taskLabel(task);
  if (task.isBackground) throw new ToolError('This task runs in the background and does not end.');
  refuseRunning(name);
  const runs = allThatRuns(task, tasks);
  const asked = JSON.stringify(runs);
  const permit = await session.askToRun(
    { name: shownName(task), command: taskCommand(task), cwd: folderOf(task, context), runs },
    signal,
  );
  const before = takeBaseline();
  const startedAt = performance.now();
  try {
    refuseRunning(name);
    // VS Code runs what the files say now, whatever was asked about.
    const now = await tasksOf(context);
    const again = now.filter((each) => taskLabel(each) === name);
    const [same] = again;
    if (same === undefined || again.length > 1 || JSON.stringify(allThatRuns(same, now)) !== asked) {
      throw new ToolError('The task changed while it was asked about, and was not run. Call again.');
    }
    const end = await runTask(same, { timeoutMs: timeoutSeconds * 1_000, signal });
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    const problems = vscode.languages.getDiagnostics().flatMap(([uri, now]) => {
      const isIn = session.roots.some((root) => isInside(root, uri.fsPath, pathStyleOf(root)));
      if (uri.scheme !== 'file' || !isIn) return [];
      return newProblems(now, before.get(uri.toString()) ?? []).map((diagnostic) => ({ uri, diagnostic }));
    });
    permit.close(end.exitCode === 0 ? 'completed' : 'failed');
    return { task: name, ...end, seconds, ...pages.first(problems, undefined, diagnosticItem) };
  } catch (error) {
    permit.close('failed');
    throw error;
  }
}

function refuseRunning(name: string): void {
  if (vscode.tasks.taskExecutions.some((each) => taskLabel(each.task) === name)) {
    throw new ToolError('This task is running already.');
  }
}

/** With the tasks that VS Code runs before it. */
function shownName(task: vscode.Task): string {
  return [taskLabel(task), ...taskDependencies(task)].join(', ').slice(0, MAX_NAME_CHARACTERS);
}

/** Where it runs: as the user wrote it, else the folder that it is of. */
function folderOf({ execution, scope }: vscode.Task, { session }: ToolContext): string {
  const folder = typeof scope === 'object' ? scope.uri.fsPath : (session.roots[0] ?? '');
  const isKnown = execution instanceof vscode.ProcessExecution || execution instanceof vscode.ShellExecution;
  const cwd = isKnown ? execution.options?.cwd : undefined;
  return cwd?.replaceAll(/\$\{workspaceFolder\}|\$\{workspaceRoot\}/g, () => folder) ?? folder;
}
