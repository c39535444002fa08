// Serves the requests of one process: permissions, forms, files, terminals. Others do not exist for it (R6, R79).
import * as z from 'zod/mini';
import type { Agent, AgentClient } from '../../core/ports/agent.ts';
import type { ClientRequest, Permit } from '../../core/ports/clientRequests.ts';
import type { FileAccess, FileSession } from '../../core/ports/fileAccess.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import type { TerminalAccess } from '../../core/ports/agentTerminals.ts';
import type { Quirks } from '../quirks.ts';
import { ErrorCodes, noSuchSession, ResponseError } from '../wire/responseError.ts';
import type { AgentTerminals } from '../terminal/agentTerminals.ts';
import { serveElicitation } from './serveElicitation.ts';
import { isFileSystemMethod, serveFileSystem } from './serveFileSystem.ts';
import { servePermission } from './servePermission.ts';
import { protocolFields, withSessionId } from '../schema/near/nearFields.ts';
import type { Subagents } from '../subagents/subagents.ts';
import { RequestOrder } from './requestOrder.ts';
import { isTerminalMethod, serveTerminal } from './serveTerminal.ts';
import { UnsupportedRequests } from './unsupportedRequests.ts';
import { VendorRequests } from './vendorRequests.ts';

/** What a request is that cannot be read, where that is more than a part of what the agent sent. */
const UNREADABLE: Readonly<Partial<Record<string, 'question' | 'form'>>> = {
  'session/request_permission': 'question',
  'elicitation/create': 'form',
};

/** The part of a request's params that names its session, in whatever spelling. */
const sessionParams = z.pipe(z.transform(withSessionId), z.object({ sessionId: z.string() }));

function sessionIdIn(params: unknown): string | undefined {
  return sessionParams.safeParse(params).data?.sessionId;
}

export interface AgentRequestsOptions {
  readonly agent: Agent;
  readonly client: AgentClient;
  readonly clock: Clock;
  readonly log: Log;
  /** Serves files; without it there are none. */
  readonly files: FileAccess | undefined;
  /** Says where commands may run; without it there are no terminals. */
  readonly terminalAccess: TerminalAccess | undefined;
  readonly terminals: AgentTerminals;
  /** The session with that id, if the agent has it. */
  readonly session: (sessionId: string) => FileSession | undefined;
  readonly quirks: () => Quirks;
  /** Whether the user stops the running turn of a session, and the agent goes on with it. */
  readonly isStopping: (sessionId: string) => boolean;
  /** An object that stands for the running turn of a session; undefined where none runs. */
  readonly turn: (sessionId: string) => object | undefined;
  /** The sessions in which a turn runs. */
  readonly prompted: () => readonly string[];
  /** The open session that was prompted last, else the one that was opened last. */
  readonly lastActive: () => string | undefined;
  /** Whether Parley opened, or opens, a session with that id. */
  readonly isOurs: (sessionId: string) => boolean;
  /** The sub-agents of the sessions: what they ask for, their session does. */
  readonly subagents: Pick<Subagents, 'rootOf' | 'callOf'>;
}

interface Serving {
  readonly sessionId: string | undefined;
  /** The session that the agent named: that, or one of its sub-agents. */
  readonly from: string | undefined;
  /** Aborts when the agent withdraws the request, or is gone. */
  readonly signal: AbortSignal;
  /** Aborts then too, and when the user stops the session. */
  readonly asking: AbortSignal;
}

export class AgentRequests {
  readonly #options: AgentRequestsOptions;
  readonly #order = new RequestOrder();
  /** What ends the questions of requests that are being served, by the session's id. */
  readonly #asking = new Map<string, Set<AbortController>>();
  readonly #unsupported: UnsupportedRequests;
  readonly #vendor: VendorRequests;
  #serving = 0;

  constructor(options: AgentRequestsOptions) {
    this.#options = options;
    this.#unsupported = new UnsupportedRequests(options);
    this.#vendor = new VendorRequests(options);
  }

  /** Whether the agent waits for an answer. */
  get isServing(): boolean {
    return this.#serving > 0;
  }

  /**
   * Resolves to the result to send; throws a `ResponseError`. `signal` aborts when the agent withdraws the request, or
   * is gone (R14, R16).
   */
  async serve(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    this.#serving++;
    const from = sessionIdIn(params);
    const sessionId = this.#rootOf(from);
    const asking = new AbortController();
    const withdraw = (): void => asking.abort(signal.reason);
    signal.addEventListener('abort', withdraw);
    const ids = new Set([sessionId, from].filter((id) => id !== undefined));
    for (const id of ids) this.#addAsking(id, asking);
    try {
      const served = sessionId === from ? params : { ...protocolFields(params), sessionId };
      return await this.#serve(method, served, { sessionId, from, signal, asking: asking.signal });
    } finally {
      this.#serving--;
      signal.removeEventListener('abort', withdraw);
      for (const id of ids) this.#removeAsking(id, asking);
    }
  }

  /** Shows the user that something which the agent reported cannot be read. */
  reportUnreadable(sessionId: string | undefined): void {
    this.#unsupported.reportUnreadable('update', this.#rootOf(sessionId));
  }

