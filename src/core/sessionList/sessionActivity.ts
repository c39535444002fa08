// What a session of the list is doing, in one word.
import type { AgentStatus } from '../ports/agent.ts';
import { sessionStatus, type SessionStatus } from '../session/status/sessionStatus.ts';
import type { CatalogueEntry } from '../sessionLifecycle/sessionCatalogue.ts';
import type { UnreadSessions } from './unreadSessions.ts';

/**
 * The status of a session of the window, or: `finished`: that happened while it was not visible; `idle`: it does nothing;
 * `other-window`: it is open in another window; `stored`: it is only in the history or in its agent.
 */
export type SessionActivity =
  Exclude<SessionStatus, 'ready' | 'stopped'> | 'finished' | 'idle' | 'other-window' | 'stored';

/** Where the activity of a session is read from besides its own state. */
export interface ActivitySources {
  readonly unread: UnreadSessions;
  readonly agents: {
    existing(name: string): { readonly status: AgentStatus } | undefined;
  };
}

/** What a session is doing, or what happened in it while it was not visible. */
export function activityOf(
  { state, isOpenInOtherWindow }: Pick<CatalogueEntry, 'state' | 'isOpenInOtherWindow'>,
  { unread, agents }: ActivitySources,
): SessionActivity {
  if (state === undefined) return isOpenInOtherWindow === true ? 'other-window' : 'stored';
  const status = sessionStatus(state, agents.existing(state.agent)?.status.state);
  return status === 'ready' || status === 'stopped' ? (unread.of(state.key) ?? 'idle') : status;
}
