// Makes the parts of the sessions of a window, and joins them.
import { PermissionPort } from '../permissions/permissionPort.ts';
import type { PermissionPolicy, ProposalEditors } from '../permissions/permissionRequests.ts';
import { OpenQuestionLimit } from '../permissions/openQuestionLimit.ts';
import { ElicitationPort } from '../ports/elicitationPort.ts';
import type { AgentDirectory, Checkpoints, Clock, Log } from '../ports/hostPorts.ts';
import { agentToolCall } from '../session/toolCall/toolCallIds.ts';
import { AgentSupervisor } from './agentSupervisor.ts';
import { AttachmentRegistry } from './attachmentRegistry.ts';
import { ChosenOptions, type WantedOptions } from './chosenOptions.ts';
import { EarlyUpdates } from './earlyUpdates.ts';
import { LateReplays } from './lateReplays.ts';
import { OpeningNotices } from './openingNotices.ts';
import { PromptQueue, type PromptGate } from './promptQueue.ts';
import { PromptRetries } from './promptRetries.ts';
import { PromptTurns } from './promptTurns.ts';
import { SessionAgentClient } from './sessionAgentClient.ts';
import { SessionOpening } from './sessionOpening.ts';
import { SessionAnswers } from './sessionAnswers.ts';
import { WholeForks } from '../session/branches/forkAbility.ts';
import type { SessionForks } from './handOver/sessionForks.ts';
import { SessionRequests } from './sessionRequests.ts';
import type { SessionStore } from './sessionStore.ts';

export interface SessionsOptions {
  readonly store: SessionStore;
  readonly agents: AgentDirectory;
  readonly clock: Clock;
  readonly log: Log;
  readonly gate?: PromptGate;
  readonly checkpoints?: Checkpoints;
  readonly policy?: PermissionPolicy;
  /** Where proposed texts are edited. */
  readonly proposals?: ProposalEditors;
  /** The roots of the window besides a session's own folder (R38); absolute. */
  readonly furtherRoots?: (cwd: string) => readonly string[];
  /** The folder of the window; absolute. */
  readonly windowFolder?: () => string;
  /** What the user chose last for an agent, where that is applied to new sessions. */
  readonly remembered?: (agent: string) => WantedOptions;
  /** A key no other session ever has. */
  readonly newKey: () => string;
}

/** What sessions are made of. */
export type SessionParts = ReturnType<typeof sessionParts>;

/** `open` opens a session in its agent, and is called only after this has returned. */
export function sessionParts(options: SessionsOptions, open: (key: string) => void) {
  const { agents, checkpoints, clock, gate, log, newKey, store } = options;
  const { furtherRoots = () => [], remembered = () => ({}) } = options;
  const attachments = new AttachmentRegistry();
  const earlyUpdates = new EarlyUpdates();
  const notices = new OpeningNotices(store, clock);
  const supervisor = new AgentSupervisor({ store, agents, clock, attachments, open });
  const lateReplays = new LateReplays({ store, clock, sendNext: (key) => turns.sendNext(key) });
  const queue = new PromptQueue({ store, clock, gate, newId: newKey, open });
  const hold = (key: string): void => queue.hold(key);
  const chosen = new ChosenOptions({ store, clock, attachments, remembered, hold });
  const answers = new SessionAnswers({ store, clock, log, attachments, supervisor, chosen, furtherRoots });
  const wholeForks = new WholeForks();
  const forks = async (): Promise<SessionForks> => {
    const { SessionForks } = await import('./handOver/sessionForks.ts');
    return new SessionForks({ store, clock, log, checkpoints, earlyUpdates, answers, wholeForks });
  };
  const forOpening = {
    store,
    clock,
    log,
    attachments,
    earlyUpdates,
    lateReplays,
    supervisor,
    notices,
    answers,
    hold,
  };
  const requests = new SessionRequests(forOpening);
  const opening = new SessionOpening({ ...forOpening, agents, requests });
  const retries = new PromptRetries({ store, queue, open });
  const questionLimit = new OpenQuestionLimit({ store, clock });
  const permissions = new PermissionPort(async () => {
    const { permissionParts } = await import('../permissions/permissionParts.ts');
    return permissionParts({ ...options, limit: questionLimit });
  });
  const elicitations = new ElicitationPort();
  const turns = new PromptTurns({
    store,
    clock,
    checkpoints,
    queue,
    attachments,
    supervisor,
    lateReplays,
    questions: [permissions, elicitations],
    open,
    endCommands: async (key) => {
      const { endCommands } = await import('./handOver/reopening.ts');
      await endCommands({ store, clock, attachments, answers, open }, key);
    },
  });
  const forClients = {
    store,
    log,
    clock,
    attachments,
    earlyUpdates,
    lateReplays,
    permissions,
    elicitations,
  };
  return {
    client: new SessionAgentClient({ ...forClients, named: agentToolCall }),
    ownClient: new SessionAgentClient({ ...forClients, named: (call) => call }),
    supervisor,
    queue,
    turns,
    retries,
    permissions,
    elicitations,
    questionLimit,
    attachments,
    answers,
    requests,
    forks,
    wholeForks,
    opening,
    lateReplays,
  };
}
