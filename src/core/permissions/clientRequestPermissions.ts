// Whether a client-side request may go on: by the rules, by what the user has allowed before, or by a question.
import type { AbortSignalLike } from '../base/abort.ts';
import type { ClientRequest, Permit } from '../ports/clientRequests.ts';
import type { Clock } from '../ports/hostPorts.ts';
import { DisposableStore, type Disposable } from '../base/lifecycle.ts';
import { withoutUndefined } from '../base/withoutUndefined.ts';
import { isAllowed } from '../session/permission/permissionDecision.ts';
import { isRunning } from '../session/selectors.ts';
import { createToolCall, type ToolCallPatch } from '../session/toolCall/state.ts';
import { isOwnToolCall, ownToolCallId } from '../session/toolCall/toolCallIds.ts';
import type { SessionStore } from '../sessionLifecycle/sessionStore.ts';
import { clientRequestCall } from './clientRequestCall.ts';
import { refusedByRule, refusedByUser } from './clientRequestRefusals.ts';
import type { Answer } from './permissionAnswer.ts';
import type { DecidedPermission, Permissions } from './permissionRequests.ts';
import { callAsOfNow, questionAbout, type Question } from './question.ts';
import { RememberedAnswers, type EditedCall } from './rememberedAnswers.ts';

/** How a request is asked about: when it is withdrawn, and what to call when the user is asked. */
export interface Asked {
  readonly signal: AbortSignalLike;
  readonly onAsking: () => void;
}

export interface ClientRequestPermissionsOptions {
  readonly store: SessionStore;
  readonly permissions: Permissions;
  readonly clock: Clock;
  /** Makes an id that is unique in the world. */
  readonly newId: () => string;
}

const PLAIN_PERMIT: Permit = { close: () => undefined };

/**
 * Inside the session's folders an agent may do what no rule asks about or denies, but for writing protected files. The
 * user is asked about what lies outside, whatever the rules allow (R78). What the user has just allowed as a permission request of the agent is not
 * asked again.
 */
export class ClientRequestPermissions implements Disposable {
  readonly #options: ClientRequestPermissionsOptions;
  readonly #remembered = new Map<string, RememberedAnswers>();
  /** The sessions whose agent has written a file through Parley. */
  readonly #writing = new Set<string>();
  readonly #owned = new DisposableStore();

