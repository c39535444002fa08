// What the tools may do for a session, by the session's own state and its agent's rights.
import type { Agent, OwnClient } from '../../../core/ports/agent.ts';
import { commandLineText } from '../../../core/text/commandLineText.ts';
import type { AbortSignalLike } from '../../../core/base/abort.ts';
import type { Permit } from '../../../core/ports/clientRequests.ts';
import { FileAccessError, type FileAccess } from '../../../core/ports/fileAccess.ts';
import type {
  AskedCommand,
  OpenedSession,
  ServedComments,
  ServedPath,
  ServedSession,
} from '../../../core/ports/servedSession.ts';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import { permissionStrings } from '../../../core/permissions/permissionStrings.ts';
import type { PermissionOption } from '../../../core/session/permission/state.ts';
import { ownToolCallId } from '../../../core/session/toolCall/toolCallIds.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';

export interface ServedSessionOptions {
  readonly agent: Agent;
  readonly client: OwnClient;
  readonly clock: Pick<Clock, 'now'>;
  readonly store: SessionStore;
  /** The files as agents get them, so that what they change is known as theirs. */
  readonly files: FileAccess;
  /** Whether the user lets agents call a tool of VS Code's. */
  readonly offersTool: (name: string) => boolean;
  /** The user's comments on the changes of a session, by its key. */
  readonly commentsOf: (key: string) => Promise<ServedComments>;
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
  { agent, client, clock, store, files, resolve, commentsOf, offersTool }: ServedSessionOptions,
): ServedSession {
  const { roots, id } = opened;
  const state = (): ReturnType<SessionStore['state']> => {
    const sessionId = id();
    return sessionId === undefined ? undefined : store.ofAgent(agent.name, sessionId);
  };
  /** Asks as if the agent had, about what may do anything. */
  const ask = async (subject: string, rawInput: object, signal: AbortSignalLike): Promise<Permit> => {
    const sessionId = id();
    if (sessionId === undefined) throw new FileAccessError('refused', 'The session is not open yet.');
    const toolCallId = ownToolCallId(crypto.randomUUID());
    const close = (status: 'completed' | 'failed'): void => {
      client.sessionUpdate(agent, sessionId, {
        type: 'tool_call',
        at: clock.now(),
        call: { toolCallId, status },
      });
    };
    const title = permissionStrings.run(subject);
    const call = { toolCallId, title, kind: 'execute', status: 'pending', rawInput };
    const outcome = await client.requestPermission(agent, sessionId, { call, options: answers() }, signal);
    if (outcome.outcome === 'selected' && outcome.optionId === ALLOW) return { close };
    close('failed');
    throw new FileAccessError('refused', `${subject}: this was not allowed. Ask what to do instead.`);
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
    askToRun: ({ name, command, cwd, runs }, signal) =>
      // Without a command no rule about commands allows it.
      ask(
        lineOf(command) ?? name,
        command === undefined ? { task: name, cwd, runs } : { command, cwd },
        signal,
      ),
    offersTool,
    askToCall: ({ name, input }, signal) => ask(name, { tool: name, input }, signal),
    writeFiles: async (changes, signal) => {
      const sessionId = id();
      if (sessionId === undefined) throw new FileAccessError('refused', 'The session is not open yet.');
      const { SessionWrite } = await import('./sessionWrite.ts');
      const session = { agent: agent.name, id: sessionId, roots };
      const write = new SessionWrite({ agent, client, clock, files, session, resolve });
      await write.run(changes, signal);
    },
    state,
    comments: async () => {
      const key = state()?.key;
      return key === undefined ? undefined : commentsOf(key);
    },
    changedFiles: () =>
      (state()?.changes?.files ?? []).flatMap((file) => (file.state === 'deleted' ? [] : [file.path])),
  };
}

function lineOf(command: AskedCommand['command']): string | undefined {
  if (command === undefined || typeof command === 'string') return command;
  return commandLineText(command[0] ?? '', command.slice(1));
}
