// What agents and Parley's own tools call: updates, permission requests, client-side requests and elicitations.
import type { AbortSignalLike } from '../base/abort.ts';
import { DroppedInput } from '../base/droppedInputLog.ts';
import type { Elicitations } from '../ports/elicitationPort.ts';
import type { PermissionPort } from '../permissions/permissionPort.ts';
import type {
  Agent,
  AgentClient,
  ElicitationOutcome,
  PermissionOutcome,
  PermissionQuestion,
} from '../ports/agent.ts';
import type { ClientRequest, Permit } from '../ports/clientRequests.ts';
import { FileAccessError } from '../ports/fileAccess.ts';
import type { Clock, Log } from '../ports/hostPorts.ts';
import type { ElicitationQuestion } from '../session/elicitation/state.ts';
import type { UpdateEvent } from '../session/events.ts';
import type { ToolCallPatch } from '../session/toolCall/state.ts';
import type { AttachmentRegistry } from './attachmentRegistry.ts';
import type { EarlyUpdates } from './earlyUpdates.ts';
import type { LateReplays } from './lateReplays.ts';
import type { SessionStore } from './sessionStore.ts';

export interface SessionAgentClientOptions {
  readonly store: SessionStore;
  readonly log: Log;
  readonly clock: Clock;
  readonly attachments: AttachmentRegistry;
  readonly earlyUpdates: EarlyUpdates;
  readonly lateReplays: LateReplays;
  readonly permissions: PermissionPort;
  readonly elicitations: Elicitations;
  /** A tool call with the id that it has in the session: those of agents must not be like Parley's own. */
  readonly named: (call: ToolCallPatch) => ToolCallPatch;
}

export class SessionAgentClient implements AgentClient {
  readonly #options: SessionAgentClientOptions;
  readonly #dropped = new DroppedInput();

  constructor(options: SessionAgentClientOptions) {
    this.#options = options;
  }

  sessionUpdate(agent: Agent, sessionId: string, reported: UpdateEvent): void {
    const { attachments, earlyUpdates, lateReplays, log, named, store } = this.#options;
    const event = reported.type === 'tool_call' ? { ...reported, call: named(reported.call) } : reported;
    const key = attachments.keyOf(agent, sessionId);
    if (key !== undefined) {
      if (!lateReplays.hold(key, event)) store.dispatch(key, event);
    } else if (!earlyUpdates.hold(agent, sessionId, event)) {
      // An agent may go on for long after its session was closed.
      this.#dropped.count(`${agent.name} ${sessionId}`, (number) => {
        log.warn(`${agent.name}: update ${number} for unknown session ${sessionId} ignored`);
      });
    }
  }

  /** In a turn it is known that the agent works, unless it was silent. */
  requestReceived(agent: Agent, sessionId: string): void {
    const { clock, store } = this.#options;
    const key = this.#keyOf(agent, sessionId);
    const turn = key === undefined ? undefined : store.state(key)?.turn;
    if (key === undefined || (turn !== undefined && turn.isSilent !== true)) return;
    store.dispatch(key, { type: 'request_received', at: clock.now() });
  }

  requestPermission(
    agent: Agent,
    sessionId: string,
    question: PermissionQuestion,
    signal: AbortSignalLike,
  ): Promise<PermissionOutcome> {
    const { log, named, permissions } = this.#options;
    const key = this.#keyOf(agent, sessionId);
    if (key === undefined) {
      log.warn(`${agent.name}: a question for unknown session ${sessionId} cancelled`);
      return Promise.resolve({ outcome: 'cancelled' });
    }
    return permissions.request(key, { ...question, call: named(question.call) }, signal);
  }

  async requestAccess(
    agent: Agent,
    sessionId: string,
    access: ClientRequest,
    asked: Parameters<AgentClient['requestAccess']>[3],
  ): Promise<Permit> {
    const { permissions } = this.#options;
    const key = this.#keyOf(agent, sessionId);
    if (key === undefined) throw new FileAccessError('refused', 'The session was closed.');
    return permissions.requestAccess(key, access, asked);
  }

  requestElicitation(
    agent: Agent,
    sessionId: string | undefined,
    question: ElicitationQuestion,
    signal: AbortSignalLike,
  ): Promise<ElicitationOutcome> {
    const { elicitations, store } = this.#options;
    // A question outside any session is asked in the agent's newest one (R115).
    const key =
      sessionId === undefined
        ? store.keys().findLast((each) => store.state(each)?.agent === agent.name)
        : this.#keyOf(agent, sessionId);
    if (key === undefined) return Promise.resolve({ action: 'cancel' });
    return elicitations.request(key, question, signal);
  }

  /** The session of an agent, also one that its process is not known to have opened yet: it may already ask there. */
  #keyOf(agent: Agent, sessionId: string): string | undefined {
    const { attachments, store } = this.#options;
    const isMeant = (key: string): boolean => {
      const state = store.state(key);
      return state?.agent === agent.name && state.sessionId === sessionId;
    };
    return attachments.keyOf(agent, sessionId) ?? store.keys().find(isMeant);
  }

  elicitationCompleted(agent: Agent, elicitationId: string): void {
    const { elicitations, store } = this.#options;
    for (const key of store.keys()) {
      if (store.state(key)?.agent === agent.name) elicitations.completed(key, elicitationId);
    }
  }
}
