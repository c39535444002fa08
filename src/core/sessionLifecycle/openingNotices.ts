// Reports to the user what became of a session that was opened: notices in its transcript.
import { memoryLost, openSlow, type UserError } from '../errors.ts';
import type { Agent } from '../ports/agent.ts';
import type { Clock } from '../ports/hostPorts.ts';
import { hasPrompts } from '../session/selectors.ts';
import type { DetachReason } from './attachment.ts';
import { sessionLifecycleStrings } from './sessionLifecycleStrings.ts';
import type { SessionStore } from './sessionStore.ts';

export class OpeningNotices {
  readonly #store: SessionStore;
  readonly #clock: Clock;

  constructor(store: SessionStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The agent has the session again; it does not remember the last `forgotten` prompts. */
  reopened(key: string, agent: Agent, from: DetachReason, forgotten: number): void {
    const isTranscriptThere = this.#hasPrompts(key);
    if (from === 'transcript-lost') {
      const { resumedWithoutTranscript, transcriptRestored } = sessionLifecycleStrings;
      // An agent may be able to go on with a session without replaying it.
      this.#notice(
        key,
        'info',
        (isTranscriptThere ? transcriptRestored : resumedWithoutTranscript)(agent.label),
      );
    }
    if (forgotten > 0) {
      this.forgotPrompts(key, agent, forgotten);
    } else if (from === 'lost' && isTranscriptThere) {
      this.#notice(key, 'info', sessionLifecycleStrings.reconnected(agent.label));
    }
  }

  /** The agent has the session again, without the MCP servers with which it refused it. */
  withoutServers(key: string, agent: Agent): void {
    this.#notice(key, 'warning', sessionLifecycleStrings.loadedWithoutServers(agent.label));
  }

  /** The agent does not remember the last `count` prompts. */
  forgotPrompts(key: string, agent: Agent, count: number): void {
    this.#notice(key, 'warning', sessionLifecycleStrings.forgotPrompts(agent.label, count));
  }

  /** A new session took the place of one that nobody knows. */
  replaced(key: string, agent: Agent, error: UserError | undefined): void {
    const text =
      error === undefined
        ? sessionLifecycleStrings.replacedByNew(agent.label)
        : sessionLifecycleStrings.replacedByNewAfterError(agent.label, error.message);
    this.#notice(key, 'info', text);
  }

  /**
   * A new session of the agent goes on under the transcript that the agent has forgotten; a prompt that waits was held
   * for the user's choice.
   */
  forgotten(key: string, agent: Agent): void {
    const isPromptHeld = (this.#store.state(key)?.queue.length ?? 0) > 0;
    this.#error(key, isPromptHeld ? 'warning' : 'info', memoryLost(agent.label, isPromptHeld));
  }

  /** The session can be read but not gone on with. */
  readOnly(key: string, agent: Agent, error: UserError | undefined): void {
    const reason =
      error === undefined
        ? sessionLifecycleStrings.cannotReopen(agent.label)
        : sessionLifecycleStrings.couldNotReopen(agent.label, error.message);
    this.#store.dispatch(key, { type: 'read_only', at: this.#clock.now(), reason });
  }

  /** The agent has not opened the session for long. */
  slow(key: string, agentLabel: string): void {
    this.#error(key, 'warning', openSlow(agentLabel));
  }

  #hasPrompts(key: string): boolean {
    const state = this.#store.state(key);
    return state !== undefined && hasPrompts(state);
  }

  #error(key: string, severity: 'info' | 'warning', error: UserError): void {
    const { message: text } = error;
    this.#store.dispatch(key, { type: 'notice', at: this.#clock.now(), severity, text, error });
  }

  #notice(key: string, severity: 'info' | 'warning', text: string): void {
    this.#store.dispatch(key, { type: 'notice', at: this.#clock.now(), severity, text });
  }
}
