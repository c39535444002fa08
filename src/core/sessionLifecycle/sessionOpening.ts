// Opens sessions in their agents: one attempt at a time for each, as a new session or by reopening an earlier one.
import { Abort } from '../base/abort.ts';
import { describeError } from '../errors.ts';
import { isRecordedKey } from '../history/recordedKey.ts';
import type { AgentDirectory, Clock } from '../ports/hostPorts.ts';
import { beginOpening, type Detached } from './attachment.ts';
import type { AgentSupervisor } from './agentSupervisor.ts';
import type { AttachmentRegistry } from './attachmentRegistry.ts';
import type { OpeningNotices } from './openingNotices.ts';
import type { SessionRequests } from './sessionRequests.ts';
import type { SessionStore } from './sessionStore.ts';

/** How long an agent may take to open a session before a notice says so. */
const SLOW_OPENING_MS = 30_000;

export interface SessionOpeningOptions {
  readonly store: SessionStore;
  readonly agents: AgentDirectory;
  readonly clock: Clock;
  readonly attachments: AttachmentRegistry;
  readonly supervisor: AgentSupervisor;
  readonly requests: SessionRequests;
  readonly notices: OpeningNotices;
}

export class SessionOpening {
  readonly #options: SessionOpeningOptions;

  constructor(options: SessionOpeningOptions) {
    this.#options = options;
  }

  /**
   * Opens the session where it is not attached to an agent; failures become entries of its transcript. No agent has a
   * session that was made of a recording: that is there to be read.
   */
  ensureOpen(key: string): Promise<void> {
    const { attachments, store } = this.#options;
    if (isRecordedKey(key)) return Promise.resolve();
    const attachment = attachments.of(key);
    if (attachment.state === 'opening') return attachment.done;
    if (attachment.state === 'attached' || store.state(key) === undefined) return Promise.resolve();
    return this.#begin(key, attachment);
  }

  /** Gives up opening a session that the agent takes long to load; it stays as it was. */
  cancel(key: string): void {
    this.#options.attachments.opening(key)?.abort.abort();
  }

  #begin(key: string, detached: Detached): Promise<void> {
    const { attachments } = this.#options;
    const abort = new Abort();
    const { promise: done, resolve } = Promise.withResolvers<void>();
    attachments.set(key, beginOpening(detached, { abort, done }));
    void this.#open(key, abort).finally(() => {
      attachments.endOpening(key, { done });
      resolve();
    });
    return done;
  }

  async #open(key: string, abort: Abort): Promise<void> {
    const { agents, attachments, clock, notices, requests, store, supervisor } = this.#options;
    const state = store.state(key);
    if (state === undefined) return;
    store.dispatch(key, { type: 'opening', at: clock.now() });
    const slow = clock.after(SLOW_OPENING_MS, () => {
      const isOpening = store.state(key)?.opening === true;
      if (isOpening) notices.slow(key, agents.agent(state.agent).label);
    });
    try {
      const agent = agents.agent(state.agent);
      await supervisor.connect(agent);
      await requests.open(agent, state, abort);
    } catch (error) {
      const at = clock.now();
      if (attachments.opening(key)?.isInterrupted === true) store.dispatch(key, { type: 'detached', at });
      else store.dispatch(key, { type: 'open_failed', at, error: describeError(error) });
    } finally {
      slow.dispose();
    }
  }
}
