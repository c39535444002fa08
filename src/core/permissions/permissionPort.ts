// Passes the requests of agents on to what judges and asks about them. It is loaded at activation, so it is small.
import { loadOnce } from '../base/loadOnce.ts';
import { Emitter, type Disposable, type Event } from '../base/lifecycle.ts';
import type { AbortSignalLike } from '../base/abort.ts';
import type { AgentClient, PermissionOutcome, PermissionQuestion } from '../ports/agent.ts';
import type { ClientRequest, Permit } from '../ports/clientRequests.ts';
import type { PermissionParts } from './permissionParts.ts';
import type { DecidedPermission } from './permissionRequests.ts';

export class PermissionPort implements Disposable {
  readonly #decided = new Emitter<DecidedPermission>();
  #parts: PermissionParts | undefined;
  #isDisposed = false;

  /** To be called when an agent starts: once it is loaded, requests take effect in the order of the calls (R10). */
  readonly load: () => Promise<PermissionParts>;

  /** Fires when a request was answered: by the user, by a rule, or by being withdrawn. */
  readonly onDecision: Event<DecidedPermission> = this.#decided.event;

  constructor(load: () => Promise<PermissionParts>) {
    this.load = loadOnce(async () => this.use(await load()));
  }

  use(parts: PermissionParts): PermissionParts {
    this.#parts = parts;
    parts.permissions.onDecision((decided) => this.#decided.fire(decided));
    if (this.#isDisposed) parts.dispose();
    return parts;
  }

  /** Resolves with the answer of a rule, or that of the user; with `cancelled` when `signal` aborts (R71, R73). */
  async request(
    key: string,
    question: PermissionQuestion,
    signal: AbortSignalLike,
  ): Promise<PermissionOutcome> {
    const { permissions, clientRequests } = this.#parts ?? (await this.load());
    const writesThroughClient = question.writesThroughClient === true || clientRequests.writesThrough(key);
    return permissions.request(key, { ...question, writesThroughClient }, signal);
  }

  /** Resolves when it may; rejects with a FileAccessError. */
  async requestAccess(
    key: string,
    request: ClientRequest,
    asked: Parameters<AgentClient['requestAccess']>[3],
  ): Promise<Permit> {
    const { clientRequests } = this.#parts ?? (await this.load());
    return clientRequests.request(key, request, asked);
  }

  /** The user answers a request of a session with one of its options (R71). */
  answer(key: string, requestId: string, optionId: string): void {
    this.#parts?.permissions.answer(key, requestId, optionId);
  }

  /** Answers every waiting request of a session with `cancelled` (R56). */
  cancel(key: string): void {
    this.#parts?.permissions.cancel(key);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#parts?.dispose();
    this.#decided.dispose();
  }
}
