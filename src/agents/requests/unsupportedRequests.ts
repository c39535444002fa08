// Reports what an agent asked for and Parley does not have, and what cannot be read, where the user waits for that agent.
import {
  unreadableForm,
  unreadablePlan,
  unreadableQuestion,
  unreadableUpdate,
} from '../../core/agentErrors.ts';
import type { UserError } from '../../core/errors.ts';
import { failureStrings } from '../../core/failures/failureStrings.ts';
import { shortName } from '../schema/shortName.ts';
import { requestParams } from '../schema/requestSchema.ts';
import type { AgentRequestsOptions } from './agentRequests.ts';

/** Methods that are reported in one turn; an agent may make up any number. */
const MAX_METHODS = 5;

const UNREADABLE = {
  update: unreadableUpdate,
  question: unreadableQuestion,
  form: unreadableForm,
  plan: unreadablePlan,
};

type Options = Pick<
  AgentRequestsOptions,
  'agent' | 'client' | 'clock' | 'session' | 'turn' | 'prompted' | 'lastActive' | 'isOurs'
>;

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
    this.#show(method, this.#waiting(sessionId), text, {});
  }

  /** Shows that something which the agent said, or asked the user, cannot be read; once in a turn. */
  reportUnreadable(what: keyof typeof UNREADABLE, sessionId: string | undefined): void {
    const { label } = this.#options.agent;
    const error = UNREADABLE[what](label);
    this.#show(`unreadable ${what}`, this.#waiting(sessionId), error.message, { error });
  }

  /**
   * Shows that the agent does something in a session that Parley has not opened, as those of subagents are; once in a
   * turn. Not where the session was closed: an agent may go on in it for a while.
   */
  reportUnlessOurs(sessionId: string): void {
    const { agent, isOurs, lastActive } = this.#options;
    if (isOurs(sessionId)) return;
    const shownIn = lastActive();
    if (shownIn === undefined) return;
    this.#show('unknown session', [shownIn], failureStrings.unknownSession(agent.label), {});
  }

  /** The session that a request names, else those in which the user waits. */
  #waiting(sessionId: string | undefined): readonly string[] {
    const { session, prompted } = this.#options;
    return sessionId !== undefined && session(sessionId) !== undefined ? [sessionId] : prompted();
  }

  #show(
    key: string,
    sessionIds: readonly string[],
    text: string,
    more: { readonly error?: UserError },
  ): void {
    const { agent, client, clock, session, turn } = this.#options;
    for (const id of sessionIds) {
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
