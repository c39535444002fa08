// A tool call as it is handed on: with what only its agent spells so, and with a title that can be read.
import type { ToolCallPatch } from '../core/session/toolCall/state.ts';
import type { Quirks } from './quirks.ts';
import { withoutFolder } from './shownPaths.ts';

/** `cwd`: the folder of the session, absolute; undefined where it is not known. */
export function readCall(
  call: ToolCallPatch,
  cwd: string | undefined,
  { readCall: own }: Quirks,
): ToolCallPatch {
  const read = own?.(call, cwd) ?? call;
  const { title } = read;
  return title === undefined || cwd === undefined ? read : { ...read, title: withoutFolder(title, cwd) };
}
