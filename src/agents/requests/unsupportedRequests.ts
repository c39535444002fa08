// Reports what an agent asked for and Parley does not have, and what cannot be read, where the user waits for that agent.
import { unreadableForm, unreadableQuestion, unreadableUpdate } from '../../core/agentErrors.ts';
import type { UserError } from '../../core/errors.ts';
import { failureStrings } from '../../core/failures/failureStrings.ts';
import { shortName } from '../schema/shortName.ts';
import { requestParams } from '../schema/requestSchema.ts';
import type { AgentRequestsOptions } from './agentRequests.ts';

/** Methods that are reported in one turn; an agent may make up any number. */
const MAX_METHODS = 5;

const UNREADABLE = { update: unreadableUpdate, question: unreadableQuestion, form: unreadableForm };

type Options = Pick<AgentRequestsOptions, 'agent' | 'client' | 'clock' | 'session' | 'turn' | 'prompted'>;

export class UnsupportedRequests {
  readonly #options: Options;
  /** What was reported, by the turn, or by the session where none runs. */
  readonly #reported = new WeakMap<object, Set<string>>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Shows a line in the session that the request names, else in those that are prompted: once for a method and turn. */
  report(method: string, sessionId: string | undefined): void {
    // An agent that repeats what it is sent asks for nothing.
    if (Object.hasOwn(requestParams, method)) return;
    const text = failureStrings.notSupported(this.#options.agent.label, shortName.parse(method));
    this.#show(method, sessionId, text, {});
  }

  /** Shows that something which the agent said, or asked the user, cannot be read; once in a turn. */
  reportUnreadable(what: keyof typeof UNREADABLE, sessionId: string | undefined): void {
    const { label } = this.#options.agent;
    const error = UNREADABLE[what](label);
    this.#show(`unreadable ${what}`, sessionId, error.message, { error });
  }

  #show(
    key: string,
    sessionId: string | undefined,
    text: string,
    more: { readonly error?: UserError },
  ): void {
    const { agent, client, clock, session, turn, prompted } = this.#options;
    const named = sessionId !== undefined && session(sessionId) !== undefined ? [sessionId] : prompted();
    for (const id of named) {
      const scope = turn(id) ?? session(id);
      if (scope === undefined || !this.#isNew(scope, key)) continue;
      client.sessionUpdate(agent, id, {
        type: 'notice',
        at: clock.now(),
        severity: 'warning',
        text,
        ...more,
      });
    }
  }

  #isNew(scope: object, method: string): boolean {
    const known = this.#reported.get(scope) ?? new Set();
    this.#reported.set(scope, known);
    if (known.has(method) || known.size >= MAX_METHODS) return false;
    known.add(method);
    return true;
  }
}
