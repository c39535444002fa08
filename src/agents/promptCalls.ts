// The ACP methods of an open session: prompt, cancel, steer, options, title.
import { classifyFailure, type ReportedLimit } from '../core/failures/classifyFailure.ts';
import { taskNotStopped } from '../core/agentErrors.ts';
import { ParleyError } from '../core/errors.ts';
import type { Clock } from '../core/ports/hostPorts.ts';
import type { PromptResult, SessionControls, SteeringBehavior } from '../core/ports/agent.ts';
import type { ConfigOption } from '../core/session/configOptions/state.ts';
import type { ContentBlock } from '../core/session/content.ts';
import type { AgentCalls } from './agentCalls.ts';
import { noHandshake, type Handshake } from './handshake.ts';
import { promptResult } from './quirks.ts';
import { acceptedContent } from './acceptedContent.ts';
import { MAX_REASON_CHARACTERS, type TurnAnswers } from './turns/turnAnswers.ts';
import { turnError } from './turns/turnError.ts';
import { stderrSince } from './turns/stderrSince.ts';
import { anyAnswer, promptAnswer } from './schema/answerSchema.ts';
import type { RequestMethod } from './schema/requestSchema.ts';
import { stopTaskAnswer } from './backgroundTasks/backgroundTaskSchema.ts';
import { setConfigOptionAnswer } from './schema/configSchema.ts';

const NO_CAPABILITIES: Handshake['description']['promptCapabilities'] = {
  image: false,
  audio: false,
  embeddedContext: false,
};

export interface PromptCallsOptions {
  /** The agent as the user knows it. */
  readonly label: string;
  readonly calls: AgentCalls;
  readonly notify: (method: string, params: object) => void;
  readonly clock: Clock;
  readonly answers: TurnAnswers;
  /** The limits of the account that the agent reported last; undefined where it did not. */
  readonly limit: () => ReportedLimit | undefined;
  /** The end of what the process wrote to its standard error. */
  readonly stderrTail: () => string;
  /** Called when a session is to stop, in a turn or not. */
  readonly onCancel: (sessionId: string) => void;
  /** The sub-agents of a session that can be stopped. */
  readonly subagents: (sessionId: string) => readonly string[];
  /** Called with the text of an answer that came with the end of its turn. */
  readonly onLateAnswer: (sessionId: string, text: string) => void;
  /** Undefined until the agent has answered `initialize`. */
  readonly handshake: () => Handshake | undefined;
}

/** All of them reject with a ParleyError. */
export class PromptCalls implements SessionControls {
  readonly #options: PromptCallsOptions;
  /** The running turns of sessions by their ids. */
  readonly #turns = new Map<string, { isStopping: boolean }>();
  #lastPrompted: string | undefined;

  constructor(options: PromptCallsOptions) {
    this.#options = options;
  }

  /** Whether a turn runs in a session. */
  isPrompted(sessionId: string): boolean {
    return this.#turns.has(sessionId);
  }

  /** Whether a turn runs in a session that is to stop. */
  isStopping(sessionId: string): boolean {
    return this.#turns.get(sessionId)?.isStopping === true;
  }

  /** An object that stands for the running turn of a session. */
  turn(sessionId: string): object | undefined {
    return this.#turns.get(sessionId);
  }

