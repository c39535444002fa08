// A tool call as it is handed on: with what only its agent spells so, and with a title that can be read.
import { escapePattern } from '../core/text/words.ts';
import type { ToolCallPatch } from '../core/session/toolCall/state.ts';
import type { Quirks } from './quirks.ts';

/** Before a path that begins here, not in the middle of a longer one. */
const NO_PATH_BEFORE = '(?<![\\w.~/\\\\-])';

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

/** A title without the folder of the session before its files; `cwd` is absolute. */
function withoutFolder(title: string, cwd: string): string {
  const folder = cwd.replace(/[/\\]+$/, '');
  if (!title.includes(folder) || folder === '') return title;
  return title.replaceAll(
    new RegExp(`${NO_PATH_BEFORE}${escapePattern(folder)}[/\\\\](?=[^\\s/\\\\])`, 'g'),
    '',
  );
}
