// What a finished edit or write did to a file, from what was stored of it: the file itself has moved on since.
import type { ToolCallContent } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { requestedEdit } from '../conversation/editArguments.ts';
import { kindOf, pathOf } from '../conversation/toolNames.ts';

/** oh-my-pi stores the whole file before and after. */
const wholeFile = z.object({ oldText: z.string(), newText: z.string() });

/**
 * The differences that a call has made: of the whole file where that was stored, of each replaced place otherwise
 * (R67). Empty where the call changed no file, or nothing is known of how.
 */
export function storedChange(
  toolName: string,
  args: unknown,
  details: unknown,
  cwd: string,
): ToolCallContent[] {
  const path = kindOf(toolName) === 'edit' ? pathOf(args, cwd) : undefined;
  if (path === undefined) return [];
  const whole = wholeFile.safeParse(details);
  if (whole.success) return [{ type: 'diff', path, ...whole.data }];
  const { content, replacements } = requestedEdit(args);
  // Nobody knows any more what was there before a whole file was written.
  if (content !== undefined) return [{ type: 'diff', path, oldText: null, newText: content }];
  return replacements.flatMap((each): ToolCallContent[] =>
    each === undefined ? [] : [{ type: 'diff', path, oldText: each.oldText, newText: each.newText }],
  );
}
