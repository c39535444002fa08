// The tool call that stands for a client-side request: what the rules judge and the card shows.
import { commandLineText } from '../text/commandLineText.ts';
import type { ClientRequest, CommandClientRequest, FileClientRequest } from '../ports/clientRequests.ts';
import { visiblePath } from '../paths/visiblePath.ts';
import type { ToolCallPatch } from '../session/toolCall.ts';
import { permissionStrings } from './permissionStrings.ts';

/** The call that stands for a request. `before`: the text of the file that is written, as far as it is known. */
export function clientRequestCall(
  toolCallId: string,
  request: ClientRequest,
  before?: string,
): ToolCallPatch {
  return request.use === 'command'
    ? commandCall(toolCallId, request)
    : { ...fileCall(toolCallId, request), ...diffOf(request, before) };
}

function commandCall(toolCallId: string, { command, args, env, cwd }: CommandClientRequest): ToolCallPatch {
  const hasVariables = Object.keys(env).length > 0;
  return {
    toolCallId,
    title: permissionStrings.run(commandLineText(command, args)),
    kind: 'execute',
    rawInput: { command: [command, ...args], cwd, ...(hasVariables ? { env } : {}) },
  };
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

function diffOf(
  { use, real, content }: FileClientRequest,
  before: string | undefined,
): Partial<ToolCallPatch> {
  if (use === 'read' || content === undefined) return {};
  const old = before === undefined ? {} : { oldText: before };
  return { content: [{ type: 'diff', path: real, ...old, newText: content }] };
}
