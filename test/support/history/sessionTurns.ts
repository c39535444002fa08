// Sessions with words in them, for the tests of the history.
import type { SessionEvent } from '../../../src/core/session/events.ts';
import type { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import type { HistorySettings } from '../../../src/history/historyOptions.ts';

export const unlimited: HistorySettings = { isEnabled: true, maxAgeDays: 0, maxSizeMB: 0 };

/** A prompt and its whole answer. */
export function turn(prompt: string, answer: string, at = 1_000): readonly SessionEvent[] {
  return [
    { type: 'prompt_started', at, content: [{ type: 'text', text: prompt }] },
    { type: 'message_chunk', at: at + 1, role: 'agent', content: { type: 'text', text: answer } },
    { type: 'turn_ended', at: at + 2, stopReason: 'end_turn' },
  ];
}

/** Dispatches events one after the other. */
export function dispatchAll(store: SessionStore, key: string, events: readonly SessionEvent[]): void {
  for (const event of events) store.dispatch(key, event);
}
