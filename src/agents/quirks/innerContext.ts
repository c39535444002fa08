// What Gemini CLI replays as messages although nobody wrote them.
import type { Update } from '../schema/updateSchema.ts';

/** The part before the user's own text in the first message of a session. */
const SESSION_CONTEXT = /^\s*<session_context>[^]*?(<\/session_context>\s*|$)/;

/** The result of a tool, replayed as a message. */
const FUNCTION_RESPONSE = /^\s*\[Function Response:/;

/** A call of a tool, replayed as a message beside the call itself. */
const FUNCTION_CALL = /^\s*\[Function Call:[^\]\n]*\]\s*$/;

/** An update of a replay without inner context; undefined when it is nothing else. */
export function withoutInnerContext(update: Update): Update | undefined {
  if (update.type !== 'message_chunk' || update.content.type !== 'text') return update;
  const { text } = update.content;
  if (update.role === 'agent' && FUNCTION_CALL.test(text)) return undefined;
  if (update.role !== 'user') return update;
  if (FUNCTION_RESPONSE.test(text)) return undefined;
  const own = text.replace(SESSION_CONTEXT, '');
  if (own === text) return update;
  return own === '' ? undefined : { ...update, content: { ...update.content, text: own } };
}
