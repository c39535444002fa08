// One ACP session over one CLI process: what the client asks becomes commands, what the CLI says becomes updates.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
  RequestError,
  type AgentContext,
  type AvailableCommand,
  type ClientCapabilities,
  type ContentBlock,
  type McpServer,
  type PromptResponse,
  type SessionConfigOption,
  type StopReason,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { configOptionsOf, settingCommand, type Settings } from './configOptions.ts';
import { answerOf } from './family.ts';
import {
  commandList,
  commandOutput,
  messageFrame,
  messageUpdate,
  queueUpdate,
  sessionInfo,
  sessionStats,
  type MessageUsage,
  type RpcCommand,
  type RpcFrame,
  type RpcMessage,
  type RpcState,
} from './frames.ts';
import { forkPoints, SessionChangeRefused, switchSession } from './fork.ts';
import { HostTools } from './hostTools.ts';
import { MessageStream } from './messageStream.ts';
import { Notices } from './notices.ts';
import { planUpdate } from './plan.ts';
import { promptFields, rpcPrompt } from './promptContent.ts';
import { replayOf } from './replay.ts';
import { RpcGone, RpcRefusal } from './rpcCli.ts';
import { RpcLink, type CommandLine } from './rpcLink.ts';
import { allCommands, runSlashCommand, slashCommandOf, type SlashCommand } from './slashCommands.ts';
import { ToolCalls } from './toolCalls.ts';
import { isTodoTool } from './toolNames.ts';
import { textOf, TurnFailure, Turns } from './turns.ts';
import { usageUpdate } from './turnUsage.ts';
import { UiRequests } from './uiRequests.ts';
import { Updates } from './updates.ts';

/** How long a CLI may take to stop its work before it is ended, in milliseconds. */
const STOP_GRACE = 500;

/** How long things may take, in milliseconds. */
export interface Patience {
  /** The first answer of a CLI. */
  readonly startMs: number;
  /** Silence in a turn until the CLI is asked whether it still works. */
  readonly pollMs: number;
  /** Stopping when told to. */
  readonly abortMs: number;
}

export interface RpcSessionOptions {
  readonly commandLine: CommandLine;
  /** Absolute. */
  readonly cwd: string;
  readonly mcpServers: readonly McpServer[];
  readonly client: AgentContext;
  readonly capabilities: ClientCapabilities;
  readonly patience: Patience;
  readonly log: (line: string) => void;
}

/** What a client may do with a message while a turn runs. */
export type SteeringBehavior = 'steer' | 'followUp' | 'now';

/** What runs behind the session; another after the CLI has ended. */
interface Running {
  readonly link: RpcLink;
  readonly turns: Turns;
  readonly hostTools: HostTools;
  readonly uiRequests: UiRequests;
}

export class RpcSession {
  /** How the client knows it. */
  readonly id: string;
  readonly cwd: string;
  readonly #options: RpcSessionOptions;
  readonly #updates: Updates;
  readonly #stream: MessageStream;
  readonly #toolCalls: ToolCalls;
  readonly #notices: Notices;
  readonly #steered: string[] = [];
  #running: Running | undefined;
  #starting: Promise<Running> | undefined;
  #settings: Settings;
  #commands: readonly RpcCommand[];
  #title: string | undefined;
  #plan = '[]';
  #lastUsage: MessageUsage | undefined;
  #told = '';
  readonly #toldUpdates = new Map<string, string>();
  #refreshing: Promise<void> | undefined;
  /** The slash commands that run here and not as a turn of the CLI; each is done when its promise is. */
  readonly #slashCommands = new Map<AbortController, Promise<StopReason>>();
  readonly #opened: Promise<void>;
  #setOpened = (): void => undefined;
  #closed = false;

