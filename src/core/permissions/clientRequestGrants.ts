// Whether a tool call that the user allowed is what a client-side request of the agent does.
import type { CommandClientRequest, FileClientRequest, FileUse } from '../ports/clientRequests.ts';
import { fullPath, pathStyleOf, relativePath } from '../paths/pathContainment.ts';
import {
  commandFolders,
  commandText,
  commandVariables,
  hasOnlyVariables,
} from './policy/commands/commandFields.ts';
import type { CommandLine, ShellFamily } from './policy/commands/commandLine.ts';
import { factsOf } from './policy/requestFacts.ts';
import { isSystemShell, unwrapShells } from './policy/commands/systemShells.ts';
import type { ToolCall } from '../session/toolCall/state.ts';
import { isSameText } from '../text/lineEndings.ts';
import { showsWholeCommand, shownFiles } from './shownRequest.ts';

/** Windows has no folder of its own for POSIX shells, so any folder will do. */
const WINDOWS_SHELL = /^[a-z]:\\(?:[^\\]+\\)*(?:sh|bash|zsh|dash|ksh)(?:\.exe)?$/i;

/** ACP's kinds that use files, by what they let be done with those that they name. */
const FILE_USES: Readonly<Record<FileUse, ReadonlySet<string>>> = {
  read: new Set(['read', 'edit', 'delete', 'move']),
  write: new Set(['edit', 'move']),
};

/**
 * Whether a call that the user allowed lets a file be used: one that its card shows. Outside of the session's folders it
 * does for where the path really leads, and only if it is about files (R78). `cwd` is absolute.
 */
export function coversFile(
  call: ToolCall,
  { use, real, path, isInside }: FileClientRequest,
  cwd: string,
): boolean {
  const isAbout = FILE_USES[use].has(call.kind);
  if (!isInside && !isAbout) return false;
  const { changed, all } = shownFiles(call, (one, other) => isSamePath(one, [fullPath(other, cwd)], cwd));
  const granted = isAbout || (use === 'read' && isInside) ? all : changed;
  return granted.some((shown) => isSamePath(shown, isInside ? [real, path] : [real], cwd));
}

/**
 * Whether a call that the user allowed lets a command be run: one that its card shows from its beginning to its end.
 * `sessionCwd`: the folder of a call that names none.
 */
export function coversCommand(call: ToolCall, request: CommandClientRequest, sessionCwd: string): boolean {
  return showsWholeCommand(call) && isSameCommand(call, request, sessionCwd);
}

/** Whether a call shows the whole text that a request writes, for the file that it really leads to. */
export function showsWrite(call: ToolCall, { real, content }: FileClientRequest, cwd: string): boolean {
  return (
    content !== undefined &&
    call.content.some(
      (part) =>
        part.type === 'diff' && isSamePath(part.path, [real], cwd) && isSameText(part.newText, content),
    )
  );
}

/** Whether a path, absolute or relative to `cwd`, is one of `paths`. One with `..` never is: a link may lead it elsewhere. */
export function isSamePath(named: string, paths: readonly string[], cwd: string): boolean {
  const full = fullPath(named, cwd);
  return paths.some((path) => relativePath(path, full, pathStyleOf(cwd)) === '');
}

/**
 * Whether a call that the agent asked for is this command: word for word, or the line that a shell is given in
 * `sh -lc LINE`, in the same folder and with the same variables. `sessionCwd`: the folder of a call that names none.
 */
function isSameCommand(call: ToolCall, request: CommandClientRequest, sessionCwd: string): boolean {
  const { command, args } = request;
  const asked = trimmed(commandText(call) ?? '');
  if (asked === '' || !hasOnlyVariables(call)) return false;
  if (!hasSameVariables(call, request) || !isInSameFolder(call, request, sessionCwd)) return false;
  if (shellScript(command, args) === asked) return true;
  const family: ShellFamily = pathStyleOf(request.cwd);
  const direct = wordsOf({ commands: [[command, ...args]], isPlain: true, piped: [] });
  return direct !== undefined && factsOf('', call, family).commands.some((line) => wordsOf(line) === direct);
}

/** All the variables that the user was shown and no others: one more or one less can change what a command does. */
function hasSameVariables(call: ToolCall, { env }: CommandClientRequest): boolean {
  const shown = commandVariables(call);
  const names = Object.keys(env);
  return (
    shown !== undefined &&
    Object.keys(shown).length === names.length &&
    names.every((name) => Object.hasOwn(shown, name) && shown[name] === env[name])
  );
}

function isInSameFolder(call: ToolCall, { cwd }: CommandClientRequest, sessionCwd: string): boolean {
  const folders = commandFolders(call);
  return (folders.length === 0 ? [sessionCwd] : folders).every((folder) =>
    isSamePath(folder, [cwd], sessionCwd),
  );
}

/** What a shell is given to run, when that is all the arguments say besides switches: `bash -l -c LINE`. */
function shellScript(command: string, args: readonly string[]): string | undefined {
  const isShell = isSystemShell(command) || WINDOWS_SHELL.test(command);
  const script = args.at(-1);
  const switches = args.slice(0, -1);
  if (!isShell || script === undefined || !switches.every((word) => /^-(?:l|c|lc|cl)$/.test(word)))
    return undefined;
  return switches.some((word) => word.includes('c')) ? trimmed(script) : undefined;
}

/** A line without what shells leave out at its ends: other blanks are parts of words. */
function trimmed(line: string): string {
  return line.replaceAll(/^[ \t\n]+|[ \t\n]+$/g, '');
}

/** All words of a line as one text, if it does nothing but run commands whose words are known. */
function wordsOf(line: CommandLine): string | undefined {
  const { commands, isPlain } = unwrapShells(line);
  const isKnown =
    commands.length > 0 &&
    commands.every((command) => command.inputs === undefined && command.every((word) => word !== undefined));
  return isPlain && isKnown ? JSON.stringify(commands) : undefined;
}
