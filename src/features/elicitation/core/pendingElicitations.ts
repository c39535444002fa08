// Elicitations: those that wait for the user, and their answers.
import type { AbortSignalLike } from '../../../core/base/abort.ts';
import type { Elicitations } from '../../../core/ports/elicitationPort.ts';
import type { ElicitationOutcome } from '../../../core/ports/agent.ts';
import { formProblems, ownValues, type PatternTest } from './elicitationForm.ts';
import { DisposableStore, type Disposable } from '../../../core/base/lifecycle.ts';
import { OpenQuestionLimit } from '../../../core/permissions/openQuestionLimit.ts';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import type { ElicitationQuestion, ElicitationValues } from '../../../core/session/elicitation/state.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';

interface PendingElicitationsOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  /** Shared with the permission requests of the sessions. */
  readonly limit?: OpenQuestionLimit;
  /** Tests patterns in bounded time; without one they are not tested. */
  readonly matches?: PatternTest | undefined;
  /** What the user has written in an editor in answer to a request, by field: it wins over what the panel sends. */
  readonly written?: ((requestId: string) => ElicitationValues) | undefined;
}

interface OpenElicitation {
  readonly key: string;
  readonly question: ElicitationQuestion;
  readonly answer: (outcome: ElicitationOutcome) => void;
}

/** A page that the user opened, and of which the agent has not said that it is done. */
interface OpenedPage {
  readonly key: string;
  /** The agent's: sessions of several agents may use the same. */
  readonly elicitationId: string;
}

const CANCELLED: ElicitationOutcome = { action: 'cancel' };

/** Answers each elicitation exactly once. */
export class PendingElicitations implements Elicitations, Disposable {
  readonly #options: PendingElicitationsOptions;
  readonly #limit: OpenQuestionLimit;
  readonly #open = new Map<string, OpenElicitation>();
  /** The requests whose pages the user opened, until the agent says they are done (R114). */
  readonly #pages = new Map<string, OpenedPage>();
  readonly #owned = new DisposableStore();
  #made = 0;

  constructor(options: PendingElicitationsOptions) {
    this.#options = options;
    const { store, limit = new OpenQuestionLimit(options) } = options;
    this.#limit = limit;
    this.#owned.add(store.onListChange(() => this.#cancelGone()));
    // The agent that asked is gone, in a turn or not.
    this.#owned.add(store.onEvent('detached', ({ key }) => this.cancel(key)));
  }

  /** Resolves with the user's answer; with `cancel` when `signal` aborts or the user stops the session (R59). */
  request(key: string, question: ElicitationQuestion, signal: AbortSignalLike): Promise<ElicitationOutcome> {
    const state = this.#options.store.state(key);
    if (state === undefined || state.turn?.cancelRequested === true || signal.aborted) {
      return Promise.resolve(CANCELLED);
    }
    if (this.#limit.isReached(key)) return Promise.resolve(CANCELLED);
    const requestId = `elicitation-${++this.#made}`;
    const at = this.#options.clock.now();
    return new Promise((resolve) => {
      this.#open.set(requestId, { key, question, answer: resolve });
      signal.addEventListener('abort', () => this.#close(requestId, CANCELLED));
      const request = { requestId, at, question, problems: {}, isOpened: false };
      this.#options.store.dispatch(key, { type: 'elicitation_requested', at, request });
    });
  }

  /** The user sends a form. With problems it stays open and shows them (R111, R113). */
  accept(key: string, requestId: string, values: ElicitationValues): void {
    const open = this.#open.get(requestId);
    if (open?.key !== key || open.question.mode !== 'form') return;
    const { fields } = open.question;
    const content = ownValues(fields, { ...values, ...this.#options.written?.(requestId) });
    const problems = formProblems(fields, content, this.#options.matches);
    if (Object.keys(problems).length === 0) this.#close(requestId, { action: 'accept', content }, true);
    else {
      const at = this.#options.clock.now();
      this.#options.store.dispatch(key, { type: 'elicitation_rejected', at, requestId, problems });
    }
  }

  /** The user agrees to open a page: consent, not completion (R113). Returns the page, or undefined. */
  consent(key: string, requestId: string): string | undefined {
    const open = this.#open.get(requestId);
    if (open?.key !== key || open.question.mode !== 'url') return undefined;
    const { url, elicitationId } = open.question;
    this.#open.delete(requestId);
    this.#pages.set(requestId, { key, elicitationId });
    open.answer({ action: 'accept' });
    this.#options.store.dispatch(key, {
      type: 'elicitation_opened',
      at: this.#options.clock.now(),
      requestId,
    });
    return url;
  }

  /** The user declines, or closes without an answer; a page that was opened is no longer waited for. */
  refuse(key: string, requestId: string, action: 'decline' | 'cancel'): void {
    if (this.#open.get(requestId)?.key === key) {
      this.#close(requestId, { action }, true);
      return;
    }
    if (this.#pages.get(requestId)?.key === key) this.#closePage(key, requestId);
  }

  /** The agent says that a page is done; an id nobody waits for means nothing (R114). */
  completed(key: string, elicitationId: string): void {
    for (const [requestId, page] of this.#pages) {
      if (page.key === key && page.elicitationId === elicitationId) this.#closePage(key, requestId);
    }
  }

  /** Answers every waiting elicitation of a session with `cancel` (R59), and waits for no page of it any more. */
  cancel(key: string): void {
    for (const [requestId, open] of this.#open) {
      if (open.key === key) this.#close(requestId, CANCELLED);
    }
    for (const [requestId, page] of this.#pages) if (page.key === key) this.#closePage(key, requestId);
  }

  dispose(): void {
    this.#owned.dispose();
    for (const requestId of this.#open.keys()) this.#close(requestId, CANCELLED);
  }

  /** A session may be closed outside of a turn, and its agent still waits for an answer (R5). */
  #cancelGone(): void {
    for (const { key } of this.#open.values()) {
      if (this.#options.store.state(key) === undefined) this.cancel(key);
    }
  }

  #closePage(key: string, requestId: string): void {
    this.#pages.delete(requestId);
    this.#options.store.dispatch(key, {
      type: 'elicitation_closed',
      at: this.#options.clock.now(),
      requestId,
    });
  }

  #close(requestId: string, outcome: ElicitationOutcome, isByUser = false): void {
    const open = this.#open.get(requestId);
    if (open === undefined) return;
    this.#open.delete(requestId);
    open.answer(outcome);
    this.#options.store.dispatch(open.key, {
      type: 'elicitation_closed',
      at: this.#options.clock.now(),
      requestId,
      ...(isByUser ? { isAnswered: true } : {}),
    });
  }
}
