// What the tools of RPC-mode CLIs do, derived from their names and arguments: kind, title, locations.
import { homedir } from 'node:os';
import { isAbsolute, relative, resolve } from 'node:path';
import type { ToolCallLocation, ToolKind } from '@agentclientprotocol/sdk';
import * as z from 'zod';

const KINDS: Readonly<Record<string, ToolKind>> = {
  read: 'read',
  view: 'read',
  cat: 'read',
  read_file: 'read',
  inspect_image: 'read',
  ls: 'search',
  list: 'search',
  find: 'search',
  glob: 'search',
  grep: 'search',
  search: 'search',
  ast_grep: 'search',
  lsp: 'search',
  web_search: 'fetch',
  fetch: 'fetch',
  web_fetch: 'fetch',
  browser: 'fetch',
  edit: 'edit',
  write: 'edit',
  write_file: 'edit',
  create: 'edit',
  patch: 'edit',
  apply_patch: 'edit',
  multi_edit: 'edit',
  ast_edit: 'edit',
  notebook: 'edit',
  delete: 'delete',
  remove: 'delete',
  move: 'move',
  rename: 'move',
  bash: 'execute',
  shell: 'execute',
  powershell: 'execute',
  exec: 'execute',
  eval: 'execute',
  python: 'execute',
  ssh: 'execute',
  think: 'think',
  plan: 'think',
  // A task is another agent's thinking; the list of todos is shown as the plan.
  task: 'think',
  todo: 'other',
  todo_write: 'other',
  todowrite: 'other',
};

/** The kind of a tool; `other` for an unknown name. */
export function kindOf(toolName: string): ToolKind {
  return KINDS[toolName.toLowerCase()] ?? 'other';
}

/** Whether a tool changes the todo list. */
export function isTodoTool(toolName: string): boolean {
  return /^todo/i.test(toolName);
}

const text = z.string().min(1).optional().catch(undefined);
const line = z.int().min(1).optional().catch(undefined);

/** The arguments that say what a call is about, whatever the tool. */
const subjectArguments = z
  .object({
    path: text,
    file_path: text,
    filePath: text,
    command: text,
    code: text,
    pattern: text,
    query: text,
    url: text,
    title: text,
    offset: line,
    line,
  })
  .catch({});

/** The absolute path that a call names; undefined where it names none, or something that is no file. */
export function pathOf(args: unknown, cwd: string): string | undefined {
  const { path, file_path, filePath } = subjectArguments.parse(args);
  const named = path ?? file_path ?? filePath;
  return named === undefined || /^[a-z][\w+.-]+:\/\//i.test(named) ? undefined : pathFrom(cwd, named);
}

/** The path that a user or a model means: from the folder, or from the home folder as in a shell. */
export function pathFrom(cwd: string, named: string): string {
  // Models copy the sign with which a user mentions a file.
  const path = /^@(?=~|\/|[a-z]:[\\/])/i.test(named) ? named.slice(1) : named;
  const home = /^~(?:$|[\\/]+)/.exec(path);
  if (home !== null) return resolve(homedir(), path.slice(home[0].length));
  return isAbsolute(path) ? path : resolve(cwd, path);
}

/** The files of a call, for following along. A search names a folder, which is no file to open. */
export function locationsOf(toolName: string, args: unknown, cwd: string): ToolCallLocation[] {
  const kind = kindOf(toolName);
  const path = kind === 'read' || kind === 'edit' || kind === 'delete' ? pathOf(args, cwd) : undefined;
  if (path === undefined) return [];
  const { offset, line: at } = subjectArguments.parse(args);
  const first = at ?? offset;
  return [{ path, ...(first === undefined ? {} : { line: first }) }];
}

/** One line that says what a call does. */
export function titleOf(toolName: string, args: unknown, cwd: string): string {
  const { command, code, pattern, query, url, title } = subjectArguments.parse(args);
  const path = pathOf(args, cwd);
  const kind = kindOf(toolName);
  const name = `${toolName.slice(0, 1).toUpperCase()}${toolName.slice(1).replaceAll('_', ' ')}`;
  if (kind === 'execute') return firstLine(title ?? command ?? code ?? name);
  if (kind === 'search') return firstLine(`${name} ${pattern ?? query ?? shown(path, cwd)}`);
  if (kind === 'fetch') return firstLine(`${name} ${url ?? query ?? ''}`);
  return firstLine(`${name} ${path === undefined ? (title ?? '') : shown(path, cwd)}`);
}

/** A path as a user reads it: from the folder of the session where it lies inside. */
function shown(path: string | undefined, cwd: string): string {
  if (path === undefined) return '';
  const inside = relative(cwd, path);
  if (inside === '') return '.';
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside;
}

const MAX_TITLE_CHARACTERS = 200;

function firstLine(text: string): string {
  const [first = ''] = text.trim().split('\n', 1);
  return first.length > MAX_TITLE_CHARACTERS
    ? `${first.slice(0, MAX_TITLE_CHARACTERS - 1)}…`
    : first.trimEnd();
}
