// Permission requests: those that wait for the user, their answers, and the rules that answer without asking.
import { WITHDRAWN, type AbortSignalLike } from '../base/abort.ts';
import type { PermissionOutcome, PermissionQuestion } from '../ports/agent.ts';
import { withoutUndefined } from '../base/withoutUndefined.ts';
import { DisposableStore, Emitter, type Disposable, type Event } from '../base/lifecycle.ts';
import type { Verdict } from './policy/permissionPolicy.ts';
import type { Clock, Log } from '../ports/hostPorts.ts';
import { isAllowingKind, type PermissionDecision } from '../session/permission/permissionDecision.ts';
import { askedCall, reportedCall } from '../session/toolCall/callsOfId.ts';
import { isOtherCall } from '../session/toolCall/isOtherCall.ts';
import { toolCallTitle } from '../session/toolCall/toolCallTitle.ts';
import type { AskedPermission, PermissionRequest } from '../session/permission/state.ts';
import { isFinished, patchToolCall, type ToolCall, type ToolCallPatch } from '../session/toolCall/state.ts';
import type { SessionChange, SessionEventOf, SessionStore } from '../sessionLifecycle/sessionStore.ts';
import { changesRequest } from './changedRequest.ts';
import { OpenQuestionLimit } from './openQuestionLimit.ts';
import {
  answerOf,
  CANCELLED,
  decisionOf,
  outcomeOf,
  WITHDRAWN_REQUEST,
  type Answer,
  type ProposalEdit,
  type UserQuestion,
} from './permissionAnswer.ts';

/** The rules of the settings. */
export interface PermissionPolicy {
  /** The verdict on a tool call of an agent; `cwd` is the session's folder. Never throws. */
  judge(agent: string, cwd: string, call: ToolCall): Verdict;
  /** Fires when the rules have changed. */
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
  /** Shared with the forms of the sessions. */
  readonly limit?: OpenQuestionLimit;
}

/** The editors in which the user changes proposed texts before they allow them. */
export interface ProposalEditors {
  /** What the user made of the texts that a request proposes: of those they changed. */
  edits(requestId: string): readonly ProposalEdit[];
}

/** A request that was answered. */
export interface DecidedPermission {
  readonly key: string;
  readonly at: number;
  readonly call: ToolCall;
  /** The entry of the transcript that shows the request. */
  readonly entryId: string;
  readonly decision: PermissionDecision;
  /** What the user changed before they allowed it. */
  readonly edits: readonly ProposalEdit[];
}

interface OpenPermission extends Omit<UserQuestion, 'call'> {
  /** Its number in the window, which stays the same when its request changes. */
  readonly number: number;
  readonly key: string;
  /** The same as in the session state, where the card reads it. */
  readonly request: PermissionRequest;
  readonly answer: (answer: Answer) => void;
}

/** Answers each request exactly once: a second answer finds it gone (R60). */
export class Permissions implements Disposable {
  readonly #options: PermissionsOptions;
  readonly #limit: OpenQuestionLimit;
  /** The questions of each session, by their numbers: no more than the limit allows. */
  readonly #open = new Map<string, Map<number, OpenPermission>>();
  readonly #decided = new Emitter<DecidedPermission>();
  readonly #owned = new DisposableStore();
  #made = 0;
  #changes = 0;

  /** Fires when a request was answered: by the user, by a rule, or by being withdrawn. */
  readonly onDecision: Event<DecidedPermission> = this.#decided.event;

  constructor(options: PermissionsOptions) {
    this.#options = options;
    const { store, policy, limit = new OpenQuestionLimit(options) } = options;
    this.#limit = limit;
    if (policy !== undefined) this.#owned.add(policy.onChange(() => this.#judgeAgain()));
    this.#owned.add(store.onListChange(() => this.#cancelGone()));
    this.#owned.add(store.onEvent('tool_call', (change) => this.#callReported(change)));
    // The agent that asked is gone, in a turn or not.
    this.#owned.add(store.onEvent('detached', ({ key }) => this.cancel(key)));
  }

