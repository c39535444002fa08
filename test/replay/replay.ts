// Recorded traffic played through the schema border and the reducer: what a session would have looked like.
//
// A recording is a file of lines {"t": milliseconds, "dir": "a2c" | "c2a", "msg": …}, as the traffic log writes them.
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
import { emptySession, type SessionState } from '../../src/core/session/model.ts';
import { reduce } from '../../src/core/session/reduce.ts';

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

export interface Replay {
  readonly agent: string;
  readonly state: SessionState;
  /** What the agent sent that is not part of the session, in words, in order. */
  readonly besides: readonly string[];
}

/** Plays the text of a recording of one session. Throws when a line is not one of a recording. */
export function replay(text: string): Replay {
  const player = new Player();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const parsed = recordedLine.parse(JSON.parse(line));
    if (!('elided' in parsed)) player.play(parsed.dir, parsed.msg, parsed.t);
  }
  return { agent: player.agent, state: player.state, besides: player.besides };
}

class Player {
  agent = 'unknown';
  state = emptySession('session-1', 'recorded', '/workspace');
  readonly besides: string[] = [];
  #quirks = quirksOf(undefined);
  readonly #subagents = new Subagents(() => 0);
  /** The methods of the requests that are not answered yet, by the side that made them. */
  readonly #open = { a2c: new Map<unknown, string>(), c2a: new Map<unknown, string>() };

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
    if (method === 'session/cancel') this.#dispatch({ type: 'cancel_requested', at });
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
    if (reading.kind === 'parsed') {
      const update = wanted(reading.sessionId, reading.update, {
        quirks: this.#quirks,
        isLoading: () => false,
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
      case 'session/new': {
        const { sessionId, configOptions } = newSessionAnswer.parse(result);
        this.#dispatch({ type: 'opened', at, sessionId });
        this.#dispatch({ type: 'config_options', at, options: configOptions });
        return;
      }
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
        this.#dispatch({ type: 'permission_closed', at, requestId: String(id) });
        return;
      default:
    }
  }
}