  constructor(options: ClientRequestPermissionsOptions) {
    this.#options = options;
    const { store, permissions } = options;
    this.#owned.add(permissions.onDecision((decided) => this.#record(decided)));
    this.#owned.add(
      store.onSelect(isRunning, ({ key, state }) => {
        if (!isRunning(state)) this.#endTurn(key);
      }),
    );
    this.#owned.add(store.onListChange(() => this.#forgetClosed()));
  }

  /** Whether the agent of a session has written a file through Parley in it. */
  writesThrough(key: string): boolean {
    return this.#writing.has(key);
  }

  /** Resolves when it may; rejects with a FileAccessError `outside`, `refused`, `no-permission` or `cancelled`. */
  async request(key: string, request: ClientRequest, { signal, onAsking }: Asked): Promise<Permit> {
    const remembered = this.#answersIn(key);
    if (request.use === 'write') this.#writing.add(key);
    const id = ownToolCallId(this.#options.newId());
    const verdict = this.#options.permissions.judge(key, createToolCall(clientRequestCall(id, request)));
    const { action, rule, protectedFiles = [] } = verdict;
    const isProtected = protectedFiles.length > 0;
    const question = questionAbout(key, id, request, isProtected);
    if (action === 'deny') {
      const decision = { by: 'rule', ...(rule === undefined ? {} : { rule }) } as const;
      this.#options.permissions.decided(key, { ...question.call, status: 'failed' }, decision);
      throw refusedByRule(request, rule);
    }
    const isRestricted = question.onlyUserAllows || isProtected || (action === 'ask' && rule !== undefined);
    if (!isRestricted || remembered.covers(question, this.#options.store.state(key))) {
      return this.#permit(remembered, question);
    }
    onAsking();
    return this.#ask(remembered, question, signal);
  }

  dispose(): void {
    this.#owned.dispose();
    this.#remembered.clear();
  }

  /** Asks the user, once for all requests that read the same file at the same time. */
  async #ask(remembered: RememberedAnswers, question: Question, signal: AbortSignalLike): Promise<Permit> {
    let open = remembered.openAnswer(question);
    while (open !== undefined) {
      const answer = await open;
      if (isAllowed(answer)) return this.#permit(remembered, question);
      // Where the request that asked was withdrawn, the next one asks.
      open = answer.option === undefined ? remembered.openAnswer(question) : undefined;
    }
    if (remembered.isRefused(question)) throw refusedByUser(question.request);
    const effect = await remembered.follow(question, this.#put(question, signal));
    const { key, call } = question;
    if (effect.kind === 'refused') {
      this.#finish(key, call.toolCallId, 'failed');
      throw effect.error;
    }
    const { text } = effect;
    if (text !== undefined) this.#reportEdit(key, call, 'written');
    return {
      ...(text === undefined ? {} : { content: text }),
      close: (status) => this.#finish(key, call.toolCallId, status),
    };
  }

  async #put(question: Question, signal: AbortSignalLike): Promise<Answer> {
    const { key, request, call } = question;
    const asked = { ...question, call: (await callAsOfNow(question)) ?? call };
    const proposal = request.use === 'write' ? request.proposal : undefined;
    const following = proposal?.onChange?.(() => void this.#showAsOfNow(question));
    try {
      return await this.#options.permissions.ask(key, asked, signal);
    } finally {
      following?.dispose();
    }
  }

  /** The file of an open question has changed: the user is asked anew, about what is there now. */
  async #showAsOfNow(question: Question): Promise<void> {
    const call = await callAsOfNow(question);
    if (call?.content === undefined) return;
    const { toolCallId, content } = call;
    this.#options.store.dispatch(question.key, {
      type: 'tool_call',
      at: this.#options.clock.now(),
      call: { toolCallId, content },
    });
  }

  /** The permit for what needs no question: with the user's text, if they edited it as a proposal of the agent. */
  #permit(remembered: RememberedAnswers, { key, request }: Question): Permit {
    const edit = remembered.useEdit(request, this.#options.store.state(key)?.cwd ?? '');
    if (edit === undefined) return PLAIN_PERMIT;
    const { text } = edit;
    this.#reportEdit(key, edit, text === undefined ? 'unused' : 'written');
    return text === undefined ? PLAIN_PERMIT : { ...PLAIN_PERMIT, content: text };
  }

  #record(decided: DecidedPermission): void {
    if (isOwnToolCall(decided.call) || !isAllowed(decided.decision)) return;
    this.#answersIn(decided.key).recordAllowed(decided);
  }

  #endTurn(key: string): void {
    for (const edited of this.#remembered.get(key)?.endTurn() ?? []) {
      this.#reportEdit(key, edited, 'unused');
    }
  }

  #forgetClosed(): void {
    for (const key of this.#remembered.keys()) {
      if (this.#options.store.state(key) !== undefined) continue;
      this.#remembered.delete(key);
      this.#writing.delete(key);
    }
  }

  #answersIn(key: string): RememberedAnswers {
    const sessionId = this.#options.store.state(key)?.sessionId;
    const known = this.#remembered.get(key);
    if (known !== undefined && known.sessionId === sessionId) return known;
    const made = new RememberedAnswers(sessionId);
    this.#remembered.set(key, made);
    this.#writing.delete(key);
    return made;
  }

  #finish(key: string, toolCallId: string, status: 'completed' | 'failed'): void {
    this.#options.store.dispatch(key, {
      type: 'tool_call',
      at: this.#options.clock.now(),
      call: { toolCallId, status },
    });
  }

  #reportEdit(
    key: string,
    { toolCallId, entryId }: Pick<ToolCallPatch, 'toolCallId'> & Partial<EditedCall>,
    edit: 'written' | 'unused',
  ): void {
    const at = this.#options.clock.now();
    this.#options.store.dispatch(key, {
      type: 'proposal_edit',
      at,
      toolCallId,
      ...withoutUndefined({ entryId }),
      edit,
    });
  }
}
