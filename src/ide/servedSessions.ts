// What the tools may do for a session, by the session's own state and its agent's rights.
import type { Agent, AgentClient } from '../core/ports/agent.ts';
import { commandLineText } from '../core/text/commandLineText.ts';
import { FileAccessError } from '../core/ports/fileAccess.ts';
import type { OpenedSession, ServedPath, ServedSession } from '../core/ports/servedSession.ts';
import type { Clock } from '../core/ports/hostPorts.ts';
import { permissionStrings } from '../core/permissions/permissionStrings.ts';
import type { PermissionOption } from '../core/session/model.ts';
import type { SessionStore } from '../core/sessionLifecycle/sessionStore.ts';

export interface ServedSessionOptions {
  readonly agent: Agent;
  readonly client: Pick<AgentClient, 'requestAccess' | 'requestPermission' | 'sessionUpdate'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly store: SessionStore;
  /** Where a path leads, seen from folders. Rejects with a FileAccessError. */
  readonly resolve: (path: string, roots: readonly string[]) => Promise<ServedPath>;
}

const ALLOW = 'allow';

function answers(): readonly PermissionOption[] {
  return [
    { optionId: ALLOW, name: permissionStrings.allowOnce(), kind: 'allow_once' },
    { optionId: 'reject', name: permissionStrings.reject(), kind: 'reject_once' },
  ];
}

/** The session with the rights that its agent has over ACP, and no more. */
export function servedSession(
  opened: OpenedSession,
  { agent, client, clock, store, resolve }: ServedSessionOptions,
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
    askToRun: async ({ command, cwd }, signal) => {
      const sessionId = id();
      if (sessionId === undefined) throw new FileAccessError('refused', 'The session is not open yet.');
      const toolCallId = `parley-ide-${crypto.randomUUID()}`;
      const close = (status: 'completed' | 'failed'): void => {
        client.sessionUpdate(agent, sessionId, {
          type: 'tool_call',
          at: clock.now(),
          call: { toolCallId, status },
        });
      };
      const text =
        typeof command === 'string' ? command : commandLineText(command[0] ?? '', command.slice(1));
      const call = {
        toolCallId,
        title: permissionStrings.run(text),
        kind: 'execute',
        status: 'pending',
        rawInput: { command, cwd },
      };
      const question = { call, options: answers() };
      const outcome = await client.requestPermission(agent, sessionId, question, signal);
      if (outcome.outcome === 'selected' && outcome.optionId === ALLOW) return { close };
      close('failed');
      throw new FileAccessError('refused', `${text}: this was not allowed. Ask what to do instead.`);
    },
    state,
    changedFiles: () =>
      (state()?.changes?.files ?? []).flatMap((file) => (file.state === 'deleted' ? [] : [file.path])),
  };
}
