// Whether messages come in their order, and name sessions, tool calls and terminals that there are.
import * as z from 'zod/mini';
import type { Problem } from '../core/protocolRow.ts';
import { verdictStrings as strings } from '../core/verdictStrings.ts';
import type { WireDirection } from '../core/wireRecord.ts';
import { firstProblem } from '../../../core/text/schemaProblem.ts';
import { initializeAnswer, newSessionAnswer, promptAnswer } from '../../../agents/schema/answerSchema.ts';
import { listAnswer } from '../../../agents/schema/listSchema.ts';
import { advertisedProblems, capabilitiesOf, type Capabilities } from './advertised.ts';
import { broken, unknown } from './problems.ts';
import type { PendingRequest } from './protocolInspector.ts';

/** More of a kind are not followed: then nothing is said about those that are not known. */
const MAX_IDS = 20_000;

const STOP_REASONS: ReadonlySet<string> = new Set([
  'end_turn',
  'max_tokens',
  'max_turn_requests',
  'refusal',
  'cancelled',
]);

/** Updates that only a turn has. */
const OF_TURN: ReadonlySet<string> = new Set([
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'tool_call_update',
]);

const ofSession = z.object({ sessionId: z.string() });
const ofTerminal = z.object({ terminalId: z.string() });
const ofElicitation = z.object({ elicitationId: z.string() });
const updateParams = z.object({
  update: z.object({ sessionUpdate: z.string(), toolCallId: z.catch(z.optional(z.string()), undefined) }),
});
const permissionAsked = z.object({ options: z.array(z.object({ optionId: z.string() })) });
const permissionAnswer = z.object({
  outcome: z.object({ outcome: z.string(), optionId: z.optional(z.string()) }),
});

/** The answers whose form is checked, each with the rule that says so: by the protocol, not by what Parley can make of them. */
const ANSWERS: Readonly<Record<string, { readonly rule: string; readonly schema: z.ZodMiniType }>> = {
  initialize: { rule: 'R20', schema: z.object({ protocolVersion: z.union([z.number(), z.string()]) }) },
  'session/new': { rule: 'R31', schema: newSessionAnswer },
  'session/prompt': { rule: 'R47', schema: z.object({ stopReason: z.string() }) },
  'session/list': { rule: 'R39', schema: listAnswer },
};

interface SessionTraffic {
  /** Whether its tool calls are known from the first on. */
  readonly isWhole: boolean;
  isClosed: boolean;
  /** Requests that the agent has not answered: prompts, and those in which a history may be replayed. */
  prompts: number;
  replays: number;
  hadPrompt: boolean;
  readonly toolCalls: Set<string>;
}

/** Follows one connection. */
export class SessionOrder {
  readonly #sessions = new Map<string, SessionTraffic>();
  readonly #terminals = new Map<string, 'open' | 'released'>();
  readonly #elicitations = new Set<string>();
  #opening = 0;
  #isInitialized = false;
  #advertised: Capabilities | undefined;

