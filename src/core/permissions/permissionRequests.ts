// Permission requests: those that wait for the user, their answers, and the rules that answer without asking.
import type { AbortSignalLike, PermissionOutcome, PermissionQuestion } from '../ports/agent.ts';
import { DisposableStore, Emitter, type Disposable, type Event } from '../base/lifecycle.ts';
import type { Verdict } from './policy/permissionPolicy.ts';
import type { Clock, Log } from '../ports/hostPorts.ts';
import { isAllowingKind, type PermissionDecision } from '../session/permissionDecision.ts';
import type { PermissionOption } from '../session/model.ts';
import { patchedToolCall } from '../session/reduce/reduceToolCall.ts';
import { toolCallTitle } from '../session/selectors.ts';
import type { ToolCall, ToolCallPatch } from '../session/toolCall.ts';
import type { SessionStore } from '../sessionLifecycle/sessionStore.ts';

/** The rules of the settings. */
export interface PermissionPolicy {
  /** The verdict on a tool call of an agent; `cwd` is the session's folder. Never throws. */
  judge(agent: string, cwd: string, call: ToolCall): Verdict;
  /** Fires when other rules hold. */
  readonly onChange: Event<void>;
}

export interface PermissionsOptions {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Without one the user is always asked. */
  readonly policy?: PermissionPolicy | undefined;
  /** Without one no proposed text can be edited. */
  readonly proposals?: ProposalEditors | undefined;
}

/** The editors in which the user changes proposed texts before they allow them. */
export interface ProposalEditors {
  /** What the user made of the texts that a request proposes: of those they changed. */
  edits(requestId: string): readonly ProposalEdit[];
}

/** A proposed text, and what the user made of it. */
export interface ProposalEdit {
  /** As the agent wrote it. */
  readonly path: string;
  readonly proposed: string;
  readonly text: string;
}

/** A request that was answered. */
export interface DecidedPermission {
  readonly key: string;
  readonly at: number;
  readonly call: ToolCall;
  readonly decision: PermissionDecision;
  /** What the user changed before they allowed it. */
  readonly edits: readonly ProposalEdit[];
}

/** A question to the user, with what else decides about it. */
export interface Asking {
  readonly call: ToolCallPatch;
  readonly options: readonly PermissionOption[];
  /** Whether no rule may allow it, only the user. */
  readonly isPersonal: boolean;
  /** Whether the proposed texts may be edited: they will be written through Parley. */
  readonly canEdit: boolean;
}

interface OpenPermission extends Omit<Asking, 'call'> {
  readonly key: string;
  readonly call: ToolCall;
  readonly answer: (answer: Answer) => void;
}

/** An answer, and who gives it. */
export interface Answer {
  readonly by: PermissionDecision['by'];
  readonly option?: PermissionOption | undefined;
  readonly rule?: string | undefined;
  readonly edits?: readonly ProposalEdit[] | undefined;
}

const CANCELLED: Answer = { by: 'cancelled' };

/** Answers each request exactly once; whoever comes second finds it gone (R60). */
export class Permissions implements Disposable {
  readonly #store: SessionStore;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #policy: PermissionPolicy | undefined;
  readonly #proposals: ProposalEditors | undefined;
  readonly #open = new Map<string, OpenPermission>();
  readonly #decided = new Emitter<DecidedPermission>();
  readonly #owned = new DisposableStore();
  #made = 0;

  /** Fires when a request was answered, by whomever. */
  readonly onDecision: Event<DecidedPermission> = this.#decided.event;

  constructor({ store, clock, log, policy, proposals }: PermissionsOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#policy = policy;
    this.#proposals = proposals;
    if (policy !== undefined) this.#owned.add(policy.onChange(() => this.#judgeAgain()));
    this.#owned.add(store.onListChange(() => this.#cancelGone()));
  }

  /** Resolves with the answer of a rule, or that of the user; with `cancelled` when `signal` aborts (R71, R73). */
  async request(
    key: string,
    question: PermissionQuestion,
    signal: AbortSignalLike,
  ): Promise<PermissionOutcome> {
    const state = this.#store.state(key);
    if (state === undefined) return { outcome: 'cancelled' };
    const { call, options, writesThroughClient } = question;
    const patched = patchedToolCall(state, call);
    const canEdit = writesThroughClient === true && patched.content.some(({ type }) => type === 'diff');
    const asking = { call, options, isPersonal: false, canEdit };
    return outcomeOf(await this.ask(key, asking, signal));
  }

