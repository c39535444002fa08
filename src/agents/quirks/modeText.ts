// How Gemini CLI confirms a change of its mode: as a message of the agent.
import type { Update } from '../schema/updateSchema.ts';

const MODE_TEXT = /^(?:\s*\[MODE_UPDATE\] (?<mode>[\w-]+)\s*)+$/;

/** The mode that a message is nothing but the confirmation of. */
export function confirmedMode(update: Update): string | undefined {
  if (update.type !== 'message_chunk' || update.role !== 'agent' || update.content.type !== 'text')
    return undefined;
  return MODE_TEXT.exec(update.content.text)?.groups?.['mode'];
}