  /** Resolves with the answer of a rule, or that of the user; with `cancelled` when `signal` aborts (R71, R73). */
  async request(
    key: string,
    question: PermissionQuestion,
    signal: AbortSignalLike,
  ): Promise<PermissionOutcome> {
    const state = this.#options.store.state(key);
    if (state === undefined) return { outcome: 'cancelled' };
    const { call, options, writesThroughClient } = question;
    const { content } = askedCall(state, call).call;
    const canEdit = writesThroughClient === true && content.some(({ type }) => type === 'diff');
    const asked = { call, options, onlyUserAllows: false, canEdit };
    return outcomeOf(await this.ask(key, asked, signal));
  }

  /** Resolves with the answer of a rule where there is one, else of the user. Asks synchronously (R10). */
  ask(key: string, question: UserQuestion, signal: AbortSignalLike): Promise<Answer> {
    const state = this.#options.store.state(key);
    if (state === undefined || state.turn?.cancelRequested === true || signal.aborted) {
      return Promise.resolve(CANCELLED);
    }
    const { options, canEdit } = question;
    const { call, entryId } = askedCall(state, question.call);
    const verdict = this.judge(key, call);
    const given = answerOf(verdict, question);
    if (given !== undefined) {
      this.decided(key, question.call, decisionOf(given));
      return Promise.resolve(given);
    }
    if (this.#limit.isReached(key)) return Promise.resolve(CANCELLED);
    const at = this.#options.clock.now();
    const number = ++this.#made;
    const isEditable = canEdit && this.#options.proposals !== undefined;
    const asked: AskedPermission = {
      requestId: `permission-${number}`,
      toolCallId: call.toolCallId,
      options,
      at,
      ...reasonsOf(verdict, question),
      ...(isEditable ? { canEdit: true } : {}),
    };
    return new Promise((resolve) => {
      this.#add({ ...question, number, key, request: { ...asked, call, entryId }, answer: resolve });
      signal.addEventListener('abort', () =>
        this.#close(key, number, signal.reason === WITHDRAWN ? WITHDRAWN_REQUEST : CANCELLED),
      );
      this.#options.store.dispatch(key, {
        type: 'permission_requested',
        at,
        call: question.call,
        request: asked,
      });
    });
  }

  /** The verdict of the rules on a tool call of a session. */
  judge(key: string, call: ToolCall): Verdict {
    const state = this.#options.store.state(key);
    if (state === undefined || this.#options.policy === undefined) return { action: 'ask' };
    return this.#options.policy.judge(state.agent, state.cwd, call);
  }

  /** Records a decision about a call for which the user was not asked. */
  decided(key: string, patch: ToolCallPatch, decision: PermissionDecision): void {
    const state = this.#options.store.state(key);
    if (state === undefined) return;
    const { call, entryId } = askedCall(state, patch);
    const at = this.#options.clock.now();
    this.#options.store.dispatch(key, { type: 'permission_decided', at, call: patch, decision });
    this.#report({ key, at, call, entryId, decision, edits: [] });
  }

  /** The user answers a request of a session with one of its options (R71). */
  answer(key: string, requestId: string, optionId: string): void {
    const open = this.#find(key, (request) => request.requestId === requestId);
    const option = open?.options.find((offered) => offered.optionId === optionId);
    if (open === undefined || option === undefined) return;
    const edits =
      open.canEdit && isAllowingKind(option.kind) ? this.#options.proposals?.edits(requestId) : [];
    this.#close(key, open.number, { by: 'user', option, edits });
  }

  /** Answers every waiting request of a session with `cancelled` (R56). */
  cancel(key: string): void {
    for (const { number } of this.#questions(key)) this.#close(key, number, CANCELLED);
  }

  dispose(): void {
    this.#owned.dispose();
    for (const key of this.#open.keys()) this.cancel(key);
    this.#decided.dispose();
  }

  #find(key: string, isWanted: (request: PermissionRequest) => boolean): OpenPermission | undefined {
    for (const open of this.#open.get(key)?.values() ?? []) if (isWanted(open.request)) return open;
    return undefined;
  }

  #questions(key: string): readonly OpenPermission[] {
    return [...(this.#open.get(key)?.values() ?? [])];
  }

  #add(question: OpenPermission): void {
    const { key, number } = question;
    const open = this.#open.get(key);
    if (open === undefined) this.#open.set(key, new Map([[number, question]]));
    else open.set(number, question);
  }

  /** A session may be closed outside of a turn, and its agent still waits for an answer (R5). */
  #cancelGone(): void {
    for (const key of this.#open.keys()) {
      if (this.#options.store.state(key) === undefined) this.cancel(key);
    }
  }

  /** Changed rules apply to waiting requests too. */
  #judgeAgain(): void {
    for (const key of this.#open.keys()) {
      for (const open of this.#questions(key)) {
        const answer = answerOf(this.judge(key, open.request.call), open);
        if (answer !== undefined) this.#close(key, open.number, answer);
      }
    }
  }

  /**
   * What the user is asked never changes under their hands: a call that became another is asked about anew, under another
   * id and by the rules. What is reported of a call that has ended is about its result, and the question stays as it is.
   */
  #callReported({ key, event, previous }: SessionChange<SessionEventOf<'tool_call'>>): void {
    const { call: patch, isAnnouncement } = event;
    const isNamed = this.#find(key, ({ toolCallId }) => toolCallId === patch.toolCallId) !== undefined;
    if (!isNamed) return;
    const reported = reportedCall(previous, patch, isAnnouncement === true)?.found;
    if (reported === undefined || (isAnnouncement === true && isOtherCall(reported.call, patch))) return;
    const { status } = patchToolCall(reported.call, patch);
    const open = this.#find(key, ({ entryId }) => entryId === reported.id);
    if (open === undefined || isFinished(status)) return;
    // What a call says while it runs is no part of what is asked.
    const isReport = status !== open.request.call.status || (patch.status ?? 'pending') !== 'pending';
    if (changesRequest(open.request.call, patch, previous.cwd, isReport)) this.#askAnew(open, patch);
  }

  #askAnew(open: OpenPermission, patch: ToolCallPatch): void {
    const { key, number, request } = open;
    const call = patchToolCall(request.call, patch);
    const verdict = this.judge(key, call);
    const at = this.#options.clock.now();
    const {
      rule: _rule,
      protectedFiles: _files,
      wordsToAllow: _words,
      call: _asked,
      entryId,
      ...rest
    } = request;
    const requestId = `permission-${number}-${++this.#changes}`;
    const asked: AskedPermission = { ...rest, ...reasonsOf(verdict, open), requestId, at, isChanged: true };
    const changed = { ...open, request: { ...asked, call, entryId } };
    this.#add(changed);
    this.#options.store.dispatch(key, {
      type: 'permission_changed',
      at,
      requestId: request.requestId,
      request: asked,
      call: patch,
    });
    const answer = answerOf(verdict, changed);
    if (answer !== undefined) this.#close(key, number, answer);
  }

  #close(key: string, number: number, answer: Answer): void {
    const open = this.#open.get(key)?.get(number);
    if (open === undefined) return;
    this.#open.get(key)?.delete(number);
    if (this.#open.get(key)?.size === 0) this.#open.delete(key);
    open.answer(answer);
    const { call, entryId, requestId, protectedFiles } = open.request;
    const at = this.#options.clock.now();
    const decision = { ...decisionOf(answer), ...withoutUndefined({ protectedFiles }) };
    this.#options.store.dispatch(key, { type: 'permission_closed', at, requestId, decision });
    this.#report({ key, at, call, entryId, decision, edits: answer.edits ?? [] });
  }

  #report(decided: DecidedPermission): void {
    const { call, decision } = decided;
    const option = decision.option?.name ?? 'cancelled';
    this.#options.log.info(
      `Permission for “${toolCallTitle(call)}”: ${option}, by ${decision.rule ?? decision.by}`,
    );
    this.#decided.fire(decided);
  }
}

/** Why the user is asked, and what would spare them the question. */
function reasonsOf(
  { action, rule, protectedFiles, ruleToAdd }: Verdict,
  question: Pick<UserQuestion, 'options' | 'onlyUserAllows'>,
): Pick<AskedPermission, 'rule' | 'protectedFiles' | 'wordsToAllow'> {
  const isAllowable = answerOf({ action: 'allow' }, question) !== undefined;
  return withoutUndefined({
    rule: action === 'ask' ? rule : undefined,
    protectedFiles,
    wordsToAllow: isAllowable ? ruleToAdd?.words : undefined,
  });
}
