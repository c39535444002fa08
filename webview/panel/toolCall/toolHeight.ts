// Which tool calls are expanded at first, and a guess at how high they are then.
import type { ToolCall, ToolCallContent } from '../../../src/core/session/toolCall/state.ts';
import { ROW_HEIGHT } from '../../text/entryHeight.ts';
import { isEmptyValue } from './prettyText.ts';

/** Expanded at first: what they did matters to the user. What the others find is for the agent. */
const EXPANDED_KINDS: ReadonlySet<string> = new Set(['edit', 'delete', 'move', 'execute']);

/** Pixels: a line of code, what is around the lines of a diff or an output, and the most that their boxes show. */
const LINE_HEIGHT = 17;
const BESIDE_LINES = 37;
const MAX_LINES_HEIGHT_PX = 240;

/** Edits and commands, once there is something to see; while one is pending, the permission request shows it in full. */
export function isExpandedAtFirst({ kind, status, content, rawOutput }: ToolCall): boolean {
  if (status === 'pending') return false;
  if (content.some(({ type }) => type === 'diff' || type === 'terminal')) return true;
  return EXPANDED_KINDS.has(kind) && (content.length > 0 || !isEmptyValue(rawOutput));
}

/** A guess at the height of a call's card in pixels: without it a flood of calls draws many that are not in sight. */
export function toolHeight(call: ToolCall): number {
  if (!isExpandedAtFirst(call)) return ROW_HEIGHT;
  return call.content.reduce((height, part) => height + partHeight(part), ROW_HEIGHT);
}

function partHeight(part: ToolCallContent): number {
  switch (part.type) {
    case 'content':
      return part.content.type === 'text' ? linesHeight(part.content.text) : BESIDE_LINES;
    case 'diff':
      return linesHeight(`${part.oldText ?? ''}${part.newText}`);
    case 'terminal':
      return BESIDE_LINES;
    case 'unknown':
      return LINE_HEIGHT;
  }
}

function linesHeight(text: string): number {
  const most = MAX_LINES_HEIGHT_PX / LINE_HEIGHT;
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let place = text.indexOf('\n'); place !== -1 && lines < most; place = text.indexOf('\n', place + 1)) {
    lines++;
  }
  return BESIDE_LINES + Math.min(lines, most) * LINE_HEIGHT;
}
