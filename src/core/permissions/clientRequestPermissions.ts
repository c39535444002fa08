// Whether an agent may do what it asks Parley for without having asked the user: by rules, answers given, or a question.
import type { AbortSignalLike } from '../ports/agent.ts';
import {
  accessCall,
  accessName,
  accessOptions,
  isOutside,
  type ClientRequest,
  type Permit,
} from '../ports/clientRequests.ts';
import { coversUse, isSameCommand, isSamePath, namesFile } from './clientRequestGrants.ts';
import { FileAccessError, type FileUse } from '../ports/fileAccess.ts';
import { DisposableStore, type Disposable } from '../base/lifecycle.ts';
import type { Answer, DecidedPermission, Permissions } from './permissionRequests.ts';
import type { Clock } from '../ports/hostPorts.ts';
import { isAllowed, type PermissionDecision } from '../session/permissionDecision.ts';
import { isRunning, toolCallById } from '../session/selectors.ts';
import { createToolCall, isFinished, type ToolCall } from '../session/toolCall.ts';
import type { SessionStore } from '../sessionLifecycle/sessionStore.ts';

/** Marks the calls that stand for accesses; no agent's id begins so. */
const OWN = 'parley:access-';

/** How an access is asked for: when it is withdrawn, and what to call when the user is asked. */
export interface Asked {
  readonly signal: AbortSignalLike;
  readonly onAsking: () => void;
}

/** A call of the running turn that was allowed. */
interface Grant {
  readonly call: ToolCall;
  readonly byUser: boolean;
}

/** A text the user made of a proposed one, which waits for the agent's write. */
interface WaitingEdit {
  readonly toolCallId: string;
  readonly path: string;
  readonly proposed: string;
  readonly text: string;
}

/** What is remembered of a session. */
interface Memory {
  /** The agent's id of the session: an answer is worth nothing in another one. */
  readonly sessionId: string | undefined;
  /** Until the turn ends. */
  grants: readonly Grant[];
  edits: readonly WaitingEdit[];
  /** Open questions about reading, by place. */
  readonly reading: Map<string, Promise<Answer>>;
  /** Places that the user has refused; until the turn ends. */
  readonly refused: Set<string>;
  /** Places that are allowed until the session ends. */
  readonly lasting: Set<string>;
  /** Whether the agent has written a file through Parley. */
  writes: boolean;
}

export interface ClientRequestPermissionsOptions {
  readonly store: SessionStore;
  readonly permissions: Permissions;
  readonly clock: Clock;
}

/**
 * Inside the session's folders an agent may do what no rule holds back. What lies outside is asked about, whatever the
 * rules allow (R78). What the user has just allowed as a permission request of the agent is not asked again.
 */
export class ClientRequestPermissions implements Disposable {
  readonly #store: SessionStore;
  readonly #permissions: Permissions;
  readonly #clock: Clock;
  readonly #memories = new Map<string, Memory>();
  readonly #owned = new DisposableStore();
  #made = 0;