  /** Resolves with the answer of a rule where there is one, else of the user. Asks synchronously (R10). */
  ask(key: string, asking: Asking, signal: AbortSignalLike): Promise<Answer> {
    const state = this.#store.state(key);
    if (state === undefined || state.turn?.cancelRequested === true || signal.aborted) {
      return Promise.resolve(CANCELLED);
    }
    const { options, canEdit } = asking;
    const call = patchedToolCall(state, asking.call);
    const verdict = this.judge(key, call);
    const given = answerOf(verdict, asking);
    if (given !== undefined) {
      this.decided(key, asking.call, decisionOf(given));
      return Promise.resolve(given);
    }
    const at = this.#clock.now();
    const requestId = `permission-${++this.#made}`;
    const rule = verdict.action === 'ask' ? verdict.rule : undefined;
    const isEditable = canEdit && this.#proposals !== undefined;
    return new Promise((resolve) => {
      this.#open.set(requestId, { ...asking, key, call, answer: resolve });
      signal.addEventListener('abort', () => this.#close(requestId, CANCELLED));
      this.#store.dispatch(key, {
        type: 'permission_requested',
        at,
        call: asking.call,
        request: {
          requestId,
          toolCallId: call.toolCallId,
          options,
          at,
          ...(rule === undefined ? {} : { rule }),
          ...(isEditable ? { canEdit: true } : {}),
        },
      });
    });
  }

  /** The verdict of the rules on a tool call of a session. */
  judge(key: string, call: ToolCall): Verdict {
    const state = this.#store.state(key);
    if (state === undefined || this.#policy === undefined) return { action: 'ask' };
    return this.#policy.judge(state.agent, state.cwd, call);
  }

  /** Shows and notes a decision about a call for which the user was not asked. */
  decided(key: string, patch: ToolCallPatch, decision: PermissionDecision): void {
    const state = this.#store.state(key);
    if (state === undefined) return;
    const call = patchedToolCall(state, patch);
    const at = this.#clock.now();
    this.#store.dispatch(key, { type: 'permission_decided', at, call: patch, decision });
    this.#note({ key, at, call, decision, edits: [] });
  }

  /** The user answers a request of a session with one of its options (R71). */
  answer(key: string, requestId: string, optionId: string): void {
    const open = this.#open.get(requestId);
    const option = open?.options.find((offered) => offered.optionId === optionId);
    if (open?.key !== key || option === undefined) return;
    const edits = open.canEdit && isAllowingKind(option.kind) ? this.#proposals?.edits(requestId) : [];
    this.#close(requestId, { by: 'user', option, edits });
  }

  /** Answers every waiting request of a session with `cancelled` (R56). */
  cancel(key: string): void {
    for (const [requestId, open] of this.#open) {
      if (open.key === key) this.#close(requestId, CANCELLED);
    }
  }

  dispose(): void {
    this.#owned.dispose();
    for (const requestId of this.#open.keys()) this.#close(requestId, CANCELLED);
    this.#decided.dispose();
  }

  /** A session may be closed outside of a turn, and its agent still waits for an answer (R5). */
  #cancelGone(): void {
    for (const { key } of this.#open.values()) {
      if (this.#store.state(key) === undefined) this.cancel(key);
    }
  }

  /** New rules hold for waiting requests too. */
  #judgeAgain(): void {
    for (const [requestId, open] of this.#open) {
      const { key, call } = open;
      const state = this.#store.state(key);
      // The agent may have told more since it asked.
      const current = state === undefined ? call : patchedToolCall(state, { toolCallId: call.toolCallId });
      const answer = answerOf(this.judge(key, current), open);
      if (answer !== undefined) this.#close(requestId, answer);
    }
  }

  #close(requestId: string, answer: Answer): void {
    const open = this.#open.get(requestId);
    if (open === undefined) return;
    this.#open.delete(requestId);
    open.answer(answer);
    const { key, call } = open;
    const at = this.#clock.now();
    const decision = decisionOf(answer);
    this.#store.dispatch(key, { type: 'permission_closed', at, requestId, decision });
    this.#note({ key, at, call, decision, edits: answer.edits ?? [] });
  }

  #note(decided: DecidedPermission): void {
    const { call, decision } = decided;
    const option = decision.option?.name ?? 'cancelled';
    this.#log.info(`Permission for “${toolCallTitle(call)}”: ${option}, by ${decision.rule ?? decision.by}`);
    this.#decided.fire(decided);
  }
}

/**
 * What a rule answers; undefined when the user is asked.
 * Allow: the only option of kind `allow_once`, never one that allows more than this request (R72). Where there are
 * several they are a choice, and where there is none the agent offers no such answer: both are the user's.
 * Deny: `reject_once`, else `reject_always`, which holds back no less, else `cancelled`, with which the agent may end
 * its turn: a denied request is never left waiting.
 */
function answerOf(
  { action, rule }: Verdict,
  { options, isPersonal }: Pick<Asking, 'options' | 'isPersonal'>,
): Answer | undefined {
  const ofKind = (kind: string): readonly PermissionOption[] =>
    options.filter((option) => option.kind === kind);
  switch (action) {
    case 'ask':
      return undefined;
    case 'allow': {
      if (isPersonal) return undefined;
      const [only, ...others] = ofKind('allow_once');
      return only === undefined || others.length > 0 ? undefined : { by: 'rule', rule, option: only };
    }
    case 'deny':
      return { by: 'rule', rule, option: ofKind('reject_once')[0] ?? ofKind('reject_always')[0] };
  }
}

function outcomeOf({ option }: Answer): PermissionOutcome {
  return option === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: option.optionId };
}

function decisionOf({ by, option, rule, edits = [] }: Answer): PermissionDecision {
  return {
    by,
    ...(option === undefined ? {} : { option: { name: option.name, kind: option.kind } }),
    ...(rule === undefined ? {} : { rule }),
    ...(edits.length === 0 ? {} : { edit: 'waiting' }),
  };
}
