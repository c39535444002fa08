// What a waiting request is about, as text that is read outside of its chat; and whether the text is all of it.
import { differences, linesOf, splitLines } from '../../core/changes/lines.ts';
import { fullPath, isSameFolder } from '../../core/paths/pathContainment.ts';
import { commandText, hidesInput } from '../../core/permissions/policy/commands/commandFields.ts';
import { COMMAND_KINDS, factsOf, FILE_KINDS } from '../../core/permissions/policy/requestFacts.ts';
import { protectionStrings } from '../../core/permissions/protectionStrings.ts';
import type { SessionState } from '../../core/session/model.ts';
import type { PermissionRequest } from '../../core/session/permission/state.ts';
import type { ToolCall } from '../../core/session/toolCall/state.ts';
import { toolCallTitle } from '../../core/session/toolCall/toolCallTitle.ts';
import { visibleText } from '../../core/text/visibleText.ts';
import { shortened } from '../../core/text/wholeCharacters.ts';
import { SHELL_FAMILY } from './permissionSettings.ts';

/** A longer subject is not shown as a whole. */
const MAX_LENGTH = 6_000;

export interface WaitingSubject {
  readonly text: string;
  readonly isWhole: boolean;
}

/** A list asks again with each change in any session, and a change of a large file takes long to look at. */
const known = new WeakMap<PermissionRequest, WaitingSubject>();

/** What a request of a session is about. */
export function waitingSubject(
  state: Pick<SessionState, 'agent' | 'cwd'>,
  request: PermissionRequest,
): WaitingSubject {
  const subject = known.get(request) ?? subjectOf(state, request);
  known.set(request, subject);
  return subject;
}

/** Every line that decides: why the file is protected, the title, the command, the files, the changed lines. */
function subjectOf(
  { agent, cwd }: Pick<SessionState, 'agent' | 'cwd'>,
  { call, protectedFiles = [], isChanged }: PermissionRequest,
): WaitingSubject {
  const facts = factsOf(agent, call, SHELL_FAMILY);
  const { paths, innerPaths, commandFolders } = facts;
  const command = commandText(call);
  const isElsewhere = (path: string): boolean => !isSameFolder(path, cwd);
  const named = [...commandFolders, ...paths].filter(isElsewhere);
  const changes = call.content.flatMap((content) => (content.type === 'diff' ? [content] : []));
  const shownPaths = new Set(changes.map(({ path }) => fullPath(path, cwd)));
  const parts = [
    ...protectedFiles.map(protectionStrings.fileRunsCode),
    toolCallTitle(call),
    ...(command === undefined ? [] : [command]),
    ...named.filter((path) => !shownPaths.has(fullPath(path, cwd))),
    ...changes.map(changedLines),
  ];
  const whole = [...new Set(parts)].join('\n');
  const text = visibleText(whole.slice(0, MAX_LENGTH + 1));
  const shown = new Set([...named, ...changes.map(({ path }) => path)].map((path) => fullPath(path, cwd)));
  const isWhole =
    isChanged !== true &&
    isComplete(call, command, facts) &&
    innerPaths.filter(isElsewhere).every((path) => shown.has(fullPath(path, cwd))) &&
    text === whole &&
    text.length <= MAX_LENGTH;
  return { text: shortened(text, MAX_LENGTH), isWhole };
}

/** Whether the command, or the files with their changed lines, are all that the call says. */
function isComplete(
  call: ToolCall,
  command: string | undefined,
  { paths, hasMorePaths, hasChange, isIncomplete }: ReturnType<typeof factsOf>,
): boolean {
  if (hasMorePaths || isIncomplete) return false;
  if (command !== undefined) return COMMAND_KINDS.has(call.kind) && !hidesInput(call) && !hasChange;
  if (!FILE_KINDS.has(call.kind) || paths.length === 0) return false;
  // A change that is no diff, as a patch among the input is not, would not be in sight.
  return !hasChange || call.content.some(({ type }) => type === 'diff');
}

function changedLines({
  path,
  oldText = '',
  newText,
}: {
  readonly path: string;
  readonly oldText?: string;
  readonly newText: string;
}): string {
  const [before, after] = [splitLines(oldText), splitLines(newText)];
  const signed = (sign: string, lines: readonly string[]): readonly string[] =>
    lines.map((line) => `${sign} ${line.replace(/\r?\n$/, '')}`);
  const lines = differences(before, after).flatMap(({ from, to }) => [
    ...signed('-', linesOf(before, from)),
    ...signed('+', linesOf(after, to)),
  ]);
  return [path, ...lines].join('\n');
}
