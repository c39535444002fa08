// The user's tasks: which there are, and what they run as far as that is known before they do.
import * as vscode from 'vscode';
import * as z from 'zod/mini';

/** As VS Code's own list of tasks names it. */
export function taskLabel({ name, source }: vscode.Task): string {
  return source === 'Workspace' || source === '' ? name : `${source}: ${name}`;
}

/** What starts a process for a task, as it is configured: what is asked about, and compared before it runs. */
export interface TaskFacts {
  readonly task: string;
  /** As VS Code joins it, its variables not replaced. */
  readonly command?: string | readonly string[];
  readonly cwd?: string;
  readonly env?: object;
  /** A program other than the user's shell that gets the command line. */
  readonly shell?: object;
  /** Where an extension runs it. */
  readonly type?: string;
}

export function taskFacts(task: vscode.Task): TaskFacts {
  const { execution, definition } = task;
  const name = { task: taskLabel(task) };
  if (execution instanceof vscode.ProcessExecution) {
    const { cwd, env } = execution.options ?? {};
    return { ...name, command: [execution.process, ...execution.args], ...given({ cwd, env }) };
  }
  if (!(execution instanceof vscode.ShellExecution)) return { ...name, type: definition.type };
  const { cwd, env, executable, shellArgs, shellQuoting } = execution.options ?? {};
  const shell = { executable, shellArgs, shellQuoting };
  const isOther = executable !== undefined || (shellArgs?.length ?? 0) > 0;
  const line =
    execution.commandLine ??
    [execution.command, ...(execution.args ?? [])]
      .map((each) => (typeof each === 'object' ? each.value : (each ?? '')))
      .join(' ');
  return { ...name, command: line, ...given({ cwd, env }), ...(isOther ? { shell } : {}) };
}

/** The options that are set and not empty. */
function given({ cwd, env }: { cwd?: string | undefined; env?: object | undefined }): Partial<TaskFacts> {
  return {
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined || Object.keys(env).length === 0 ? {} : { env }),
  };
}

/** A word that no shell reads as more than itself. */
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/**
 * The command of a task where it is all that runs, so that rules about commands may answer for it; else undefined: with
 * other tasks, an environment or a shell of its own, and with variables, which VS Code replaces afterwards.
 */
export function taskCommand(task: vscode.Task): string | readonly string[] | undefined {
  const { execution } = task;
  const { command, cwd = '', env, shell } = taskFacts(task);
  if (command === undefined || env !== undefined || shell !== undefined) return undefined;
  // The folder of a task is where it runs unless it says otherwise.
  const texts = [command, cwd.replaceAll(/\$\{workspace(?:Folder|Root)\}/g, '')].flat();
  if (texts.some((text) => text.includes('${')) || dependenciesOf(task) !== 'none') return undefined;
  const parts =
    execution instanceof vscode.ShellExecution && execution.commandLine === undefined
      ? [execution.command, ...(execution.args ?? [])]
      : [];
  // VS Code puts them together without quotes, unless there is a blank in one.
  const isPlain = parts.every((each) => typeof each === 'string' && PLAIN_WORD.test(each));
  return isPlain ? command : undefined;
}

/** The part of tasks.json that VS Code's objects do not have. */
const configured = z.array(
  z.catch(
    z.looseObject({
      label: z.optional(z.string()),
      taskName: z.optional(z.string()),
      dependsOn: z.optional(z.union([z.string(), z.array(z.unknown()), z.looseObject({})])),
    }),
    {},
  ),
);
type Configured = z.output<typeof configured>[number];

/** All that any place of the settings has: a task of one place may run those of another. */
function configuredTasks(task: vscode.Task): readonly Configured[] {
  const folder = typeof task.scope === 'object' ? task.scope.uri : undefined;
  const found = vscode.workspace.getConfiguration('tasks', folder).inspect<unknown>('tasks');
  const places = [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue];
  // The only folder of a window is its workspace as well.
  const texts = new Set(places.flatMap((place) => (place === undefined ? [] : [JSON.stringify(place)])));
  return [...texts].flatMap((text) => configured.safeParse(JSON.parse(text)).data ?? []);
}

function nameOf({ label, taskName }: Configured): string | undefined {
  return label ?? taskName;
}

/** Whether VS Code runs other tasks before it: of entries without a name, and of a name twice, nobody knows. */
function dependenciesOf(task: vscode.Task): 'none' | 'some' | 'unknown' {
  if (taskDependencies(task).length > 0) return 'some';
  const all = configuredTasks(task);
  const isUnnamed = all.some((each) => each.dependsOn !== undefined && nameOf(each) === undefined);
  const isTwice = all.filter((each) => nameOf(each) === task.name).length > 1;
  return isUnnamed || isTwice ? 'unknown' : 'none';
}

/** The labels of the tasks that VS Code runs before this one, and before those. */
export function taskDependencies(task: vscode.Task): readonly string[] {
  const all = configuredTasks(task);
  const found = new Set<string>();
  const follow = (name: string): void => {
    for (const { dependsOn = [] } of all.filter((each) => nameOf(each) === name)) {
      for (const each of Array.isArray(dependsOn) ? dependsOn : [dependsOn]) {
        const label = typeof each === 'string' ? each : JSON.stringify(each);
        if (found.has(label)) continue;
        found.add(label);
        follow(label);
      }
    }
  };
  follow(task.name);
  return [...found];
}

/**
 * All that runs with a task: itself, and of those before it what is known. Where a dependency is of a type that has no
 * name, or an entry has none, all that the settings say of tasks.
 */
export function allThatRuns(task: vscode.Task, tasks: readonly vscode.Task[]): readonly object[] {
  const names = taskDependencies(task);
  const before = tasks.filter((each) => names.includes(each.name) || names.includes(taskLabel(each)));
  const isKnown =
    dependenciesOf(task) !== 'unknown' &&
    names.every((name) => before.some((each) => [each.name, taskLabel(each)].includes(name)));
  return [taskFacts(task), ...before.map(taskFacts), ...(isKnown ? [] : configuredTasks(task))];
}

/** Whether VS Code starts a process for it, rather than to ask an extension or to run only others. */
export function hasProcess({ execution }: vscode.Task): boolean {
  return execution instanceof vscode.ProcessExecution || execution instanceof vscode.ShellExecution;
}
