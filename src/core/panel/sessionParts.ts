// A session as the messages that bring it to a webview: its end first, which is what the user sees, then what is before.
import type { SessionSnapshot } from '../sessionLifecycle/sessionStore.ts';
import type { HostMessage } from './hostMessage.ts';

/** Pages of entries in the first message: more than a screen shows. */
const PAGES_AT_ONCE = 2;

/** Pages in each message after it: for a webview to read more takes longer than a frame. */
const PAGES_IN_MESSAGE = 4;

/** The messages of one session, in the order in which they must arrive. */
export type SessionPart = Extract<HostMessage, { type: 'snapshot' | 'earlier_entries' }>;

/** Cuts a session into messages; a short one is one message. */
export function sessionParts({ state, seq }: SessionSnapshot): readonly SessionPart[] {
  const earlier = state.entries.length - PAGES_AT_ONCE;
  if (earlier <= 0) return [{ type: 'snapshot', state, seq }];
  const parts: SessionPart[] = [
    { type: 'snapshot', state: { ...state, entries: state.entries.slice(earlier) }, seq, earlier },
  ];
  for (let first = 0; first < earlier; first += PAGES_IN_MESSAGE) {
    const pages = state.entries.slice(first, Math.min(first + PAGES_IN_MESSAGE, earlier));
    parts.push({ type: 'earlier_entries', key: state.key, seq, pages });
  }
  return parts;
}