  /** A request or notification. `hasStart`: whether the connection was seen from its beginning. */
  call(direction: WireDirection, method: string, params: unknown, hasStart: boolean): readonly Problem[] {
    const early = hasStart ? this.#earlyProblems(direction, method) : [];
    if (method === 'initialize' && direction === 'out') {
      this.#advertised = capabilitiesOf({ client: params });
    }
    const sessionId = ofSession.safeParse(params).data?.sessionId;
    const problems = [
      ...early,
      ...(this.#advertised === undefined
        ? []
        : advertisedProblems(direction, method, params, this.#advertised)),
      ...(direction === 'in'
        ? this.#fromAgent(method, params, sessionId, hasStart)
        : this.#toAgent(method, sessionId)),
    ];
    return problems;
  }

  /** The answer to a request; `direction` is that of the answer. */
  answer(
    direction: WireDirection,
    { method, params }: PendingRequest,
    result: unknown,
    hasFailed: boolean,
  ): readonly Problem[] {
    const sessionId = ofSession.safeParse(params).data?.sessionId;
    if (direction === 'out') return this.#answerOfClient(method, params, result);
    this.#settled(method, sessionId, hasFailed);
    if (hasFailed) return [];
    const check = ANSWERS[method];
    const parsed = check?.schema.safeParse(result);
    if (check !== undefined && parsed?.success === false) {
      return [broken(check.rule, strings.badAnswer(method, firstProblem(parsed.error)))];
    }
    if (method === 'initialize') return this.#initialized(result);
    if (method === 'session/new' || method === 'session/fork') {
      this.#open(ofSession.safeParse(result).data?.sessionId);
    }
    return method === 'session/prompt' ? stopProblems(result) : [];
  }

  #earlyProblems(direction: WireDirection, method: string): readonly Problem[] {
    if (method.startsWith('_') || method.startsWith('$/')) return [];
    if (method === 'initialize' && direction === 'out') return [];
    return this.#isInitialized ? [] : [broken('R18', strings.beforeInitialize())];
  }

  #toAgent(method: string, sessionId: string | undefined): readonly Problem[] {
    if (method === 'session/new' || method === 'session/fork') this.#opening++;
    if (sessionId === undefined) return [];
    if (method === 'session/load' || method === 'session/resume') {
      this.#open(sessionId);
      const session = this.#sessions.get(sessionId);
      if (session !== undefined) session.replays++;
      return [];
    }
    if (method !== 'session/prompt') return [];
    // The turns of a session that was opened before the recording can be followed as well.
    if (!this.#sessions.has(sessionId)) this.#open(sessionId, false);
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return [];
    session.prompts++;
    session.hadPrompt = true;
    return session.prompts > 1 ? [broken('R46', strings.secondPrompt())] : [];
  }

  #fromAgent(
    method: string,
    params: unknown,
    sessionId: string | undefined,
    hasStart: boolean,
  ): readonly Problem[] {
    const session = sessionId === undefined ? undefined : this.#sessions.get(sessionId);
    const noSession =
      sessionId === undefined || session !== undefined || !hasStart || this.#opening > 0
        ? []
        : [unknown('R36', strings.unknownSession(sessionId))];
    const closed = session?.isClosed === true ? [unknown('R36', strings.closedSession(sessionId ?? ''))] : [];
    return [
      ...noSession,
      ...closed,
      ...(method === 'session/update' ? updateProblems(params, session) : []),
      ...(method.startsWith('elicitation/') ? this.#elicitationProblems(method, params, hasStart) : []),
      ...(method.startsWith('terminal/') ? this.#terminalProblems(method, params, hasStart) : []),
    ];
  }

  #terminalProblems(method: string, params: unknown, hasStart: boolean): readonly Problem[] {
    const id = ofTerminal.safeParse(params).data?.terminalId;
    if (id === undefined || method === 'terminal/create') return [];
    const state = this.#terminals.get(id);
    if (state === 'released') return [broken('R86', strings.releasedTerminal(id))];
    return state === undefined && hasStart ? [unknown('R70', strings.unknownTerminal(id))] : [];
  }

  #elicitationProblems(method: string, params: unknown, hasStart: boolean): readonly Problem[] {
    const id = ofElicitation.safeParse(params).data?.elicitationId;
    if (id === undefined) return [];
    if (method === 'elicitation/create') {
      if (this.#elicitations.size < MAX_IDS) this.#elicitations.add(id);
      return [];
    }
    const isUnknown = method === 'elicitation/complete' && hasStart && !this.#elicitations.has(id);
    return isUnknown ? [unknown('R114', strings.unknownElicitation(id))] : [];
  }

  #answerOfClient(method: string, params: unknown, result: unknown): readonly Problem[] {
    if (method === 'terminal/create') {
      const id = ofTerminal.safeParse(result).data?.terminalId;
      if (id !== undefined && this.#terminals.size < MAX_IDS) this.#terminals.set(id, 'open');
    }
    if (method === 'terminal/release') {
      const id = ofTerminal.safeParse(params).data?.terminalId;
      if (id !== undefined) this.#terminals.set(id, 'released');
    }
    if (method !== 'session/request_permission') return [];
    const chosen = permissionAnswer.safeParse(result).data?.outcome.optionId;
    const offered = permissionAsked.safeParse(params).data?.options.map(({ optionId }) => optionId) ?? [];
    return chosen === undefined || offered.includes(chosen)
      ? []
      : [broken('R71', strings.optionNotOffered(chosen))];
  }

  /** The agent has answered: nothing that belongs to the request comes any more. */
  #settled(method: string, sessionId: string | undefined, hasFailed: boolean): void {
    const session = sessionId === undefined ? undefined : this.#sessions.get(sessionId);
    if (method === 'session/new' || method === 'session/fork') this.#opening--;
    if (session === undefined) return;
    if (method === 'session/prompt') session.prompts = Math.max(0, session.prompts - 1);
    if (method === 'session/load' || method === 'session/resume') {
      session.replays = Math.max(0, session.replays - 1);
    }
    if ((method === 'session/close' || method === 'session/delete') && !hasFailed) session.isClosed = true;
  }

  #initialized(result: unknown): readonly Problem[] {
    this.#isInitialized = true;
    this.#advertised = { ...this.#advertised, ...capabilitiesOf({ agent: result }) };
    const version = initializeAnswer.safeParse(result).data?.protocolVersion ?? '';
    return version === '1' ? [] : [broken('R20', strings.otherVersion(version))];
  }

  #open(sessionId: string | undefined, isWhole = true): void {
    if (sessionId === undefined || this.#sessions.size >= MAX_IDS) return;
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) {
      known.isClosed = false;
      return;
    }
    this.#sessions.set(sessionId, {
      isWhole,
      isClosed: false,
      prompts: 0,
      replays: 0,
      hadPrompt: false,
      toolCalls: new Set(),
    });
  }
}

/** `session` is undefined where it is not known. */
function updateProblems(params: unknown, session: SessionTraffic | undefined): readonly Problem[] {
  const update = updateParams.safeParse(params).data?.update;
  if (update === undefined || session === undefined) return [];
  const { sessionUpdate: kind, toolCallId } = update;
  const isLate = OF_TURN.has(kind) && session.hadPrompt && session.prompts === 0 && session.replays === 0;
  const isUnknownCall =
    kind === 'tool_call_update' &&
    toolCallId !== undefined &&
    session.isWhole &&
    !session.toolCalls.has(toolCallId) &&
    session.toolCalls.size < MAX_IDS;
  if (toolCallId !== undefined && session.toolCalls.size < MAX_IDS) session.toolCalls.add(toolCallId);
  return [
    ...(isLate ? [broken('R10', strings.afterTurn())] : []),
    ...(isUnknownCall ? [unknown('R62', strings.unknownToolCall(toolCallId))] : []),
  ];
}

function stopProblems(result: unknown): readonly Problem[] {
  const reason = promptAnswer.safeParse(result).data?.stopReason ?? '';
  return STOP_REASONS.has(reason) ? [] : [unknown('R47', strings.unknownStop(reason))];
}
