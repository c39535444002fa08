// The user's tasks: which there are, and what they run as far as that is known before they do.
import * as vscode from 'vscode';
import * as z from 'zod/mini';

/** As VS Code's own list of tasks names it. */
export function taskLabel({ name, source }: vscode.Task): string {
  return source === 'Workspace' || source === '' ? name : `${source}: ${name}`;
}

/** The command line of a task; undefined where it is not known, or not all that runs. */
export function taskCommand(task: vscode.Task): string | readonly string[] | undefined {
  const { execution } = task;
  if (taskDependencies(task).length > 0) return undefined;
  if (execution instanceof vscode.ProcessExecution) return [execution.process, ...execution.args];
  if (!(execution instanceof vscode.ShellExecution)) return undefined;
  if (execution.commandLine !== undefined) return execution.commandLine;
  return [execution.command, ...(execution.args ?? [])].flatMap((each) => {
    if (each === undefined) return [];
    return typeof each === 'string' ? [each] : [each.value];
  });
}

/** The part of tasks.json that VS Code's objects do not have. A dependency may be of a type that has no label. */
const configured = z.array(
  z.catch(
    z.looseObject({
      label: z.optional(z.string()),
      dependsOn: z.optional(z.union([z.string(), z.array(z.unknown()), z.looseObject({})])),
    }),
    {},
  ),
);

/** The labels of the tasks that VS Code runs before this one, and before those. */
export function taskDependencies(task: vscode.Task): readonly string[] {
  const folder = typeof task.scope === 'object' ? task.scope.uri : undefined;
  const all =
    configured.safeParse(vscode.workspace.getConfiguration('tasks', folder).get('tasks')).data ?? [];
  const found = new Set<string>();
  const follow = (name: string): void => {
    const { dependsOn = [] } = all.find(({ label }) => label === name) ?? {};
    for (const each of Array.isArray(dependsOn) ? dependsOn : [dependsOn]) {
      const label = typeof each === 'string' ? each : JSON.stringify(each);
      if (found.has(label)) continue;
      found.add(label);
      follow(label);
    }
  };
  follow(task.name);
  return [...found];
}

/** Whether VS Code starts a process for it, rather than to ask an extension or to run only others. */
export function hasProcess({ execution }: vscode.Task): boolean {
  return execution instanceof vscode.ProcessExecution || execution instanceof vscode.ShellExecution;
}
