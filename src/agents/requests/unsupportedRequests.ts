// Reports what an agent asked for and Parley does not have, where the user waits for that agent.
import { failureStrings } from '../../core/failures/failureStrings.ts';
import { shortName } from '../schema/shortName.ts';
import { requestParams } from '../schema/requestSchema.ts';
import type { AgentRequestsOptions } from './agentRequests.ts';

/** Methods that are reported in one turn; an agent may make up any number. */
const MAX_METHODS = 5;

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
    const { agent, client, clock, session, turn, prompted } = this.#options;
    const named = sessionId !== undefined && session(sessionId) !== undefined ? [sessionId] : prompted();
    for (const id of named) {
      const scope = turn(id) ?? session(id);
      if (scope === undefined || !this.#isNew(scope, method)) continue;
      client.sessionUpdate(agent, id, {
        type: 'notice',
        at: clock.now(),
        severity: 'warning',
        text: failureStrings.notSupported(agent.label, shortName.parse(method)),
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
