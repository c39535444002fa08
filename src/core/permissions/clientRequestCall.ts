// The tool call that stands for a client-side request: what the rules judge and the card shows.
import { commandLineText } from '../text/commandLineText.ts';
import type {
  ClientRequest,
  CommandClientRequest,
  FileClientRequest,
  ProposedTexts,
} from '../ports/clientRequests.ts';
import { visiblePath } from '../paths/visiblePath.ts';
import type { ToolCallContent, ToolCallPatch } from '../session/toolCall/state.ts';
import { permissionStrings } from './permissionStrings.ts';

/** The call that stands for a request. */
export function clientRequestCall(toolCallId: string, request: ClientRequest): ToolCallPatch {
  if (request.use === 'command') return commandCall(toolCallId, request);
  const { use, content } = request;
  const call = fileCall(toolCallId, request);
  return use === 'read' || content === undefined
    ? call
    : { ...call, content: proposedDiff(request, { before: undefined, content }) };
}

/** What the call of a write shows: the text that is written, beside the one it replaces. */
export function proposedDiff(
  { real }: FileClientRequest,
  { before, content }: ProposedTexts,
): readonly ToolCallContent[] {
  const old = before === undefined ? {} : { oldText: before };
  return [{ type: 'diff', path: real, ...old, newText: content }];
}

function commandCall(toolCallId: string, request: CommandClientRequest): ToolCallPatch {
  const { command, args, line, env, cwd } = request;
  const hasVariables = Object.keys(env).length > 0;
  return {
    toolCallId,
    title: permissionStrings.run(commandOf(request)),
    kind: 'execute',
    rawInput: { command: line ?? [command, ...args], cwd, ...(hasVariables ? { env } : {}) },
  };
}

/** What a command runs, on one line. */
export function commandOf({ command, args, line }: CommandClientRequest): string {
  return line ?? commandLineText(command, args);
}

function fileCall(toolCallId: string, request: FileClientRequest): ToolCallPatch {
  const { use, path, real } = request;
  return {
    toolCallId,
    title: titleOf(request),
    kind: use === 'read' ? 'read' : 'edit',
    // Where a link stands for the file, rules may name either.
    locations: [...new Set([real, path])].map((named) => ({ path: named })),
  };
}

function titleOf({ use, real, isInside }: FileClientRequest): string {
  const path = visiblePath(real);
  if (use === 'read') return isInside ? permissionStrings.read(path) : permissionStrings.readOutside(path);
  return isInside ? permissionStrings.write(path) : permissionStrings.writeOutside(path);
}
