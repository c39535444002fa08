// Merges neighbouring events of one frame without changing what they add up to: reduce(coalesce(xs)) = reduce(xs).
import type { SessionEvent } from './events.ts';
import { joinPieces } from './terminal/state.ts';
import { mergePatches } from './toolCall/state.ts';

/** The events with neighbouring text chunks of one message, patches of one tool call, and output of one terminal merged. */
export function coalesce(events: readonly SessionEvent[]): readonly SessionEvent[] {
  const merged: SessionEvent[] = [];
  for (const event of events) {
    const last = merged.at(-1);
    const both = last === undefined ? undefined : merge(last, event);
    if (both === undefined) merged.push(event);
    else merged[merged.length - 1] = both;
  }
  return merged;
}

function merge(first: SessionEvent, second: SessionEvent): SessionEvent | undefined {
  const chunks = mergeChunks(first, second);
  if (chunks !== undefined) return chunks;
  if (
    first.type === 'tool_call' &&
    second.type === 'tool_call' &&
    // It may be of a new call, which what a call is about decides where its id comes again.
    second.isAnnouncement !== true &&
    (first.isAnnouncement !== true || second.call.rawInput === undefined) &&
    first.call.toolCallId === second.call.toolCallId
  ) {
    return { ...first, call: mergePatches(first.call, second.call) };
  }
  if (
    first.type === 'subagent_message' &&
    second.type === 'subagent_message' &&
    first.toolCallId === second.toolCallId &&
    first.messageId === second.messageId &&
    first.role !== 'plan' &&
    second.role !== 'plan' &&
    first.content.type === 'text' &&
    second.content.type === 'text'
  ) {
    return { ...first, content: { type: 'text', text: first.content.text + second.content.text } };
  }
  if (
    first.type === 'terminal_output' &&
    second.type === 'terminal_output' &&
    first.terminalId === second.terminalId
  ) {
    return { ...first, ...joinPieces(first, second) };
  }
  return undefined;
}

type MessageChunk = Extract<SessionEvent, { type: 'message_chunk' }>;

/**
 * Two neighbouring text chunks as one; undefined where they are not text chunks, or would add up to something else. User chunks stay
 * apart, because each is compared with the prompt on its own; an empty one starts no message.
 */
export function mergeChunks(first: SessionEvent, second: SessionEvent): MessageChunk | undefined {
  if (first.type !== 'message_chunk' || second.type !== 'message_chunk') return undefined;
  const mergeable =
    first.role === second.role && first.role !== 'user' && first.messageId === second.messageId;
  if (!mergeable || first.content.type !== 'text' || second.content.type !== 'text') return undefined;
  if (first.content.text === '') return second;
  return { ...first, content: { type: 'text', text: first.content.text + second.content.text } };
}
