// Switches chats without prompts to the agent that becomes the default.
import type { Disposable } from '../../core/base/lifecycle.ts';
import { isUnused } from '../../core/session/selectors.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Chats } from '../chat/openChats.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { Drafts } from '../chat/drafts.ts';
import { onSettingsChange } from '../contributions/settings.ts';
import { defaultAgent } from '../settings/settings.ts';

export interface DefaultAgentWatchOptions {
  readonly store: SessionStore;
  readonly chats: Chats;
  readonly current: CurrentSession;
  readonly drafts: Drafts;
}

/** A user who adds the first agent finds it in the open chat, with the draft that was typed meanwhile. */
export function watchDefaultAgent({ store, chats, current, drafts }: DefaultAgentWatchOptions): Disposable {
  let before = defaultAgent();
  return onSettingsChange((affects) => {
    if (!affects('agents') && !affects('defaultAgent')) return;
    const now = defaultAgent();
    if (now === before) return;
    for (const chat of chats.all) {
      const state = chat.key === undefined ? undefined : store.state(chat.key);
      if (state?.agent !== before || !isUnused(state) || state.readOnly !== undefined) continue;
      const key = current.newKey(chat, now);
      drafts.move(state.key, key);
      chat.show(key);
    }
    before = now;
  });
}
