// Requests to one process of an agent: sent, their answers parsed, their errors described for the user.
import type * as z from 'zod/mini';
import { invalidAnswer, invalidRequest } from '../core/agentErrors.ts';
import { ParleyError, type UserError } from '../core/errors.ts';
import type { AbortSignalLike } from '../core/base/abort.ts';
import type { ReportedLimit } from '../core/failures/classifyFailure.ts';
import type { Clock, Log } from '../core/ports/hostPorts.ts';
import type { Redactor } from '../core/secrets/redactor.ts';
import { excerptOf } from '../../packages/process/excerpt.ts';
import { firstProblem } from '../core/text/schemaProblem.ts';
import { reading } from './schema/lenient.ts';
import { requestParams, type RequestMethod } from './schema/requestSchema.ts';
import { describeRefusal } from './describeRefusal.ts';
import { redactedUserError } from './redaction.ts';
import { stderrSince } from './turns/stderrSince.ts';

/** What users cannot work without. An agent that refuses anything else, such as its list, may be of use as it is. */
const WORK: ReadonlySet<RequestMethod> = new Set([
  'session/new',
  'session/load',
  'session/resume',
  'session/fork',
  'session/prompt',
  '_session/steering',
]);

/** Params that are ids which the agent made. */
const IDS: ReadonlySet<string> = new Set(['sessionId', 'methodId']);

export interface AgentCallsOptions {
  /** The agent as the user knows it. */
  readonly label: string;
  readonly log: Log;
  readonly clock: Clock;
  /** The limits of the account that the agent reported last; undefined where it did not. */
  readonly limit?: () => ReportedLimit | undefined;
  /** Hides what the agent's answers quote of the user's secrets. */
  readonly redactor: Redactor;
  /** Sends a request; see `AgentLink.request`. */
  readonly send: (method: string, params: object, signal?: AbortSignalLike) => Promise<unknown>;
  /** The end of what the process wrote to its standard error, which may say why it refuses. */
  readonly stderrTail?: () => string;
  /** Whether the agent has named ways of signing in; not given where that does not matter. */
  readonly canSignIn?: () => boolean;
  /** Called when the agent answers that the user has to sign in before it works (R29). */
  readonly onSignInNeeded: (error: UserError) => void;
}

export class AgentCalls {
  readonly #options: AgentCallsOptions;
  /** The ids that the agent sent as numbers, by their texts. */
  readonly #numbers = new Map<string, number>();

  constructor(options: AgentCallsOptions) {
    this.#options = options;
  }

  /** Resolves to the parsed answer; rejects with a ParleyError. */
  async request<T extends z.ZodMiniType>(
    method: RequestMethod,
    params: object,
    schema: T,
    signal?: AbortSignalLike,
  ): Promise<z.output<T>> {
    const { label, log, clock, redactor, limit, send, onSignInNeeded } = this.#options;
    const { stderrTail = () => '', canSignIn = () => true } = this.#options;
    this.check(method, params);
    const before = stderrTail();
    try {
      return this.#parse(method, await send(method, this.asSent(params), signal), schema);
    } catch (error) {
      const { user, cause } = describeRefusal(error, params, {
        label,
        log,
        now: clock.now(),
        limit: limit?.(),
        canSignIn: canSignIn(),
      });
      const isUnexplained = user.code === 'agent-error' && user.detail === undefined;
      const stderr = isUnexplained ? await stderrSince(before, stderrTail) : '';
      const explained = stderr === '' ? user : explainedBy(stderr, user);
      const described = new ParleyError(redactedUserError(explained, redactor), { cause });
      if (described.user.code === 'sign-in-needed' && WORK.has(method)) onSignInNeeded(described.user);
      throw described;
    }
  }

  /** The params with the ids that the agent sent as numbers: it may know no others. */
  asSent(params: object): object {
    const numbers = Object.entries(params).flatMap(([name, id]): readonly [string, number][] => {
      const number = IDS.has(name) && typeof id === 'string' ? this.#numbers.get(id) : undefined;
      return number === undefined ? [] : [[name, number]];
    });
    return numbers.length === 0 ? params : { ...params, ...Object.fromEntries(numbers) };
  }

  /** Throws a ParleyError where Parley is about to send what ACP does not have; the agent never sees it. */
  check(method: RequestMethod, params: object): void {
    const parsed = requestParams[method].safeParse(params);
    if (parsed.success) return;
    // The parameters may hold secrets, so only what is wrong with them is named.
    const problem = firstProblem(parsed.error);
    this.#options.log.error(`${method} was not sent, ${problem}`);
    throw new ParleyError(invalidRequest(this.#options.label, method, problem));
  }

  #parse<T extends z.ZodMiniType>(method: string, answer: unknown, schema: T): z.output<T> {
    const { result: parsed, leftOut, numbers } = reading(() => schema.safeParse(answer));
    for (const [text, number] of numbers) this.#numbers.set(text, number);
    if (leftOut.length > 0) {
      this.#options.log.warn(
        `Left out of its answer to ${method}, ${leftOut.join('; ')}: ${excerptOf(answer)}`,
      );
    }
    if (parsed.success) return parsed.data;
    const problem = `${firstProblem(parsed.error)}: ${excerptOf(answer)}`;
    this.#options.log.error(`Its answer to ${method} is not usable, ${problem}`);
    throw new ParleyError(invalidAnswer(this.#options.label, method, problem));
  }
}

/** An error of the agent that says nothing more, with what its process wrote meanwhile. */
function explainedBy(stderr: string, { actions, ...user }: UserError): UserError {
  return { ...user, detail: stderr, actions: [...actions, 'check-agent'] };
}
