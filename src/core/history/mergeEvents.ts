// Merges neighbouring events that are many: in halves, so that long outputs are not copied once for every piece.
import { coalesce } from '../session/coalesce.ts';
import type { SessionEvent } from '../session/events.ts';

const MAX_MERGED_AT_ONCE = 8;

/** The events with neighbours merged; they add up to the same. */
export function mergeEvents(events: readonly SessionEvent[]): readonly SessionEvent[] {
  if (events.length <= MAX_MERGED_AT_ONCE) return coalesce(events);
  const half = events.length >> 1;
  return coalesce([...mergeEvents(events.slice(0, half)), ...mergeEvents(events.slice(half))]);
}
