// Merges neighbouring events that are many: in halves, so that long outputs are not copied once for every piece.
import { coalesce } from '../session/coalesce.ts';
import type { SessionEvent } from '../session/events.ts';

const MAX_MERGED_AT_ONCE = 8;

/** The events with neighbours merged; they add up to the same. */
export function mergeEvents(events: readonly SessionEvent[]): readonly SessionEvent[] {
  return withoutReplacedPlans(mergeInHalves(events));
}

function mergeInHalves(events: readonly SessionEvent[]): readonly SessionEvent[] {
  if (events.length <= MAX_MERGED_AT_ONCE) return coalesce(events);
  const half = events.length >> 1;
  return coalesce([...mergeInHalves(events.slice(0, half)), ...mergeInHalves(events.slice(half))]);
}

/** Agents send a plan that they write as a whole with each line of it, which would be stored as often. */
function withoutReplacedPlans(events: readonly SessionEvent[]): readonly SessionEvent[] {
  const kept: SessionEvent[] = [];
  for (const event of events) {
    const last = kept.at(-1);
    if (last?.type === 'plan_document' && event.type === 'plan_document' && last.planId === event.planId) {
      kept[kept.length - 1] = { ...last, ...event, at: last.at };
    } else if (isPlanOfSubagent(last) && isPlanOfSubagent(event) && isSameMessage(last, event)) {
      kept[kept.length - 1] = { ...event, at: last.at };
    } else {
      kept.push(event);
    }
  }
  return kept;
}

type SubagentMessage = Extract<SessionEvent, { type: 'subagent_message' }>;

function isPlanOfSubagent(event: SessionEvent | undefined): event is SubagentMessage {
  return event?.type === 'subagent_message' && event.role === 'plan';
}

function isSameMessage(one: SubagentMessage, other: SubagentMessage): boolean {
  return one.toolCallId === other.toolCallId && one.messageId === other.messageId;
}
