// What every request that brings a session into an agent does with the answer: attach it, set what the user chose.
import { describeError } from '../errors.ts';
import type { Agent, SessionFolders } from '../ports/agent.ts';
import type { Clock, Log } from '../ports/hostPorts.ts';
import type { SessionState } from '../session/model.ts';
import type { AgentSupervisor } from './agentSupervisor.ts';
import type { Attached } from './attachment.ts';
import type { AttachmentRegistry } from './attachmentRegistry.ts';
import type { ChosenOptions } from './chosenOptions.ts';
import type { SessionStore } from './sessionStore.ts';

export interface SessionAnswersOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly attachments: AttachmentRegistry;
  readonly supervisor: AgentSupervisor;
  readonly chosen: ChosenOptions;
  /** The roots of the window besides a session's own folder (R38); absolute. */
  readonly furtherRoots: (cwd: string) => readonly string[];
}

export class SessionAnswers {
  readonly #options: SessionAnswersOptions;

  constructor(options: SessionAnswersOptions) {
    this.#options = options;
  }

  /** The session is in the agent from now on. */
  attach(key: string, agent: Agent, sessionId: string): void {
    this.#options.attachments.attach(key, agent, sessionId);
    this.#options.supervisor.watch(agent);
  }

  /** Reports that the session can be used. */
  opened(key: string, sessionId: string): void {
    this.#options.store.dispatch(key, { type: 'opened', at: this.#options.clock.now(), sessionId });
  }

  /** The folders that the agent is given for a session. */
  folders(cwd: string): SessionFolders {
    return { cwd, additional: this.#options.furtherRoots(cwd) };
  }

  /** Whether the user chose anything that the agent must be set to. */
  hasChoices(before: SessionState): boolean {
    return Object.keys(this.#options.chosen.wanted(before)).length > 0;
  }

  /**
   * Sets what the user chose, before anything that waits is sent: until then the session counts as being opened. Resolves
   * to whether it is still attached after that.
   */
  async setOptions(before: SessionState): Promise<boolean> {
    const { attachments, chosen } = this.#options;
    const attached = attachments.attached(before.key);
    if (attached === undefined) return false;
    if (this.hasChoices(before)) await chosen.restore(before.key, attached, before);
    return attachments.attached(before.key) === attached;
  }

  /** Lets the agent free a session that nobody needs any more, where it wants to know (R32). Never rejects. */
  async close({ agent, sessionId }: Pick<Attached, 'agent' | 'sessionId'>): Promise<void> {
    try {
      await agent.sessions.close(sessionId);
    } catch (error) {
      const why = describeError(error).message;
      this.#options.log.warn(`${agent.name}: the session was not closed there: ${why}`);
    }
  }
}
