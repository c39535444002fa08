// Shows in the chat that what the user types cannot be stored; loaded when that happens.
import type { Clock } from '../../core/ports/hostPorts.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { UnwrittenDraft } from './firstUnwritten.ts';
import { unwrittenStrings } from './unwrittenStrings.ts';

/** What Node puts around the words of the system: `ENOSPC: no space left on device, write`. */
const SYSTEM_ERROR = /^E[A-Z]+: ([^,]+)/;

export function reportUnwritten(
  { key, error }: UnwrittenDraft,
  store: Pick<SessionStore, 'dispatch'>,
  clock: Pick<Clock, 'now'>,
): void {
  const message = error instanceof Error ? error.message : String(error);
  const text = unwrittenStrings.draftNotSaved(SYSTEM_ERROR.exec(message)?.[1] ?? message);
  store.dispatch(key, { type: 'notice', at: clock.now(), severity: 'warning', text });
}
