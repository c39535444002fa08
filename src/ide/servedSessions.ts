// What the tools may do for a session, by the session's own state and its agent's rights.
import type { Agent, AgentClient } from '../core/ports/agent.ts';
import { FileAccessError } from '../core/ports/fileAccess.ts';
import type { OpenedSession, ServedPath, ServedSession } from '../core/ports/servedSession.ts';
import type { SessionStore } from '../core/sessionLifecycle/sessionStore.ts';

export interface ServedSessionOptions {
  readonly agent: Agent;
  readonly client: Pick<AgentClient, 'requestAccess'>;
  readonly store: SessionStore;
  /** Where a path leads, seen from folders. Rejects with a FileAccessError. */
  readonly resolve: (path: string, roots: readonly string[]) => Promise<ServedPath>;
}

/** The session with the rights that its agent has over ACP, and no more. */
export function servedSession(
  opened: OpenedSession,
  { agent, client, store, resolve }: ServedSessionOptions,
): ServedSession {
  const { roots, id } = opened;
  const state = (): ReturnType<SessionStore['state']> => {
    const sessionId = id();
    // Others of the agent may have no id yet either.
    if (sessionId === undefined) return undefined;
    const states = store.keys().map((key) => store.state(key));
    return states.find((each) => each?.agent === agent.name && each.sessionId === sessionId);
  };
  return {
    ...opened,
    agent: agent.name,
    resolve: (path) => resolve(path, roots),
    permit: (request, signal) => {
      const sessionId = id();
      if (sessionId === undefined) throw new FileAccessError('refused', 'The session is not open yet.');
      return client.requestAccess(agent, sessionId, request, { signal, onAsking: () => undefined });
    },
    state,
    changedFiles: () =>
      (state()?.changes?.files ?? []).flatMap((file) => (file.state === 'deleted' ? [] : [file.path])),
  };
}
