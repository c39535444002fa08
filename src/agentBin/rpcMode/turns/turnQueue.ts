// The prompt turns of one session: an accepted prompt is not a finished one, and several may wait for their turn.
import type { LateFailure } from '../cli/commandAnswers.ts';
import { answerOf } from '../cli/cliFamily.ts';
import {
  agentEnd,
  compaction,
  messageFrame,
  promptResult,
  type RpcFrame,
  type RpcMessage,
  type RpcState,
} from '../cli/frames.ts';
import { textOf } from '../conversation/messageText.ts';
import { promptFields, type RpcPrompt } from './rpcPrompt.ts';
import type { RpcCli } from '../cli/rpcCli.ts';
import type { RpcGone } from '../cli/rpcErrors.ts';
import { StatePoll } from './statePoll.ts';
import { StopDeadline } from './stopDeadline.ts';
import { failureOf, Turn, TurnFailure, type TurnEnd } from './cliTurn.ts';

export interface TurnsOptions {
  readonly cli: Pick<RpcCli, 'ask' | 'request'>;
  /** Whether the CLI tells by `prompt_result` that a prompt needed no model. */
  readonly tellsResults: boolean;
  /** A CLI that goes on although it was told to stop, or that keeps what was cancelled: it has to be ended. */
  readonly giveUp: (reason: 'ignoredAbort' | 'keptQueue') => void;
  /** Whether there was more to read than the client could take, since this was asked last. */
  readonly fellBehind: () => boolean;
  /** How often a silent CLI is asked whether it still works, in milliseconds. */
  readonly pollMs: number;
  /** How long it may take to stop, in milliseconds. */
  readonly abortMs: number;
}

/** How often in a row a CLI that should go on by itself must say that it does nothing. */
const PATIENCE = 3;

/** How soon a CLI that was told to stop is asked whether it has, in milliseconds. */
const SOON = 100;

