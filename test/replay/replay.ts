// Recorded traffic played through the schema border and the reducer: what a session would have looked like.
//
// A recording is a file of lines {"t": milliseconds, "dir": "a2c" | "c2a", "msg": …}, as the traffic log writes them. A
// fork of the session is played as a session of its own from the answer to `session/fork` on.
// Lines {"elided": …} stand for lines that were left out, so a recording may begin and end anywhere in a stream.
import * as z from 'zod';
import { readMeta, wanted } from '../../src/agents/notifications.ts';
import { promptResult, quirksOf } from '../../src/agents/quirks.ts';
import { readCall } from '../../src/agents/readCall.ts';
import { readSessionUpdate, type Update } from '../../src/agents/schema/updateSchema.ts';
import { Subagents } from '../../src/agents/subagents/subagents.ts';
import { initializeAnswer, newSessionAnswer, promptAnswer } from '../../src/agents/schema/answerSchema.ts';
import { readContentBlock } from '../../src/agents/schema/contentSchema.ts';
import { permissionParams } from '../../src/agents/schema/permissionSchema.ts';
import { agentRefused } from '../../src/core/agentErrors.ts';
import type { SessionEvent } from '../../src/core/session/events.ts';
import type { PermissionDecision } from '../../src/core/session/permission/permissionDecision.ts';
import type { PermissionOption } from '../../src/core/session/permission/state.ts';
import { emptySession, type SessionState } from '../../src/core/session/model.ts';
import { reduce } from '../../src/core/session/reduce.ts';
import { hasPrompts } from '../../src/core/session/selectors.ts';

const message = z.looseObject({
  id: z.union([z.string(), z.number()]).nullish(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});
type Message = z.infer<typeof message>;

const recordedLine = z.union([
  z.object({ t: z.number(), dir: z.enum(['a2c', 'c2a']), msg: message }),
  z.object({ elided: z.unknown() }),
]);

const promptParams = z.object({ prompt: z.array(z.unknown()) });
const sessionParams = z.object({ sessionId: z.string() });
const permissionAnswer = z.object({ outcome: z.object({ optionId: z.string().optional() }) });

export interface Replay {
  readonly agent: string;
  /** The session that was opened last. */
  readonly state: SessionState;
  /** The sessions of which it is a fork, the first one first. */
  readonly forkedFrom: readonly SessionState[];
  /** What the agent sent that is not part of the session, in words, in order. */
  readonly besides: readonly string[];
}

/** Plays the text of a recording. Throws when a line is not one of a recording. */
export function replay(text: string): Replay {
  const player = new Player();
  for (const _played of steps(text, player));
  return player.replayed();
}

/** What the session is after each line of a recording that `isWanted`, in order. */
export function statesAfter(text: string, isWanted: (message: Message) => boolean): readonly SessionState[] {
  const player = new Player();
  const states: SessionState[] = [];
  for (const message of steps(text, player)) if (isWanted(message)) states.push(player.state);
  return states;
}

function* steps(text: string, player: Player): Generator<Message> {
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const parsed = recordedLine.parse(JSON.parse(line));
    if ('elided' in parsed) continue;
    player.play(parsed.dir, parsed.msg, parsed.t);
    yield parsed.msg;
  }
}

class Player {
  agent = 'unknown';
  state = emptySession('session-1', 'recorded', '/workspace');
  readonly forkedFrom: SessionState[] = [];
  readonly besides: string[] = [];
  #isLoading = false;
  #quirks = quirksOf(undefined);
  readonly #subagents = new Subagents(() => 0);
  /** The methods of the requests that are not answered yet, by the side that made them. */
  readonly #open = { a2c: new Map<unknown, string>(), c2a: new Map<unknown, string>() };
  /** The options of the permission requests that are not answered yet. */
  readonly #options = new Map<unknown, readonly PermissionOption[]>();

  replayed(): Replay {
    const { agent, state, forkedFrom, besides } = this;
    return { agent, state, forkedFrom, besides };
  }

  play(direction: 'a2c' | 'c2a', sent: Message, at: number): void {
    if (sent.method === undefined) this.#answered(direction, sent, at);
    else if (direction === 'c2a') this.#clientSent(sent.method, sent, at);
    else this.#agentSent(sent.method, sent, at);
  }

