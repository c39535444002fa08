// Recorded messages as sessions to read: what the agent sent goes through the same schemas and the same reducer.
import * as z from 'zod/mini';
import { agentRefused } from '../../../core/agentErrors.ts';
import type { WireRecord } from '../core/wireRecord.ts';
import { contentBlock } from '../../../core/session/content.ts';
import type { SessionEvent } from '../../../core/session/events.ts';
import { emptySession, type SessionState } from '../../../core/session/model.ts';
import { reduce } from '../../../core/session/reduce.ts';
import { parseJson } from '../../../core/text/parseJson.ts';
import { withoutUndefined } from '../../../core/base/withoutUndefined.ts';
import { readMeta, wanted } from '../../../agents/notifications.ts';
import { quirksOf, type Quirks } from '../../../agents/quirks.ts';
import {
  initializeAnswer,
  newSessionAnswer,
  promptAnswer,
  reopenedAnswer,
} from '../../../agents/schema/answerSchema.ts';
import { permissionParams } from '../../../agents/schema/permissionSchema.ts';
import {
  readSessionUpdate,
  type SessionUpdateReading,
  type Update,
} from '../../../agents/schema/updateSchema.ts';
import { Subagents } from '../../../agents/subagents/subagents.ts';

const message = z.object({
  id: z.optional(z.union([z.string(), z.number()])),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
});
const setup = z.object({ cwd: z.string() });
const ofSession = z.object({ sessionId: z.string() });
const promptParams = z.object({ sessionId: z.string(), prompt: z.array(contentBlock) });
const errorObject = z.object({ message: z.string() });

type Message = z.infer<typeof message>;

/** What recorded messages need to become sessions to read. */
interface ReplayOptions {
  /** The agent of the sessions: its key in the settings, or its name where it is not configured. */
  readonly agent: string;
  /** Whether the name that the agent gives itself is preferred, as in a file. */
  readonly prefersOwnName: boolean;
  /** The folder of sessions whose own is not recorded; absolute. */
  readonly cwd: string;
  /** Epoch milliseconds of a record whose time is 0. */
  readonly startedAt: number;
  /** The key of the session with that ACP id. */
  readonly keyOf: (sessionId: string) => string;
  /** Why the sessions cannot be continued. */
  readonly readOnlyReason: string;
}

/** One session for each that the records name, in their order. Never throws. */
export function replayRecords(
  records: readonly WireRecord[],
  options: ReplayOptions,
): readonly SessionState[] {
  const replay = new Replay(options);
  for (const record of records) replay.add(record);
  return replay.end();
}

