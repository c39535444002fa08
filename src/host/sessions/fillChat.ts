// Gives a chat of a new window the session that it showed in the one before; loaded with the first that is filled.
import type { SessionPlace } from '../../core/sessionLifecycle/sessions.ts';
import type { Chat } from '../chat/chat.ts';
import { DEMO_AGENT, historySettings } from '../settings/settings.ts';
import type { ChatRestoreOptions } from './chatRestore.ts';

export interface Filling extends Omit<ChatRestoreOptions, 'folder' | 'log'> {
  /** Called with the key of a session that is not opened in its agent yet, before the chat shows it. */
  readonly onUnopened: (key: string) => void;
}

/** `place`: where the session is found when the history does not have it. */
export async function fillChat(
  chat: Chat,
  key: string | undefined,
  place: SessionPlace | undefined,
  filling: Filling,
): Promise<void> {
  const { store, archive, chats, current, drafts, agentSettings } = filling;
  const outcome = key === undefined ? undefined : await archive.restore(key, true);
  const isRestored = outcome === 'restored';
  if (key !== undefined) await drafts.restoreAttachments(key);
  // Somebody may have shown another session meanwhile.
  if (chat.key !== undefined) return;
  // One that another window has open by now goes on there.
  if (key === undefined || outcome === 'open-in-other-window' || chats.showing(key) !== undefined) {
    chat.show(current.newKey(chat, agentSettings.defaultAgent));
    return;
  }
  if (!isRestored && !reclaim(place, filling)) {
    const begun = current.newKey(chat, agentSettings.defaultAgent);
    drafts.move(key, begun);
    chat.show(begun);
    await explain(key, begun, filling);
    return;
  }
  filling.onUnopened(key);
  chat.show(key);
  // A session that the user deleted is stored again from the next prompt on, not because its agent loads it.
  if (!isRestored && store.state(key)?.sessionId !== undefined) await archive.delete(key);
}

/** Says in the new session why the stored one is not there. */
async function explain(key: string, begun: string, { archive, clock, store }: Filling): Promise<void> {
  const reason = archive.unreadableReason(key);
  if (reason === undefined) return;
  const { unreadableNotice } = await import('./unavailable/unavailableSession.ts');
  const text = unreadableNotice(reason);
  store.dispatch(begun, { type: 'notice', at: clock.now(), severity: 'warning', text });
}

/** Has a session that the history does not know come back from its agent; false where that is not known or gone. */
function reclaim(place: SessionPlace | undefined, { agentSettings, sessions }: Filling): boolean {
  if (place === undefined) return false;
  const isConfigured = agentSettings.agents.some(({ name }) => name === place.agent);
  if (place.agent !== DEMO_AGENT && !isConfigured) return false;
  // A user who has turned the history off wants a chat to begin empty.
  const { sessionId: _notStored, ...fresh } = place;
  sessions.reclaim(historySettings().isEnabled ? place : fresh);
  return true;
}
