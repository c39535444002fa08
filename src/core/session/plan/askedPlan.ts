// The plan that a permission request asks the user to accept.
import { isRecord } from '../../base/isRecord.ts';
import type { ToolCall } from '../toolCall/state.ts';

/** Markdown; undefined where the request is about something else. */
export function askedPlan({
  kind,
  content,
  rawInput,
}: Pick<ToolCall, 'kind' | 'content' | 'rawInput'>): string | undefined {
  const plan = planInInput(rawInput);
  if (plan !== undefined || kind !== 'switch_mode') return plan;
  const text = textOf(content);
  // A line alone says which mode it is.
  return text.trim().includes('\n') ? text : undefined;
}

/** The plan that a call has in its input alone; undefined where its content says it too. */
export function planOnlyInInput({
  content,
  rawInput,
}: Pick<ToolCall, 'content' | 'rawInput'>): string | undefined {
  const plan = planInInput(rawInput);
  return plan === undefined || textOf(content).includes(plan.trim()) ? undefined : plan;
}

function planInInput(rawInput: unknown): string | undefined {
  const plan = isRecord(rawInput) ? rawInput['plan'] : undefined;
  return typeof plan === 'string' && plan.trim() !== '' ? plan : undefined;
}

function textOf(content: ToolCall['content']): string {
  return content
    .flatMap((part) => (part.type === 'content' && part.content.type === 'text' ? [part.content.text] : []))
    .join('\n\n');
}
