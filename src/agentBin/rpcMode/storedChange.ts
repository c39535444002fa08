// What a finished edit or write did to a file, from what was stored of it: the file itself has moved on since.
import type { ToolCallContent } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { kindOf, pathOf } from './toolNames.ts';

const words = z.string().optional().catch(undefined);

/** oh-my-pi keeps the whole file before and after. */
const wholeFile = z.object({ oldText: z.string(), newText: z.string() });

/** The replacement that an edit asked for, in the words of the families. */
const replacement = z.object({
  oldText: words,
  newText: words,
  old_text: words,
  new_text: words,
  old_string: words,
  new_string: words,
});
const changeArguments = replacement.extend({
  content: words,
  edits: z.array(replacement.catch({})).optional().catch(undefined),
});

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
  const asked = changeArguments.safeParse(args);
  if (!asked.success) return [];
  const { content, edits, ...only } = asked.data;
  // What was there before a whole file was written is known to nobody any more.
  if (content !== undefined) return [{ type: 'diff', path, oldText: null, newText: content }];
  return (edits ?? [only]).flatMap((each): ToolCallContent[] => {
    const oldText = each.oldText ?? each.old_text ?? each.old_string;
    const newText = each.newText ?? each.new_text ?? each.new_string;
    if (oldText === undefined || newText === undefined) return [];
    return [{ type: 'diff', path, oldText, newText }];
  });
}