  /** The sessions in which a turn runs. */
  get prompted(): readonly string[] {
    return [...this.#turns.keys()];
  }

  /** The session in which a turn began last. */
  get lastPrompted(): string | undefined {
    return this.#lastPrompted;
  }

  /** Resolves when the turn has ended (R46, R47). */
  async prompt(sessionId: string, content: readonly ContentBlock[]): Promise<PromptResult> {
    const prompt = this.#accepted(content);
    const turn = { isStopping: false };
    this.#turns.set(sessionId, turn);
    this.#lastPrompted = sessionId;
    try {
      const { answers, calls, clock, handshake, label, limit, stderrTail } = this.#options;
      const before = stderrTail();
      answers.begin(sessionId);
      const answer = await calls.request('session/prompt', { sessionId, prompt }, promptAnswer);
      const { said, answer: text, ...result } = answer;
      // An agent that has streamed its answer may repeat it here, and a sentence may be the reason of a failure.
      const isLate = text !== undefined && !answers.hasAnswered(sessionId) && !this.#isFailure(text);
      if (isLate) this.#options.onLateAnswer(sessionId, text);
      const onlyText = isLate ? text : answers.onlyText(sessionId);
      const hasAnswered = answers.end(sessionId) || isLate;
      const error = turnError({
        label,
        stopReason: result.stopReason,
        said,
        hasAnswered,
        onlyText,
        stderr: hasAnswered ? '' : await stderrSince(before, stderrTail),
        limit: limit(),
        now: clock.now(),
      });
      return { ...promptResult(result, (handshake() ?? noHandshake).quirks), ...error };
    } finally {
      this.#options.answers.end(sessionId);
      if (this.#turns.get(sessionId) === turn) this.#turns.delete(sessionId);
    }
  }

  /** Asks for the end of the running turn, and of what the agent does after it (R54). */
  cancel(sessionId: string): void {
    const params = { sessionId };
    const turn = this.#turns.get(sessionId);
    if (turn !== undefined) turn.isStopping = true;
    this.#options.onCancel(sessionId);
    this.#options.calls.check('session/cancel', params);
    this.#options.notify('session/cancel', params);
    for (const id of this.#options.subagents(sessionId)) {
      this.#options.notify('session/cancel', { sessionId: id });
    }
  }

  /** Hands the agent a message while it works on a prompt. */
  async steer(
    sessionId: string,
    content: readonly ContentBlock[],
    behavior: SteeringBehavior,
  ): Promise<void> {
    const prompt = this.#accepted(content);
    await this.#ask('_session/steering', { sessionId, prompt, behavior });
  }

  /** An answer that does not say that the task was not stopped is an acknowledgement. */
  async stopTask(sessionId: string, asyncTaskId: string): Promise<void> {
    const { calls, label } = this.#options;
    const params = { sessionId, asyncTaskId };
    const { stopped } = await calls.request('_session/async_task/stop', params, stopTaskAnswer);
    if (stopped === false) throw new ParleyError(taskNotStopped(label));
  }

  /** Resolves to all options as the agent has them now; to undefined where its answer does not say (R93, R98). */
  async setConfigOption(
    sessionId: string,
    option: ConfigOption,
    value: string | boolean,
  ): Promise<readonly ConfigOption[] | undefined> {
    const sent = sentValue(option, value);
    switch (option.setBy) {
      case 'mode':
        await this.#ask('session/set_mode', { sessionId, modeId: sent });
        return undefined;
      case 'model':
        await this.#ask('session/set_model', { sessionId, modelId: sent });
        return undefined;
      case 'config_option': {
        // Only the value of a boolean option is sent with its type (R98).
        const typed = typeof sent === 'boolean' ? { type: 'boolean', value: sent } : { value: sent };
        const params = { sessionId, configId: option.sentId ?? option.id, ...typed };
        const { calls } = this.#options;
        const answer = await calls.request('session/set_config_option', params, setConfigOptionAnswer);
        return answer.configOptions;
      }
    }
  }

  /** Resolves to whether the agent stores titles; it has this one then. */
  async setTitle(sessionId: string, title: string): Promise<boolean> {
    if (this.#options.handshake()?.setsTitles !== true) return false;
    await this.#ask('session/set_title', { sessionId, title });
    return true;
  }

  #isFailure(text: string): boolean {
    const { limit, clock } = this.#options;
    if (text.length > MAX_REASON_CHARACTERS) return false;
    return classifyFailure({ code: 0, message: text, data: undefined }, limit(), clock.now()) !== undefined;
  }

  #accepted(content: readonly ContentBlock[]): ReturnType<typeof acceptedContent> {
    const { label, handshake } = this.#options;
    return acceptedContent(label, content, handshake()?.description.promptCapabilities ?? NO_CAPABILITIES);
  }

  async #ask(method: RequestMethod, params: object): Promise<void> {
    await this.#options.calls.request(method, params, anyAnswer);
  }
}

/** A value as the agent sent it. */
function sentValue(option: ConfigOption, value: string | boolean): string | number | boolean {
  if (option.type === 'boolean') return value;
  const values = option.groups.flatMap((group) => group.values);
  return values.find((each) => each.value === value)?.sent ?? value;
}
