// Whether what an agent reports of a call, while the user is asked about it, is another thing to decide about.
import * as z from 'zod/mini';
import { isSameData } from '../base/isSameData.ts';
import { fullPath, pathStyleOf, relativePath } from '../paths/pathContainment.ts';
import { patchToolCall, type ToolCall, type ToolCallPatch } from '../session/toolCall/state.ts';
import { toolCallTitle } from '../session/toolCall/toolCallTitle.ts';
import { commandFolders, inputBesideCommand, isFolderKey } from './policy/commands/commandFields.ts';
import { factsOf } from './policy/requestFacts.ts';
import { isContentKey, isPathKey } from './policy/textPaths.ts';
import { commandOnCard, repeatsCommand } from './shownRequest.ts';

/** Kinds that work in the session's folder anyway. */
const KINDS_IN_FOLDER: ReadonlySet<string> = new Set(['execute', 'search']);

/** The first word of a title that only names the file whose change is shown. */
const WRITING = /^(?:edit|write|update|modify|change|patch|create|replace) /;

/**
 * Whether a patch makes another thing of what a call does. Agents repeat what they asked about with the session's own
 * folder, with a path they have named already, or with another title that names what the card shows. `cwd`: the
 * session's folder, absolute. `isReport`: whether the texts of the patch are what the call reports.
 */
export function changesRequest(call: ToolCall, patch: ToolCallPatch, cwd: string, isReport = false): boolean {
  const next = patchToolCall(call, patch);
  const [{ input: inputBefore, texts: textsBefore, ...before }, { input: inputAfter, texts, ...after }] = [
    decided(call, cwd),
    decided(next, cwd),
  ];
  return !(
    isSameTitle(call, next) &&
    isSameData(before, after) &&
    (isReport || isSameData(textsBefore, texts)) &&
    isSameInput(inputBefore, inputAfter, cwd, next)
  );
}

/** What a user decides about. */
function decided(call: ToolCall, cwd: string) {
  const command = commandOnCard(call);
  const { paths, mcpTool } = factsOf('', call, pathStyleOf(cwd));
  const folders = distinct(commandFolders(call), cwd).filter((folder) => folder !== '');
  const isInFolder = command !== undefined || KINDS_IN_FOLDER.has(call.kind);
  const ownPaths = new Set(isInFolder ? ['', ...folders] : []);
  const changes = call.content.flatMap((part) =>
    part.type === 'diff' ? [{ ...part, path: pathKey(part.path, cwd) }] : [],
  );
  return {
    kind: call.kind,
    name: call.name,
    mcpTool,
    command: command === undefined ? undefined : withoutBlanksBehind(command),
    folders,
    paths: distinct(paths, cwd).filter((path) => !ownPaths.has(path)),
    changes,
    texts: call.content.filter(({ type }) => type !== 'diff' && type !== 'terminal'),
    input: command === undefined ? call.rawInput : Object.fromEntries(inputBesideCommand(call)),
  };
}

/** A command without the blanks behind it. What follows a backslash is a word, and ends of here-documents count. */
function withoutBlanksBehind(command: string): string {
  let end = command.length;
  while (end > 0 && ' \t\n'.includes(command.charAt(end - 1))) end--;
  return command.charAt(end - 1) === '\\' || command.includes('<<') ? command : command.slice(0, end);
}

const fields = z.record(z.string(), z.unknown());

/**
 * Whether two inputs say the same. What only one of them names may be a path, because all paths are compared, and what
 * only the later one says may be a text of the change that is shown.
 */
function isSameInput(one: unknown, other: unknown, cwd: string, { content }: ToolCall): boolean {
  const shown = content.flatMap((part) => (part.type === 'diff' ? [part.oldText ?? '', part.newText] : []));
  const [before, after] = [fields.safeParse(one ?? {}), fields.safeParse(other ?? {})];
  if (!before.success || !after.success) return isSameData(one, other);
  const names = new Set([...Object.keys(before.data), ...Object.keys(after.data)]);
  return [...names].every((name) => {
    const [old, current] = [before.data[name] ?? undefined, after.data[name] ?? undefined];
    if (old === undefined && typeof current === 'string' && isContentKey(name))
      return shown.some((text) => text.includes(current));
    if (!isPathKey(name) && !isFolderKey(name)) return isSameData(old, current);
    if (typeof old !== 'string' || typeof current !== 'string')
      return isPathOrNone(old) && isPathOrNone(current);
    return pathKey(old, cwd) === pathKey(current, cwd);
  });
}

function isPathOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

/** Paths without those that are another spelling of one before. */
function distinct(paths: readonly string[], cwd: string): readonly string[] {
  return [...new Set(paths.map((path) => pathKey(path, cwd)))].sort();
}

/** The same for all spellings of a path that say where it is: empty for the session's folder. */
function pathKey(path: string, cwd: string): string {
  const full = fullPath(path, cwd);
  return relativePath(cwd, full, pathStyleOf(cwd)) ?? full;
}

/** Whether a title is spelled in another way only, or names nothing but what the card shows. */
function isSameTitle(before: ToolCall, after: ToolCall): boolean {
  const title = spelling(toolCallTitle(after));
  if (title === spelling(toolCallTitle(before))) return true;
  const command = commandOnCard(after);
  if (command !== undefined && repeatsCommand(toolCallTitle(after), command)) return true;
  if (title === spelling(after.name ?? after.kind)) return true;
  const changed = after.content.flatMap((part) => (part.type === 'diff' ? [part.path] : []));
  const named = title.replace(WRITING, '');
  return changed.some((path) => {
    const whole = spelling(path);
    return whole === named || whole.endsWith(`/${named}`) || whole.endsWith(`\\${named}`);
  });
}

/** A title without what is no word of it. */
function spelling(title: string): string {
  return title
    .replaceAll(/[`'"“”‘’.…:]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