class Replay {
  readonly #options: ReplayOptions;
  readonly #states = new Map<string, SessionState>();
  readonly #asked = new Map<string | number, { readonly method: string; readonly params: unknown }>();
  readonly #loading = new Set<string>();
  readonly #prompted = new Set<string>();
  readonly #subagents = new Subagents(() => this.#at);
  #quirks: Quirks = quirksOf(undefined);
  #agent: string;
  #at = 0;

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#agent = options.agent;
  }

  add({ at, direction, text, isMessage }: WireRecord): void {
    const parsed = isMessage ? message.safeParse(parseJson(text)) : undefined;
    if (parsed?.success !== true) return;
    this.#at = this.#options.startedAt + at;
    const { data } = parsed;
    if (direction === 'out') this.#sent(data);
    else if (data.method === undefined) this.#answered(data);
    else this.#received(data.method, data.params);
  }

  end(): readonly SessionState[] {
    const reason = this.#options.readOnlyReason;
    return [...this.#states.values()].map((state) =>
      [
        { type: 'restored' as const, at: this.#at },
        { type: 'read_only' as const, at: this.#at, reason },
      ].reduce<SessionState>(reduce, state),
    );
  }

  #sent({ id, method, params }: Message): void {
    if (method === undefined) return;
    if (id !== undefined) this.#asked.set(id, { method, params });
    if (method === 'session/load' || method === 'session/resume') {
      const sessionId = ofSession.safeParse(params).data?.sessionId;
      if (sessionId === undefined) return;
      this.#open(sessionId, params);
      this.#loading.add(sessionId);
    }
    const prompt = method === 'session/prompt' ? promptParams.safeParse(params).data : undefined;
    if (prompt === undefined) return;
    this.#prompted.add(prompt.sessionId);
    this.#dispatch(prompt.sessionId, { type: 'prompt_started', at: this.#at, content: prompt.prompt });
  }

  #answered({ id, result, error }: Message): void {
    const asked = id === undefined ? undefined : this.#asked.get(id);
    if (id === undefined || asked === undefined) return;
    this.#asked.delete(id);
    const { method, params } = asked;
    const sessionId = ofSession.safeParse(params).data?.sessionId;
    switch (method) {
      case 'initialize':
        this.#initialized(result);
        return;
      case 'session/new': {
        const answer = newSessionAnswer.safeParse(result).data;
        if (answer === undefined) return;
        this.#open(answer.sessionId, params);
        this.#dispatch(answer.sessionId, {
          type: 'config_options',
          at: this.#at,
          options: answer.configOptions,
        });
        return;
      }
      case 'session/load':
      case 'session/resume': {
        if (sessionId === undefined) return;
        this.#loading.delete(sessionId);
        const options = reopenedAnswer.safeParse(result).data;
        if (options !== undefined) {
          this.#dispatch(sessionId, { type: 'config_options', at: this.#at, options });
        }
        return;
      }
      case 'session/prompt':
        if (sessionId !== undefined) this.#turnEnded(sessionId, result, error);
    }
  }

  #initialized(result: unknown): void {
    const answer = initializeAnswer.safeParse(result).data;
    this.#quirks = quirksOf(answer?.programName);
    const named = answer?.names.find((name) => name !== undefined && name !== '');
    if (this.#options.prefersOwnName && named !== undefined) this.#agent = named;
  }

  #turnEnded(sessionId: string, result: unknown, error: unknown): void {
    this.#prompted.delete(sessionId);
    const failed = errorObject.safeParse(error);
    const answer = promptAnswer.safeParse(result).data;
    this.#dispatch(
      sessionId,
      failed.success || answer === undefined
        ? {
            type: 'turn_failed',
            at: this.#at,
            error: agentRefused(this.#agent, failed.data?.message ?? '', undefined),
          }
        : withoutUndefined({
            type: 'turn_ended' as const,
            at: this.#at,
            stopReason: answer.stopReason,
            tokens: answer.tokens,
          }),
    );
  }

  #received(method: string, params: unknown): void {
    if (method === 'session/request_permission') {
      const asked = permissionParams.safeParse(params).data;
      if (asked === undefined) return;
      this.#translate(asked.sessionId, { type: 'tool_call', call: asked.question.call });
      return;
    }
    const reading = method === 'session/update' ? readSessionUpdate(params) : undefined;
    if (reading !== undefined) this.#updated(reading, params);
  }

  #updated(reading: SessionUpdateReading, sent: unknown): void {
    if (reading.kind === 'subagent') {
      const isOwn = (id: string): boolean => this.#states.has(id);
      const updates = this.#subagents.reported(reading.sessionId, reading.report, isOwn);
      for (const each of updates) this.#translate(this.#subagents.rootOf(reading.sessionId), each);
    }
    if (reading.kind !== 'parsed') return;
    const { sessionId, params = sent, more = [] } = reading;
    const update = wanted(sessionId, reading.update, {
      quirks: this.#quirks,
      isLoading: (id) => this.#loading.has(id),
      isPrompted: (id) => this.#prompted.has(id),
      folder: (id) => this.#states.get(id)?.cwd,
    });
    if (update !== undefined) {
      for (const each of [update, ...readMeta(update, params)]) this.#translate(sessionId, each);
    }
    for (const next of more) this.#updated(next, params);
  }

  #translate(sessionId: string, update: Update): void {
    const root = this.#subagents.rootOf(sessionId);
    for (const each of this.#subagents.translated(sessionId, update)) {
      this.#dispatch(root, { ...each, at: this.#at });
    }
  }

  #open(sessionId: string, params: unknown): void {
    if (this.#states.has(sessionId)) return;
    const { cwd, keyOf } = this.#options;
    const folder = setup.safeParse(params).data?.cwd ?? cwd;
    this.#states.set(sessionId, emptySession(keyOf(sessionId), this.#agent, folder));
  }

  #dispatch(sessionId: string, event: SessionEvent): void {
    this.#open(sessionId, undefined);
    const state = this.#states.get(sessionId);
    if (state !== undefined) this.#states.set(sessionId, reduce(state, event));
  }
}