  /** Shows the user that a request of the agent was refused before it was read. */
  reportRefused(method: string, params: unknown): void {
    const sessionId = this.#rootOf(sessionIdIn(params));
    this.#unsupported.reportUnreadable(UNREADABLE[method] ?? 'update', sessionId);
  }

  /** Shows the user where the agent does something in a session that Parley has not opened. */
  reportUnlessOurs(sessionId: string): void {
    this.#unsupported.reportUnlessOurs(sessionId);
  }

  /** Ends what the agent asks in a session, also where it is asked only after this: the user stops it. */
  cancelQuestions(sessionId: string): void {
    for (const asking of this.#asking.get(sessionId) ?? []) asking.abort();
  }

  #rootOf(sessionId: string | undefined): string | undefined {
    return sessionId === undefined ? undefined : this.#options.subagents.rootOf(sessionId);
  }

  #addAsking(sessionId: string, asking: AbortController): void {
    // What comes while the user stops the turn belongs to it (R56).
    if (this.#options.isStopping(sessionId)) asking.abort();
    const open = this.#asking.get(sessionId);
    if (open === undefined) this.#asking.set(sessionId, new Set([asking]));
    else open.add(asking);
  }

  #removeAsking(sessionId: string, asking: AbortController): void {
    const open = this.#asking.get(sessionId);
    open?.delete(asking);
    if (open?.size === 0) this.#asking.delete(sessionId);
  }

  async #serve(
    method: string,
    params: unknown,
    { sessionId, from, signal, asking }: Serving,
  ): Promise<unknown> {
    const { agent, client, clock, files, terminalAccess, terminals, session, log } = this.#options;
    const folder = (id: string): string | undefined => session(id)?.roots[0];
    const order = this.#order;
    const quirks = this.#options.quirks();
    const permit = (id: string, asked: ClientRequest, onAsking: () => void): Promise<Permit> =>
      client.requestAccess(agent, id, asked, { signal: asking, onAsking });
    if (sessionId !== undefined && isForSession(method) && session(sessionId) === undefined) {
      log.warn(`Refused ${method} for a session that is not open: ${sessionId}`);
      this.reportUnlessOurs(sessionId);
      throw noSuchSession(sessionId);
    }
    if (sessionId !== undefined && isWork(method)) client.requestReceived(agent, sessionId);
    if (terminalAccess !== undefined && isTerminalMethod(method)) {
      const access = terminalAccess;
      const context = { terminals, access, session, order, permit, log, signal, asking };
      return serveTerminal(method, params, context);
    }
    if (files !== undefined && isFileSystemMethod(method)) {
      return serveFileSystem(method, params, { files, session, quirks, order, permit, log, signal });
    }
    switch (method) {
      case 'session/request_permission':
        return order.serve('other', sessionId, () =>
          servePermission(params, {
            agent,
            client,
            log,
            quirks,
            clock,
            folder,
            shown: (call) => (from === undefined ? call : this.#options.subagents.callOf(from, call)),
            unreadable: () => this.#unsupported.reportUnreadable('question', sessionId),
            signal: asking,
          }),
        );
      case 'elicitation/create':
        return order.serve('other', sessionId, () =>
          serveElicitation(params, {
            agent,
            client,
            log,
            unreadable: () => this.#unsupported.reportUnreadable('form', sessionId),
            signal: asking,
          }),
        );
      default: {
        const shown = this.#vendor.shownAs(method);
        const shownIn = shown === undefined ? undefined : this.#sessionFor(sessionId);
        if (shown !== undefined && shownIn !== undefined) {
          const served = order.serve('other', shownIn, () =>
            this.#vendor.serve(method, params, shownIn, asking),
          );
          served.catch(() => this.#unsupported.reportUnreadable(shown, shownIn));
          return served;
        }
        log.info(`Refused a request that is not served, ${method}.`);
        this.#unsupported.report(method, sessionId);
        throw new ResponseError(ErrorCodes.MethodNotFound, `Method not found: ${method}`);
      }
    }
  }

  /** Shows a list of things to do that comes as a notification, which needs no answer. Returns whether it is one. */
  takeList(method: string, params: unknown): boolean {
    const shownIn = this.#vendor.isList(method)
      ? this.#sessionFor(this.#rootOf(sessionIdIn(params)))
      : undefined;
    if (shownIn === undefined) return false;
    this.#vendor
      .serve(method, params, shownIn, new AbortController().signal)
      .catch(() => this.#unsupported.reportUnreadable('plan', shownIn));
    return true;
  }

  /** The session in which the user sees a request that may name none, or one of an agent's own. */
  #sessionFor(sessionId: string | undefined): string | undefined {
    const { session, prompted, lastActive } = this.#options;
    if (sessionId !== undefined && session(sessionId) !== undefined) return sessionId;
    const [only, ...others] = prompted();
    return others.length === 0 ? (only ?? lastActive()) : lastActive();
  }
}

/** Whether an agent that sends a request of that method does something then; questions are shown by themselves. */
function isWork(method: string): boolean {
  return method === 'terminal/create' || isFileSystemMethod(method);
}

/** Whether a request of that method can only be served in a session that is open. */
function isForSession(method: string): boolean {
  return (
    method === 'session/request_permission' ||
    method === 'elicitation/create' ||
    isTerminalMethod(method) ||
    isFileSystemMethod(method)
  );
}
