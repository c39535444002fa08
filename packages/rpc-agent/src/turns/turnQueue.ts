// The prompt turns of one session: an accepted prompt is not a finished one, and several may wait for their turn.
import type { LateFailure } from '../cli/commandAnswers.ts';
import { answerOf } from '../cli/cliFamily.ts';
import {
  agentEnd,
  messageFrame,
  promptResult,
  type RpcFrame,
  type RpcMessage,
  type RpcState,
} from '../cli/frames.ts';
import type { RpcCli } from '../cli/rpcCli.ts';
import type { RpcGone } from '../cli/rpcErrors.ts';
import { textOf } from '../conversation/messageText.ts';
import { activityAfter, announcesMore, IDLE, type CliActivity } from './cliActivity.ts';
import { CliTurn, failureOf, TurnFailure, type TurnEnd } from './cliTurn.ts';
import { promptFields, type RpcPrompt } from './rpcPrompt.ts';
import { StatePoll } from './statePoll.ts';
import { StopDeadline } from './stopDeadline.ts';
import { decide, factsOf } from './turnDecision.ts';
import { afterAcceptance, afterBeginning, hasBegun, isAccepted } from './turnState.ts';

export interface TurnQueueOptions {
  readonly cli: Pick<RpcCli, 'ask' | 'request'>;
  /** Whether the CLI says by `prompt_result` that a prompt needed no model. */
  readonly sendsPromptResults: boolean;
  /** Called for a CLI that has to be ended: it goes on when asked to stop, or still has queued what was cancelled. */
  readonly giveUp: (reason: 'ignoredAbort' | 'keptQueue') => void;
  /** Whether there was more to read than the client could accept, since this was asked last. */
  readonly fellBehind: () => boolean;
  /** How often a silent CLI is asked whether it still works. */
  readonly pollMs: number;
  /** How long it may take to stop. */
  readonly abortMs: number;
}

/** How soon a CLI that was asked to stop is asked whether it has. */
const STOPPING_POLL_MS = 100;

export class TurnQueue {
  readonly #options: TurnQueueOptions;
  readonly #poll: StatePoll;
  readonly #stop: StopDeadline;
  readonly #turns: CliTurn[] = [];
  #activity: CliActivity = IDLE;
  #idleReports = 0;
  #gone: RpcGone | undefined;

  constructor(options: TurnQueueOptions) {
    this.#options = options;
    this.#stop = new StopDeadline({ ...options, onMissed: () => options.giveUp('ignoredAbort') });
    this.#poll = new StatePoll(options.cli, (state) => this.#handleState(state));
  }

  /** Whether a prompt is being answered or waits. */
  get isRunning(): boolean {
    return this.#turns.length > 0;
  }

  /** Whether it was asked to stop and has not yet. */
  get isStopping(): boolean {
    return this.#stop.isPending;
  }

  /** Resolves when it has stopped, where it was asked to; else at once. */
  stopped(): Promise<void> {
    return this.#stop.whenMet();
  }

  /** Whether the agent works, for whatever reason. */
  get isActive(): boolean {
    return this.#activity.isWorking || this.isRunning;
  }

  /** Sends a prompt; resolves at the end of its turn. Rejects with TurnFailure or RpcGone. */
  prompt(prompt: RpcPrompt): Promise<TurnEnd> {
    return new Promise((resolve, reject) => {
      if (this.#gone !== undefined) {
        reject(this.#gone);
        return;
      }
      const isQueued = this.isActive;
      const turn = new CliTurn(prompt.message, isQueued, { resolve, reject });
      this.#turns.push(turn);
      const behavior = isQueued ? { streamingBehavior: 'followUp' } : {};
      const { id, answer } = this.#options.cli.ask('prompt', { ...promptFields(prompt), ...behavior });
      turn.commandId = id;
      answer.then(
        (data) => this.#handleAcceptance(turn, data),
        (error: unknown) => this.#end(turn, failureOf(error)),
      );
    });
  }

  /** Whether a message of the user's is a prompt that one of the turns waits for. */
  awaits(text: string): boolean {
    return this.#turns.some(
      ({ state, message, isQueued }) => !hasBegun(state) && (!isQueued || message === text),
    );
  }