  #dispatch(event: SessionEvent): void {
    this.state = reduce(this.state, event);
  }

  #clientSent(method: string, { id, params }: Message, at: number): void {
    if (id !== undefined) this.#open.c2a.set(id, method);
    // One for a sub-agent stops that one alone.
    if (method === 'session/cancel' && sessionParams.parse(params).sessionId === this.state.sessionId)
      this.#dispatch({ type: 'cancel_requested', at });
    // A session that is loaded while it is open has its transcript already.
    if (method === 'session/load' && !hasPrompts(this.state)) {
      this.#isLoading = true;
      this.#dispatch({ type: 'opening', at });
    }
    if (method !== 'session/prompt') return;
    const content = promptParams.parse(params).prompt.flatMap((block) => readContentBlock(block) ?? []);
    this.#dispatch({ type: 'prompt_started', at, content });
  }

  #agentSent(method: string, { id, params }: Message, at: number): void {
    if (id !== undefined) this.#open.a2c.set(id, method);
    if (method === 'session/update') this.#updated(params, at);
    else if (method === 'session/request_permission') this.#asked(id, params, at);
    else this.besides.push(`${id === undefined ? 'notification' : 'request'} ${method}`);
  }

  #updated(params: unknown, at: number): void {
    const reading = readSessionUpdate(params);
    const isOfOlder =
      'sessionId' in reading &&
      this.forkedFrom.some(({ sessionId }) => sessionId === this.#subagents.rootOf(reading.sessionId));
    if (isOfOlder) return;
    if (reading.kind === 'parsed') {
      const update = wanted(reading.sessionId, reading.update, {
        quirks: this.#quirks,
        isLoading: () => this.#isLoading,
        isPrompted: () => this.state.turn !== undefined,
        folder: () => '/workspace',
      });
      if (update === undefined) return;
      for (const each of [update, ...readMeta(update, params)]) this.#translated(reading.sessionId, each, at);
    } else if (reading.kind === 'subagent') {
      const { sessionId, report } = reading;
      const updates = this.#subagents.reported(sessionId, report, (id) => id === this.state.sessionId);
      for (const each of updates) this.#dispatch({ ...each, at });
    } else this.besides.push(`${reading.kind} update ${'name' in reading ? reading.name : reading.problem}`);
  }

  #translated(sessionId: string, update: Update, at: number): void {
    for (const each of this.#subagents.translated(sessionId, update)) this.#dispatch({ ...each, at });
  }

  #asked(id: Message['id'], params: unknown, at: number): void {
    const { question, sessionId } = permissionParams.parse(params);
    const read = readCall(question.call, '/workspace', this.#quirks);
    const call = this.#subagents.callOf(sessionId, read);
    const { toolCallId } = call;
    this.#options.set(id, question.options);
    const request = { requestId: String(id), toolCallId, options: question.options, at };
    this.#dispatch({ type: 'permission_requested', at, call, request });
    this.besides.push(`permission for ${toolCallId}: ${question.options.map(({ kind }) => kind).join(', ')}`);
  }

  /** An answer that travels one way is to a request that went the other. */
  #answered(direction: 'a2c' | 'c2a', { id, result, error }: Message, at: number): void {
    const open = this.#open[direction === 'a2c' ? 'c2a' : 'a2c'];
    const method = open.get(id);
    open.delete(id);
    switch (method) {
      case 'initialize': {
        const { names, programName } = initializeAnswer.parse(result);
        this.agent = names.find((name) => name !== undefined) ?? this.agent;
        this.#quirks = quirksOf(programName);
        return;
      }
      case 'session/fork':
        this.forkedFrom.push(this.state);
        this.state = emptySession(`session-${this.forkedFrom.length + 1}`, 'recorded', '/workspace');
        this.#opened(newSessionAnswer.parse(result), at);
        return;
      case 'session/new':
        this.#opened(newSessionAnswer.parse(result), at);
        return;
      case 'session/load':
        if (this.#isLoading) this.#dispatch({ type: 'opened', at, sessionId: this.state.sessionId ?? '' });
        this.#isLoading = false;
        return;
      case 'session/prompt':
        if (error === undefined) {
          const ended = promptResult(promptAnswer.parse(result), this.#quirks);
          this.#dispatch({ type: 'turn_ended', at, ...ended });
        } else {
          const refused = agentRefused(this.agent, error.message, undefined);
          this.#dispatch({ type: 'turn_failed', at, error: refused });
        }
        return;
      case 'session/request_permission':
        this.#decided(id, permissionAnswer.parse(result).outcome.optionId, at);
        return;
      default:
    }
  }

  #opened({ sessionId, configOptions }: z.output<typeof newSessionAnswer>, at: number): void {
    this.#dispatch({ type: 'opened', at, sessionId });
    this.#dispatch({ type: 'config_options', at, options: configOptions });
  }

  #decided(id: Message['id'], optionId: string | undefined, at: number): void {
    const chosen = this.#options.get(id)?.find((option) => option.optionId === optionId);
    const decision: PermissionDecision =
      chosen === undefined
        ? { by: 'cancelled' }
        : { by: 'user', option: { name: chosen.name, kind: chosen.kind } };
    this.#dispatch({ type: 'permission_closed', at, requestId: String(id), decision });
  }
}