  private constructor(id: string, options: RpcSessionOptions, link: RpcLink, state: RpcState) {
    this.id = id;
    this.cwd = options.cwd;
    this.#options = options;
    const { client, capabilities } = options;
    this.#opened = new Promise((resolve) => {
      this.#setOpened = resolve;
    });
    this.#updates = new Updates({
      client,
      pause: () => this.#running?.link.cli.pause(),
      resume: () => this.#running?.link.cli.resume(),
    });
    const send = this.#updates.send.bind(this.#updates);
    this.#stream = new MessageStream(send);
    this.#toolCalls = new ToolCalls({
      cwd: options.cwd,
      terminals: isServed(capabilities._meta?.['terminal_output']),
      send,
    });
    this.#notices = new Notices({
      notices: isServed(capabilities.session?.notices),
      compactions: isServed(capabilities.session?.compaction),
      send,
    });
    const { family, models, thinkingLevels, commands } = link.first;
    this.#settings = { family, state, models, thinkingLevels, autoRetry: true };
    this.#commands = commands;
  }

  /**
   * Makes a session of a CLI that is ready, and of the conversation that it has now. The client may know the session
   * by an id already. Rejects with RpcGone.
   */
  static async over(link: RpcLink, options: RpcSessionOptions, knownAs?: string): Promise<RpcSession> {
    const state = await link.state();
    const session = new RpcSession(knownAs ?? state.sessionId ?? randomUUID(), options, link, state);
    await session.#attach(link);
    return session;
  }

  /** The config options as they are. */
  configOptions(): SessionConfigOption[] {
    const options = configOptionsOf(
      this.#settings,
      isServed(this.#options.capabilities.session?.configOptions?.boolean),
    );
    this.#told = JSON.stringify(options);
    return options;
  }

  /** The file that the conversation is kept in; undefined where there is none yet. */
  get file(): string | undefined {
    const { sessionFile } = this.#settings.state;
    return sessionFile !== undefined && existsSync(sessionFile) ? sessionFile : undefined;
  }

  /** The client knows the session from now on: it is told what there is. */
  open(): void {
    this.#updates.open(this.id);
    this.#setOpened();
    this.#sendCommands();
    this.#takeState(this.#settings.state);
    this.#sendUsage().catch(ignoreGone);
  }

  /** Tells the client the whole conversation again; resolves when it has it. Rejects with a RequestError. */
  async replay(): Promise<void> {
    const { link } = await this.#ensure();
    try {
      const [points, messages] = await Promise.all([
        forkPoints(link.cli, link.family),
        link.request('get_messages'),
      ]);
      const compactions = isServed(this.#options.capabilities.session?.compaction);
      for (const update of replayOf(messages, { cwd: this.cwd, forkPoints: points, compactions })) {
        this.#updates.send(update);
      }
    } catch (error) {
      throw asRequestError(error);
    }
    await this.#updates.flushed();
  }

  /** One prompt turn. Rejects with a RequestError, whose message is for the person. */
  async prompt(blocks: readonly ContentBlock[]): Promise<PromptResponse> {
    const { link, turns } = await this.#ensure();
    const prompt = rpcPrompt(blocks);
    const command = slashCommandOf(prompt.message);
    if (command !== undefined) return await this.#run(command, link);
    try {
      const { stopReason, usage } = await turns.prompt(prompt);
      if (!turns.isRunning) await this.#afterTurn();
      const entryId = await this.#lastEntry();
      return {
        stopReason,
        ...(usage === undefined ? {} : { usage }),
        ...(entryId === undefined ? {} : { _meta: { 'parley.dev/entryId': entryId } }),
      };
    } catch (error) {
      if (!turns.isRunning) await this.#afterTurn();
      throw asRequestError(error);
    } finally {
      await this.#updates.flushed();
    }
  }

  /** Runs a command that is no prompt for the CLI. Rejects with a RequestError. */
  async #run(command: SlashCommand, { cli }: RpcLink): Promise<PromptResponse> {
    const { capabilities, patience } = this.#options;
    const running = new AbortController();
    const done = runSlashCommand(command, {
      cli,
      cwd: this.cwd,
      terminals: isServed(capabilities._meta?.['terminal_output']),
      send: this.#updates.send.bind(this.#updates),
      show: (frame) => this.#notices.take(frame),
      signal: running.signal,
      abortMs: patience.abortMs,
    });
    this.#slashCommands.set(running, done);
    try {
      const stopReason = await done;
      await Promise.all([this.#refresh(), this.#sendUsage()]).catch(ignoreGone);
      return { stopReason };
    } catch (error) {
      if (running.signal.aborted) return { stopReason: 'cancelled' };
      throw asRequestError(error);
    } finally {
      this.#slashCommands.delete(running);
      await this.#updates.flushed();
    }
  }

  /** Gives the running turn another message. Rejects with a RequestError where there is none. */
  async steer(blocks: readonly ContentBlock[], behavior: SteeringBehavior): Promise<void> {
    const running = this.#running;
    if (running?.turns.isRunning !== true) {
      throw RequestError.invalidRequest(undefined, 'No turn is running: send a prompt instead.');
    }
    const { link, turns } = running;
    const prompt = rpcPrompt(blocks);
    this.#steered.push(prompt.message);
    try {
      if (behavior === 'now') await turns.replace(prompt, link.family !== 'pi');
      else await link.cli.request(behavior === 'steer' ? 'steer' : 'follow_up', promptFields(prompt));
    } catch (error) {
      this.#forgetSteered(prompt.message);
      throw asRequestError(error);
    }
  }

  /** Stops whatever runs; the prompts end as cancelled. */
  cancel(): void {
    for (const command of this.#slashCommands.keys()) command.abort();
    const running = this.#running;
    running?.turns.cancel(running.link.family === 'pi');
  }

  /** Sets a config option; resolves with all of them. Rejects with a RequestError. */
  async setOption(configId: string, value: string | boolean): Promise<SessionConfigOption[]> {
    const { link } = await this.#ensure();
    const setting = settingCommand(this.#settings, configId, value);
    if (setting === undefined) {
      throw RequestError.invalidParams(
        undefined,
        `There is no option “${configId}” with the value “${value}”.`,
      );
    }
    await link.cli.request(setting.command, setting.fields).catch((error: unknown) => {
      throw asRequestError(error);
    });
    if (configId === 'auto_retry') {
      this.#settings = { ...this.#settings, autoRetry: value === true || value === 'on' };
    }
    await this.#readSettings(link);
    return this.configOptions();
  }

  /** Renames the session. Rejects with a RequestError. */
  async rename(title: string): Promise<void> {
    const { link } = await this.#ensure();
    await link.cli.request('set_session_name', { name: title }).catch((error: unknown) => {
      throw asRequestError(error);
    });
    this.#setTitle(title);
  }

  /** Replaces the todo list. Rejects with a RequestError where the CLI has none. */
  async setTodos(phases: readonly object[]): Promise<void> {
    const { link } = await this.#ensure();
    await link.cli.request('set_todos', { phases }).catch((error: unknown) => {
      throw asRequestError(error);
    });
    await this.#refresh();
  }

  /** Ends the CLI and all it started. */
  async stop(): Promise<void> {
    this.#closed = true;
    const running = this.#running;
    running?.turns.abandon();
    for (const command of this.#slashCommands.keys()) command.abort();
    // Some CLIs leave behind what they run when they end.
    if (running?.turns.isActive === true) {
      await soon(answerOf(running.link.cli, 'abort').catch(ignoreGone));
    }
    await soon(Promise.allSettled(this.#slashCommands.values()));
    await this.#drop(new RpcGone('The session was closed.', ''));
  }

  /** The CLI; started again, with the same conversation, after it had ended. */
  #ensure(): Promise<Running> {
    if (this.#running !== undefined) return Promise.resolve(this.#running);
    this.#starting ??= this.#restart().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #restart(): Promise<Running> {
    if (this.#closed) throw RequestError.invalidRequest(undefined, 'The session is closed.');
    const { commandLine, cwd, log, patience } = this.#options;
    const { sessionFile } = this.#settings.state;
    try {
      const link = await RpcLink.start({ commandLine, cwd, log, startMs: patience.startMs });
      const running = await this.#attach(link);
      if (sessionFile !== undefined && existsSync(sessionFile)) await switchSession(link.cli, sessionFile);
      else
        this.#notices.tell('warning', 'The agent was started again and does not remember the conversation');
      await this.#refresh();
      return running;
    } catch (error) {
      throw asRequestError(error);
    }
  }

  async #attach(link: RpcLink): Promise<Running> {
    const { cli, family } = link;
    const { patience, mcpServers, cwd, client, capabilities, log } = this.#options;
    const turns = new Turns({
      cli,
      tellsResults: family === 'omp',
      pollMs: patience.pollMs,
      abortMs: patience.abortMs,
      giveUp: (reason) => this.#giveUp(reason),
    });
    cli.onLateFailure((failure) => {
      if (!turns.failedLate(failure)) log(`${failure.command} failed late: ${failure.error}`);
    });
    cli.onLost((sentence) => this.#lost(link, sentence));
    const hostTools = await HostTools.connect({
      servers: mcpServers,
      cli,
      cwd,
      log,
      onProblem: (sentence) => this.#notices.tell('warning', sentence),
    });
    const uiRequests = new UiRequests({
      cli,
      client,
      capabilities,
      sessionId: this.id,
      opened: this.#opened,
      notices: this.#notices,
      send: this.#updates.send.bind(this.#updates),
      setTitle: (title) => this.#setTitle(title),
      log,
    });
    const running: Running = { link, turns, hostTools, uiRequests };
    this.#running = running;
    link.listen((frame) => {
      if (this.#running === running) this.#take(running, frame);
    });
    return running;
  }

  #lost(link: RpcLink, sentence: string): void {
    const running = this.#running;
    if (running?.link !== link) return;
    const wasWorking = running.turns.isRunning;
    this.#drop(new RpcGone(sentence, '')).catch(ignoreGone);
    if (!wasWorking) this.#notices.tell('error', sentence);
  }

  #giveUp(reason: 'ignoredAbort' | 'keptQueue'): void {
    this.#drop(new RpcGone('The agent was ended.', '')).catch(ignoreGone);
    // What it kept of the queue is gone with it; nobody has to wait for the next one.
    if (reason === 'keptQueue') {
      this.#ensure().catch(ignoreGone);
    } else {
      this.#notices.tell(
        'warning',
        'The agent did not stop when it was told to, so its process was ended',
        'Your next prompt starts it again.',
      );
    }
  }

  /** Lets go of the CLI: its turns end, and what it started. */
  async #drop(gone: RpcGone): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    this.#toolCalls.close();
    this.#notices.close();
    running.uiRequests.dispose();
    running.turns.lost(gone);
    await Promise.all([running.hostTools.dispose(), running.link.cli.stop()]);
  }

  #take(running: Running, frame: RpcFrame): void {
    this.#notices.take(frame);
    running.uiRequests.take(frame);
    switch (frame.type) {
      case 'message_start':
        this.#messageStarted(running, messageFrame.safeParse(frame).data?.message);
        break;
      case 'message_update':
        this.#messageUpdated(frame);
        break;
      case 'message_end':
        this.#messageEnded(messageFrame.safeParse(frame).data?.message);
        break;
      case 'tool_execution_start':
        this.#toolCalls.started(frame);
        break;
      case 'tool_execution_update':
        this.#toolCalls.progressed(frame);
        break;
      case 'tool_execution_end':
        if (isTodoTool(this.#toolCalls.ended(frame) ?? '')) this.#refresh().catch(ignoreGone);
        break;
      case 'command_output':
        this.#say(commandOutput.safeParse(frame).data?.text ?? '');
        break;
      case 'session_info_changed':
      case 'session_info_update': {
        const { name, title } = sessionInfo.safeParse(frame).data ?? {};
        this.#setTitle(name ?? title);
        break;
      }
      case 'thinking_level_changed':
      case 'model_changed':
      case 'config_update':
      case 'todo_auto_clear':
        this.#refresh().catch(ignoreGone);
        break;
      case 'available_commands_update':
        this.#commands = commandList.safeParse(frame).data?.commands ?? [];
        this.#sendCommands();
        break;
      case 'queue_update': {
        const { steering = [], followUp = [] } = queueUpdate.safeParse(frame).data ?? {};
        const _meta = { 'parley.dev/queue': { steering, followUp } };
        this.#updates.send({ sessionUpdate: 'session_info_update', _meta });
        break;
      }
    }
    running.turns.take(frame);
  }

  #messageStarted({ turns }: Running, message: RpcMessage | undefined): void {
    if (message?.role === 'assistant') this.#stream.start();
    if (message?.role !== 'user') return;
    const words = textOf(message);
    const wasSteered = this.#forgetSteered(words);
    // A client shows its own prompts itself; what came into a turn by another way it learns from here.
    if (!wasSteered && turns.awaits(words)) return;
    const _meta = wasSteered ? { 'parley.dev/steering': true } : { 'parley.dev/extension': true };
    this.#updates.send({
      sessionUpdate: 'user_message_chunk',
      messageId: randomUUID(),
      content: { type: 'text', text: words },
      _meta,
    });
  }

  #messageUpdated(frame: RpcFrame): void {
    const event = messageUpdate.safeParse(frame).data?.assistantMessageEvent;
    if (event === undefined) return;
    const { type, contentIndex = 0, delta = '' } = event;
    if (type === 'text_delta') this.#stream.delta('text', contentIndex, delta);
    else if (type === 'thinking_delta') this.#stream.delta('thinking', contentIndex, delta);
    else this.#toolCalls.written(frame);
  }

  #messageEnded(message: RpcMessage | undefined): void {
    if (message?.role === 'custom' && message['display'] === true) this.#say(textOf(message));
    if (message?.role !== 'assistant') return;
    this.#stream.end(message);
    this.#toolCalls.message(message.content);
    this.#lastUsage = message.usage ?? this.#lastUsage;
    this.#sendUsage().catch(ignoreGone);
  }

  /** Words that are no message of the model. */
  #say(text: string): void {
    if (text === '') return;
    const content = { type: 'text' as const, text };
    this.#updates.send({ sessionUpdate: 'agent_message_chunk', messageId: randomUUID(), content });
  }

  #forgetSteered(words: string): boolean {
    const index = this.#steered.indexOf(words);
    if (index !== -1) this.#steered.splice(index, 1);
    return index !== -1;
  }

  /** The last prompt as the CLI knows it: where the conversation can be forked. */
  async #lastEntry(): Promise<string | undefined> {
    const link = this.#running?.link;
    if (link === undefined) return undefined;
    const points = await forkPoints(link.cli, link.family).catch(() => []);
    return points.at(-1)?.entryId;
  }

  /** What a turn may have changed without a word. */
  async #afterTurn(): Promise<void> {
    this.#toolCalls.close();
    this.#steered.length = 0;
    await Promise.all([this.#refresh(), this.#sendUsage()]).catch(ignoreGone);
  }

  /** Reads the settings again and tells the client what has changed. One at a time, and once more if asked meanwhile. */
  async #refresh(): Promise<void> {
    const before = this.#refreshing;
    const mine = (async () => {
      await before?.catch(ignoreGone);
      const link = this.#running?.link;
      if (link !== undefined) await this.#readSettings(link);
    })();
    this.#refreshing = mine;
    await mine;
    if (this.#refreshing === mine) this.#refreshing = undefined;
    const told = this.#told;
    const configOptions = this.configOptions();
    if (this.#told !== told) this.#updates.send({ sessionUpdate: 'config_option_update', configOptions });
  }

  async #readSettings(link: RpcLink): Promise<void> {
    const [state, thinkingLevels] = await Promise.all([link.state(), link.thinkingLevels()]);
    this.#settings = { ...this.#settings, state, thinkingLevels };
    this.#takeState(state);
  }

  #takeState({ sessionName, todoPhases }: RpcState): void {
    this.#setTitle(sessionName);
    const plan = JSON.stringify(todoPhases ?? []);
    if (plan === this.#plan) return;
    this.#plan = plan;
    this.#updates.send(planUpdate(todoPhases ?? []));
  }

  #setTitle(title: string | undefined): void {
    if (title === undefined || title === '' || title === this.#title) return;
    this.#title = title;
    this.#updates.send({ sessionUpdate: 'session_info_update', title });
  }

  #sendCommands(): void {
    const own = this.#commands.map(({ name, description, input }): AvailableCommand => ({
      name,
      description: description ?? '',
      ...(input?.hint === undefined ? {} : { input: { hint: input.hint } }),
    }));
    this.#sendIfNew({
      sessionUpdate: 'available_commands_update',
      availableCommands: allCommands(own),
    });
  }

  async #sendUsage(): Promise<void> {
    const link = this.#running?.link;
    if (link === undefined) return;
    const answer = await answerOf(link.cli, 'get_session_stats');
    const update = usageUpdate(sessionStats.safeParse(answer?.data).data, {
      contextWindow: this.#settings.state.model?.contextWindow,
      lastMessage: this.#lastUsage,
    });
    if (update !== undefined) this.#sendIfNew({ sessionUpdate: 'usage_update', ...update });
  }

  /** Leaves out what the client knows already. */
  #sendIfNew(update: SessionUpdate): void {
    const told = JSON.stringify(update);
    if (this.#toldUpdates.get(update.sessionUpdate) === told) return;
    this.#toldUpdates.set(update.sessionUpdate, told);
    this.#updates.send(update);
  }
}

/** Waits for something, but not for long. */
async function soon(work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = delay(STOP_GRACE, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([work, late]);
  timer.abort();
}

/** A marker capability: there, and not null. */
function isServed(capability: unknown): boolean {
  return capability !== undefined && capability !== null && capability !== false;
}

/** The CLI has ended: its end is told where it is noticed. */
function ignoreGone(): void {}

/** What the client shows: the message is a sentence for the person. */
export function asRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof RpcRefusal) {
    const sentence = `The agent refused “${error.command}”: ${message}`;
    return new RequestError(-32603, sentence);
  }
  const isSentence =
    error instanceof RpcGone || error instanceof TurnFailure || error instanceof SessionChangeRefused;
  if (isSentence) return new RequestError(-32603, message);
  return new RequestError(-32603, `Internal error: ${message}`);
}