  constructor({ store, permissions, clock }: ClientRequestPermissionsOptions) {
    this.#store = store;
    this.#permissions = permissions;
    this.#clock = clock;
    this.#owned.add(permissions.onDecision((decided) => this.#remember(decided)));
    this.#owned.add(
      store.onSelect(isRunning, ({ key, state }) => {
        if (!isRunning(state)) this.#turnEnded(key);
      }),
    );
    this.#owned.add(store.onListChange(() => this.#dropGone()));
  }

  /** Whether the agent of a session has written a file through Parley in it. */
  writesThrough(key: string): boolean {
    return this.#memories.get(key)?.writes === true;
  }

  /** Resolves when it may; rejects with a FileAccessError `outside`, `refused` or `cancelled`. */
  async request(key: string, access: ClientRequest, asked: Asked): Promise<Permit> {
    const memory = this.#memory(key);
    if (access.use === 'write') memory.writes = true;
    const id = `${OWN}${++this.#made}`;
    const call = createToolCall(accessCall(id, access));
    const { action, rule } = this.#permissions.judge(key, call);
    if (action === 'deny') {
      const decision: PermissionDecision = { by: 'rule', ...(rule === undefined ? {} : { rule }) };
      this.#permissions.decided(key, { ...accessCall(id, access), status: 'failed' }, decision);
      throw refused(access, rule);
    }
    const isHeldBack = isOutside(access) || (action === 'ask' && rule !== undefined);
    if (!isHeldBack || this.#isGranted(key, memory, access)) return this.#permit(key, memory, access);
    return this.#ask(key, memory, id, access, asked);
  }

  dispose(): void {
    this.#owned.dispose();
    this.#memories.clear();
  }

  /** Asks the user, once for all who want to read the same file. */
  async #ask(key: string, memory: Memory, id: string, access: ClientRequest, asked: Asked): Promise<Permit> {
    asked.onAsking();
    const place = outsidePlace(access);
    if (place === undefined) return this.#question(key, id, access, asked.signal);
    for (let open = memory.reading.get(place); open !== undefined; open = memory.reading.get(place)) {
      const { option } = await open;
      if (isAllowed({ option })) return this.#permit(key, memory, access);
      // Refused, or withdrawn by who had asked: then this one asks.
      if (option !== undefined) break;
    }
    if (memory.refused.has(place)) throw refused(access);
    return this.#outsideQuestion(key, memory, id, access, place, asked.signal);
  }

  /** An answer about a place outside the folders holds for longer than the question. */
  async #outsideQuestion(
    key: string,
    memory: Memory,
    id: string,
    access: ClientRequest,
    place: string,
    signal: AbortSignalLike,
  ): Promise<Permit> {
    const answering = this.#put(key, id, access, signal);
    // What is written is shown, so each write is a question of its own.
    if (access.use === 'read') memory.reading.set(place, answering);
    const answer = await answering;
    memory.reading.delete(place);
    if (answer.option?.kind === 'allow_always') memory.lasting.add(place);
    // So that an agent cannot ask until it gets a yes.
    if (answer.option?.kind === 'reject_once') memory.refused.add(place);
    return this.#answered(key, id, access, answer);
  }

  async #question(key: string, id: string, access: ClientRequest, signal: AbortSignalLike): Promise<Permit> {
    return this.#answered(key, id, access, await this.#put(key, id, access, signal));
  }

  async #put(key: string, id: string, access: ClientRequest, signal: AbortSignalLike): Promise<Answer> {
    const before = access.use === 'write' ? await access.before?.() : undefined;
    const asking = {
      call: accessCall(id, access, before),
      options: accessOptions(access),
      isPersonal: isOutside(access),
      canEdit: access.use === 'write',
    };
    return this.#permissions.ask(key, asking, signal);
  }

  #answered(key: string, id: string, access: ClientRequest, answer: Answer): Permit {
    const { edits = [], by, rule } = answer;
    if (!isAllowed(answer)) {
      this.#finish(key, id, 'failed');
      throw by === 'cancelled' ? withdrawn(access) : refused(access, rule);
    }
    const edited = edits[0]?.text;
    if (edited !== undefined) this.#tellEdit(key, id, 'written');
    return {
      ...(edited === undefined ? {} : { content: edited }),
      close: (status) => this.#finish(key, id, status),
    };
  }

  /** Whether the user, or inside the folders a rule, has allowed it before. */
  #isGranted(key: string, memory: Memory, access: ClientRequest): boolean {
    const place = outsidePlace(access);
    if (place !== undefined && access.use !== 'command') {
      const { real, use } = access;
      // Who may write may read.
      if (memory.lasting.has(place) || memory.lasting.has(placeOf('write', real))) return true;
      return this.#grants(key, memory).some(
        // Only who has seen where it really leads has allowed that.
        ({ call, byUser }) => byUser && coversUse(call, use) && namesFile(call, [real], this.#cwd(key)),
      );
    }
    return this.#grants(key, memory).some(({ call }) =>
      access.use === 'command'
        ? isSameCommand(call, access)
        : coversUse(call, access.use) && namesFile(call, [access.real, access.path], this.#cwd(key)),
    );
  }

  /** The allowed calls that are not done. */
  #grants(key: string, memory: Memory): readonly Grant[] {
    const state = this.#store.state(key);
    return memory.grants.filter(({ call }) => {
      const current = state === undefined ? undefined : toolCallById(state, call.toolCallId);
      return current === undefined || !isFinished(current.status);
    });
  }

  /** What the user made of the text, if they edited it as the proposal of the agent's own request. */
  #permit(key: string, memory: Memory, access: ClientRequest): Permit {
    const nothing: Permit = { close: () => undefined };
    if (access.use !== 'write' || access.content === undefined) return nothing;
    const { real, path, content } = access;
    const edit = memory.edits.find((waiting) => isSamePath(waiting.path, [real, path], this.#cwd(key)));
    if (edit === undefined) return nothing;
    memory.edits = memory.edits.filter((waiting) => waiting !== edit);
    const isAsProposed = plain(content) === plain(edit.proposed);
    this.#tellEdit(key, edit.toolCallId, isAsProposed ? 'written' : 'unused');
    return isAsProposed ? { ...nothing, content: edit.text } : nothing;
  }

  #remember({ key, call, decision, edits }: DecidedPermission): void {
    if (call.toolCallId.startsWith(OWN) || !isAllowed(decision)) return;
    const memory = this.#memory(key);
    memory.grants = [...memory.grants, { call, byUser: decision.by === 'user' }];
    const { toolCallId } = call;
    memory.edits = [...memory.edits, ...edits.map((edit) => ({ toolCallId, ...edit }))];
  }

  #turnEnded(key: string): void {
    const memory = this.#memories.get(key);
    if (memory === undefined) return;
    const { edits } = memory;
    memory.grants = [];
    memory.edits = [];
    memory.refused.clear();
    for (const { toolCallId } of edits) this.#tellEdit(key, toolCallId, 'unused');
  }

  #dropGone(): void {
    for (const key of this.#memories.keys()) {
      if (this.#store.state(key) === undefined) this.#memories.delete(key);
    }
  }

  #memory(key: string): Memory {
    const sessionId = this.#store.state(key)?.sessionId;
    const known = this.#memories.get(key);
    if (known?.sessionId === sessionId && known !== undefined) return known;
    const made: Memory = {
      sessionId,
      grants: [],
      edits: [],
      reading: new Map(),
      refused: new Set(),
      lasting: new Set(),
      writes: false,
    };
    this.#memories.set(key, made);
    return made;
  }

  #cwd(key: string): string {
    return this.#store.state(key)?.cwd ?? '';
  }

  #finish(key: string, toolCallId: string, status: 'completed' | 'failed'): void {
    this.#store.dispatch(key, { type: 'tool_call', at: this.#clock.now(), call: { toolCallId, status } });
  }

  #tellEdit(key: string, toolCallId: string, edit: 'written' | 'unused'): void {
    this.#store.dispatch(key, { type: 'proposal_edit', at: this.#clock.now(), toolCallId, edit });
  }
}

/** What an answer about a file outside the folders is remembered by; undefined for everything else. */
function outsidePlace(access: ClientRequest): string | undefined {
  return access.use !== 'command' && isOutside(access) ? placeOf(access.use, access.real) : undefined;
}

function placeOf(use: FileUse, real: string): string {
  return `${use}:${real}`;
}

/** Line ends do not count: editors have their own. */
function plain(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** What the agent is told; it names the rule that decided, else it was the user. */
function refused(access: ClientRequest, rule?: string): FileAccessError {
  const name = accessName(access);
  if (rule !== undefined) {
    return new FileAccessError(
      'refused',
      `${name}: the rules of the user do not allow this (${rule}). Ask them, or go on without it.`,
    );
  }
  if (isOutside(access)) {
    return new FileAccessError(
      'outside',
      `${name} is outside the folders of this session and the user did not allow it to be ${access.use === 'read' ? 'read' : 'written'}. Work inside the folders.`,
    );
  }
  return new FileAccessError('refused', `${name}: the user did not allow this. Ask them what to do instead.`);
}

function withdrawn(access: ClientRequest): FileAccessError {
  return new FileAccessError('cancelled', `${accessName(access)}: the request was withdrawn.`);
}
