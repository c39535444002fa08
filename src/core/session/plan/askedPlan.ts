// The plan that a permission request asks the user to accept.
import { isRecord } from '../../base/isRecord.ts';
import type { ToolCall } from '../toolCall/state.ts';

/** Markdown; undefined where the request is about something else. */
export function askedPlan({
  kind,
  content,
  rawInput,
}: Pick<ToolCall, 'kind' | 'content' | 'rawInput'>): string | undefined {
  const plan = isRecord(rawInput) ? rawInput['plan'] : undefined;
  if (typeof plan === 'string' && plan.trim() !== '') return plan;
  if (kind !== 'switch_mode') return undefined;
  const text = content
    .flatMap((part) => (part.type === 'content' && part.content.type === 'text' ? [part.content.text] : []))
    .join('\n\n');
  // A line alone says which mode it is.
  return text.trim().includes('\n') ? text : undefined;
}