  /**
   * Stops what the agent does and has it do something else in the same turn. Rejects with RpcRefusal or RpcGone.
   * `atOnce`: the CLI has one command for both.
   */
  async replace(prompt: RpcPrompt, atOnce: boolean): Promise<void> {
    const { cli } = this.#options;
    const [head] = this.#turns;
    this.#change({ isAboutToContinue: true });
    this.#watch();
    if (!atOnce) await cli.request('abort');
    // Cancelled meanwhile.
    if (!this.#activity.isAboutToContinue) return;
    const { id, answer } = cli.ask(atOnce ? 'abort_and_prompt' : 'prompt', promptFields(prompt));
    const before = head?.commandId;
    if (head !== undefined) head.commandId = id;
    try {
      await answer;
    } catch (error) {
      // Nothing comes in place of what ran: the turn is what it was.
      if (head?.commandId === id) head.commandId = before;
      this.#change({ isAboutToContinue: false });
      this.#check();
      throw error;
    }
  }

  /** Stops everything. The turns end as cancelled when the agent has really stopped. */
  cancel(clearsQueue: boolean): void {
    if (!this.isRunning) return;
    this.abandon();
    this.#change({ isAboutToContinue: false });
    this.#stop.start();
    this.#abort(clearsQueue).catch(() => {
      // The CLI has ended, and with it the turns.
    });
  }

  async #abort(clearsQueue: boolean): Promise<void> {
    const { cli } = this.#options;
    if (clearsQueue) await answerOf(cli, 'clear_queue');
    if (this.#activity.isRetrying) await answerOf(cli, 'abort_retry');
    await answerOf(cli, 'abort');
    this.#change({ isRetrying: false });
    this.#check();
  }

  handleFrame(frame: RpcFrame): void {
    const before = this.#activity;
    this.#idleReports = 0;
    this.#activity = activityAfter(before, frame, this.isStopping);
    switch (frame.type) {
      case 'message_start':
        this.#handleMessageStart(messageFrame.safeParse(frame).data?.message);
        break;
      case 'message_update': {
        // Not every CLI says which prompt it begins with: the first one that it was free for is what it answers.
        const [head] = this.#turns;
        if (head?.isQueued === false) head.addOutput();
        break;
      }
      case 'message_end':
        this.#handleMessageEnd(messageFrame.safeParse(frame).data?.message);
        break;
      case 'auto_retry_end':
        this.#check();
        break;
      case 'compaction_end':
      case 'auto_compaction_end':
        if (!announcesMore(frame)) this.#check();
        break;
      case 'agent_end':
        if (!before.isAboutToContinue && !announcesMore(frame)) this.#handleAgentEnd(frame);
        break;
      case 'agent_settled':
        this.#settle();
        break;
      case 'prompt_result':
        this.#handlePromptResult(frame);
        break;
    }
    this.#watch();
  }

  /** A prompt that was accepted failed after all. Returns whether it was one of these. */
  handleLateFailure({ id, error }: LateFailure): boolean {
    const turn = this.#turns.find(({ commandId }) => commandId === id);
    if (turn !== undefined) this.#end(turn, new TurnFailure(error));
    return turn !== undefined;
  }

  /** Nobody wants their answers any more: they end as cancelled when the CLI does. */
  abandon(): void {
    for (const turn of this.#turns) turn.isCancelled = true;
  }

  /** The CLI has ended, and with it all turns. A cancelled one has got what was asked for. */
  handleLoss(gone: RpcGone): void {
    this.#gone = gone;
    this.#change({ isWorking: false });
    this.#endAll(gone);
    this.#poll.stop();
  }

  #handleAcceptance(turn: CliTurn, data: unknown): void {
    // It has failed meanwhile.
    if (!this.#turns.includes(turn)) return;
    turn.state = afterAcceptance[turn.state];
    if (promptResult.safeParse(data).data?.agentInvoked === false) this.#end(turn, undefined);
    else if (turn.isCommand && !this.#options.sendsPromptResults) this.#check();
    else this.#watch();
  }

  #handlePromptResult(frame: RpcFrame): void {
    const { id, agentInvoked } = promptResult.safeParse(frame).data ?? {};
    if (agentInvoked !== false) return;
    const turn = this.#turns.find(({ commandId }) => commandId === id) ?? this.#turns[0];
    if (turn !== undefined && !hasBegun(turn.state)) this.#end(turn, undefined);
  }

  #handleMessageStart(message: RpcMessage | undefined): void {
    const [head] = this.#turns;
    if (message?.role !== 'user' || head === undefined) return;
    const text = textOf(message);
    const waiting = this.#turns.find((turn) => !hasBegun(turn.state) && turn.message === text);
    if (waiting !== undefined) {
      // What was before it in the queue has been answered.
      const answered = this.#turns.slice(0, this.#turns.indexOf(waiting));
      for (const turn of answered) this.#end(turn, undefined);
      waiting.state = afterBeginning[waiting.state];
    } else if (!head.isQueued) {
      // A template was expanded: the text is another, the prompt is the same.
      head.state = afterBeginning[head.state];
    }
  }

  #handleMessageEnd(message: RpcMessage | undefined): void {
    if (message?.role === 'assistant') this.#turns[0]?.addAnswer(message);
  }

  #handleAgentEnd(frame: RpcFrame): void {
    const { isRetrying, isCompacting } = this.#activity;
    const [head] = this.#turns;
    // A run that brought nothing was the answer, too.
    if (head?.isQueued === false) head.addOutput();
    const isTerminal = agentEnd.safeParse(frame).data?.isTerminal === true;
    if (isTerminal && !isRetrying && !isCompacting) this.#settle();
    else this.#check();
  }

  #settle(): void {
    const [head] = this.#turns;
    if (head === undefined || this.#activity.isAboutToContinue) return;
    // Others may be about to begin; a prompt that was not accepted yet is not what has ended; and some CLIs run what
    // was waiting as soon as they are asked to stop.
    const isTheEnd =
      this.#turns.length === 1 && isAccepted(head.state) && (hasBegun(head.state) || !head.isQueued);
    if (isTheEnd && !head.isCancelled) this.#end(head, undefined);
    else this.#check();
  }

  #handleState(state: RpcState | undefined): void {
    if (!this.isRunning) return;
    const { cli, sendsPromptResults, giveUp } = this.#options;
    const facts = factsOf(this.#turns, state, {
      activity: this.#activity,
      idleReports: this.#idleReports,
      sendsPromptResults,
    });
    this.#idleReports = facts.idleReports;
    const decision = decide(facts);
    switch (decision) {
      case 'watch':
        this.#watch();
        break;
      case 'abortAgain':
        this.#change({ hasRestarted: false });
        void answerOf(cli, 'abort').catch(() => undefined);
        this.#watch();
        break;
      case 'endTurns':
      case 'endTurnsAndCli':
        this.#change({ isAboutToContinue: false, isWorking: false });
        this.#endAll(undefined);
        if (decision === 'endTurnsAndCli') giveUp('keptQueue');
        break;
    }
  }

  #change(change: Partial<CliActivity>): void {
    this.#activity = { ...this.#activity, ...change };
  }

  /** Asks now whether it still works. */
  #check(): void {
    if (this.isRunning) this.#poll.ask();
  }

  /** Asks after a while whether it still works. */
  #watch(): void {
    if (!this.isRunning) return;
    const { pollMs } = this.#options;
    this.#poll.askAfter(this.isStopping ? Math.min(STOPPING_POLL_MS, pollMs) : pollMs);
  }

  #endAll(failure: Error | undefined): void {
    for (const turn of this.#turns.slice()) this.#end(turn, failure);
  }

  #end(turn: CliTurn, failure: Error | undefined): void {
    const index = this.#turns.indexOf(turn);
    if (index === -1) return;
    this.#turns.splice(index, 1);
    if (!this.isRunning) {
      this.#poll.stop();
      this.#idleReports = 0;
      this.#stop.meet();
    }
    turn.end(failure);
  }
}