export class Turns {
  readonly #options: TurnsOptions;
  readonly #poll: StatePoll;
  readonly #stop: StopDeadline;
  readonly #turns: Turn[] = [];
  #active = false;
  #retrying = false;
  #compacting = false;
  /** It said that it goes on by itself, and has not yet. */
  #expected = false;
  /** It began something after it had been told to stop. */
  #restarted = false;
  #quiet = 0;
  #gone: RpcGone | undefined;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#stop = new StopDeadline({ ...options, missed: () => options.giveUp('ignoredAbort') });
    this.#poll = new StatePoll(options.cli, (state) => this.#judge(state));
  }

  /** Whether a prompt is being answered or waits. */
  get isRunning(): boolean {
    return this.#turns.length > 0;
  }

  /** Whether it was told to stop and has not yet. */
  get isStopping(): boolean {
    return this.#stop.isUnderWay;
  }

  /** Resolves when it has stopped, where it was told to; else at once. */
  stopped(): Promise<void> {
    return this.#stop.whenOver();
  }

  /** Whether the agent works, for whatever reason. */
  get isActive(): boolean {
    return this.#active || this.isRunning;
  }

  /** Sends a prompt; resolves at the end of its turn. Rejects with TurnFailure or RpcGone. */
  prompt(prompt: RpcPrompt): Promise<TurnEnd> {
    return new Promise((resolve, reject) => {
      if (this.#gone !== undefined) {
        reject(this.#gone);
        return;
      }
      const queued = this.isActive;
      const turn = new Turn(prompt.message, queued, { resolve, reject });
      this.#turns.push(turn);
      const behavior = queued ? { streamingBehavior: 'followUp' } : {};
      const { id, answer } = this.#options.cli.ask('prompt', { ...promptFields(prompt), ...behavior });
      turn.commandId = id;
      answer.then(
        (data) => this.#accepted(turn, data),
        (error: unknown) => this.#finish(turn, failureOf(error)),
      );
    });
  }

  /** Whether a message of the user's is a prompt that one of the turns waits for. */
  awaits(words: string): boolean {
    return this.#turns.some(({ started, message, queued }) => !started && (!queued || message === words));
  }

  /**
   * Stops what the agent does and has it do something else in the same turn. Rejects with RpcRefusal or RpcGone.
   * `atOnce`: the CLI has one command for both.
   */
  async replace(prompt: RpcPrompt, atOnce: boolean): Promise<void> {
    const { cli } = this.#options;
    const [head] = this.#turns;
    this.#expected = true;
    this.#watch();
    if (!atOnce) await cli.request('abort');
    // Cancelled meanwhile.
    if (!this.#expected) return;
    const { id, answer } = cli.ask(atOnce ? 'abort_and_prompt' : 'prompt', promptFields(prompt));
    const before = head?.commandId;
    if (head !== undefined) head.commandId = id;
    try {
      await answer;
    } catch (error) {
      // Nothing comes in place of what ran: the turn is what it was.
      if (head?.commandId === id) head.commandId = before;
      this.#expected = false;
      this.#check();
      throw error;
    }
  }

  /** Stops everything. The turns end as cancelled when the agent has really stopped. */
  cancel(clearsQueue: boolean): void {
    if (this.#turns.length === 0) return;
    for (const turn of this.#turns) turn.cancelled = true;
    this.#expected = false;
    this.#stop.begin();
    this.#abort(clearsQueue).catch(() => {
      // The CLI has ended, and with it the turns.
    });
  }

  async #abort(clearsQueue: boolean): Promise<void> {
    const { cli } = this.#options;
    if (clearsQueue) await answerOf(cli, 'clear_queue');
    if (this.#retrying) await answerOf(cli, 'abort_retry');
    await answerOf(cli, 'abort');
    this.#retrying = false;
    this.#check();
  }

  /** Takes note of one frame. */
  take(frame: RpcFrame): void {
    this.#quiet = 0;
    switch (frame.type) {
      case 'agent_start':
        this.#active = true;
        this.#expected = false;
        this.#restarted = this.isStopping;
        break;
      case 'message_start':
        this.#messageStarted(messageFrame.safeParse(frame).data?.message);
        break;
      case 'message_end':
        this.#messageEnded(messageFrame.safeParse(frame).data?.message);
        break;
      case 'auto_retry_start':
        this.#retrying = true;
        break;
      case 'auto_retry_end':
        this.#retrying = false;
        this.#check();
        break;
      case 'compaction_start':
      case 'auto_compaction_start':
        this.#compacting = true;
        break;
      case 'compaction_end':
      case 'auto_compaction_end':
        this.#compacting = false;
        if (compaction.safeParse(frame).data?.willRetry === true) this.#expected = true;
        else this.#check();
        break;
      case 'agent_end':
        this.#agentEnded(frame);
        break;
      case 'agent_settled':
        this.#settled();
        break;
      case 'prompt_result':
        this.#resulted(frame);
        break;
    }
    this.#watch();
  }

  /** A prompt that was accepted failed after all. Tells whether it was one of these. */
  failedLate({ id, error }: LateFailure): boolean {
    const turn = this.#turns.find(({ commandId }) => commandId === id);
    if (turn !== undefined) this.#finish(turn, new TurnFailure(error));
    return turn !== undefined;
  }

  /** Nobody wants their answers any more: they end as cancelled when the CLI does. */
  abandon(): void {
    for (const turn of this.#turns) turn.cancelled = true;
  }

  /** The CLI has ended: so have all turns. A cancelled one has got what was asked for. */
  lost(gone: RpcGone): void {
    this.#gone = gone;
    this.#active = false;
    this.#finishAll(gone);
    this.#poll.stop();
  }

  #accepted(turn: Turn, data: unknown): void {
    // It has failed meanwhile.
    if (!this.#turns.includes(turn)) return;
    turn.accepted = true;
    if (promptResult.safeParse(data).data?.agentInvoked === false) this.#finish(turn, undefined);
    else if (turn.isCommand && !this.#options.tellsResults) this.#check();
    else this.#watch();
  }

  #resulted(frame: RpcFrame): void {
    const { id, agentInvoked } = promptResult.safeParse(frame).data ?? {};
    if (agentInvoked !== false) return;
    const turn = this.#turns.find(({ commandId }) => commandId === id) ?? this.#turns[0];
    if (turn !== undefined && !turn.started) this.#finish(turn, undefined);
  }

  #messageStarted(message: RpcMessage | undefined): void {
    if (message?.role !== 'user') return;
    const [head] = this.#turns;
    if (head === undefined) return;
    const words = textOf(message);
    const waiting = this.#turns.find((turn) => !turn.started && turn.message === words);
    if (waiting !== undefined) {
      // What stood before it in the queue has been answered.
      for (const before of this.#turns.slice(0, this.#turns.indexOf(waiting)))
        this.#finish(before, undefined);
      waiting.started = true;
    } else if (!head.queued) {
      // A template was expanded: the words are others, the prompt is the same.
      head.started = true;
    }
  }

  #messageEnded(message: RpcMessage | undefined): void {
    const [head] = this.#turns;
    if (message?.role !== 'assistant' || head === undefined) return;
    head.answered(message);
  }

  #agentEnded(frame: RpcFrame): void {
    const end = agentEnd.safeParse(frame).data;
    if (end?.willRetry === true || end?.isTerminal === false || this.#expected) {
      this.#watch();
      return;
    }
    this.#active = false;
    if (end?.isTerminal === true && !this.#retrying && !this.#compacting) this.#settled();
    else this.#check();
  }

  #settled(): void {
    this.#active = false;
    const [head] = this.#turns;
    if (head === undefined || this.#expected) return;
    // Others may be about to begin; a prompt that was not accepted yet is not what has ended; and some run at once
    // what was waiting when they were told to stop.
    const isTheEnd = this.#turns.length === 1 && head.accepted && (head.started || !head.queued);
    if (isTheEnd && !head.cancelled) this.#finish(head, undefined);
    else this.#check();
  }

  /** Asks whether it still works; ends the turns when it does not. */
  #check(): void {
    if (this.isRunning) this.#poll.ask();
  }

  #judge(state: RpcState | undefined): void {
    if (!this.isRunning) return;
    if (state === undefined) {
      // It has ended and the turns with it, or it would not say this time.
      this.#watch();
      return;
    }
    const isBusy = state.isStreaming !== false || state.isCompacting === true;
    const everyCancelled = this.#turns.every(({ cancelled }) => cancelled);
    if (isBusy || this.#retrying || this.#compacting) {
      this.#quiet = 0;
      // It works on what had been waiting.
      if (everyCancelled && this.#restarted) {
        this.#restarted = false;
        void answerOf(this.#options.cli, 'abort').catch(() => undefined);
      }
      this.#watch();
      return;
    }
    const queued = state.queuedMessageCount ?? state.pendingMessageCount ?? 0;
    // A prompt that is not accepted yet is a command at work; only the user ends that.
    const isCommandAtWork = this.#turns.some(
      (turn) => !turn.accepted || (!turn.started && this.#options.tellsResults && turn.isCommand),
    );
    const isUnanswered = this.#turns.some(
      (turn) =>
        !turn.started &&
        (turn.queued ||
          this.#options.tellsResults ||
          // Some accept a prompt at once and begin with it after a while.
          (!turn.isCommand && !turn.isAnswered && !this.#active)),
    );
    this.#quiet++;
    const isExpected = queued > 0 || (!everyCancelled && (this.#expected || isUnanswered));
    const wanted = isExpected ? PATIENCE : 1;
    if (this.#quiet < wanted || (isCommandAtWork && !everyCancelled)) {
      this.#watch();
      return;
    }
    this.#expected = false;
    this.#active = false;
    this.#finishAll(undefined);
    if (everyCancelled && queued > 0) this.#options.giveUp('keptQueue');
  }

  /** Looks after a while whether anything has come of it. */
  #watch(): void {
    if (!this.isRunning) return;
    const { pollMs } = this.#options;
    this.#poll.askAfter(this.isStopping ? Math.min(SOON, pollMs) : pollMs);
  }

  #finishAll(failure: Error | undefined): void {
    for (;;) {
      const [turn] = this.#turns;
      if (turn === undefined) return;
      this.#finish(turn, failure);
    }
  }

  #finish(turn: Turn, failure: Error | undefined): void {
    const index = this.#turns.indexOf(turn);
    if (index === -1) return;
    this.#turns.splice(index, 1);
    if (this.#turns.length === 0) {
      this.#poll.stop();
      this.#quiet = 0;
      this.#stop.over();
    }
    turn.end(failure);
  }
}
