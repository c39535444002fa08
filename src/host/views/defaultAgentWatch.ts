// Switches chats without prompts to the agent that becomes the default.
import type { Disposable } from '../../core/base/lifecycle.ts';
import { isUnused } from '../../core/session/selectors.ts';
import type { SessionStore } from '../../core/sessionLifecycle/sessionStore.ts';
import type { Chats } from '../chat/openChats.ts';
import type { CurrentSession } from '../chat/currentSession.ts';
import type { Drafts } from '../prompt/drafts.ts';
import type { AgentSettings } from '../settings/agentSettings.ts';

export interface DefaultAgentWatchOptions {
  readonly store: SessionStore;
  readonly chats: Chats;
  readonly current: CurrentSession;
  readonly drafts: Drafts;
  readonly agentSettings: AgentSettings;
}

/** A user who adds the first agent finds it in the open chat, with the draft that was typed meanwhile. */
export function watchDefaultAgent(options: DefaultAgentWatchOptions): Disposable {
  const { store, chats, current, drafts, agentSettings } = options;
  let before = agentSettings.defaultAgent;
  return agentSettings.onChange(() => {
    const now = agentSettings.defaultAgent;
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
