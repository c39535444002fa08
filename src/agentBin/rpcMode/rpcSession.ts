// One ACP session over one CLI process: what the client asks becomes commands, what the CLI says becomes updates.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
  RequestError,
  type AgentContext,
  type ClientCapabilities,
  type ContentBlock,
  type McpServer,
  type PromptResponse,
  type SessionConfigOption,
  type StopReason,
} from '@agentclientprotocol/sdk';
import { configOptionsOf, settingCommand, type Settings } from './configOptions.ts';
import { Conversation } from './conversation.ts';
import { answerOf } from './family.ts';
import { forkPoints, switchSession } from './fork.ts';
import {
  commandList,
  queueUpdate,
  sessionInfo,
  sessionStats,
  type MessageUsage,
  type RpcCommand,
  type RpcFrame,
  type RpcState,
} from './frames.ts';
import { HostTools } from './hostTools.ts';
import { Notices } from './notices.ts';
import { promptFields, rpcPrompt, writtenWords } from './promptContent.ts';
import { replayOf } from './replay.ts';
import { asRequestError, orRequestError } from './requestErrors.ts';
import { RpcGone } from './rpcErrors.ts';
import { RpcLink, type CommandLine } from './rpcLink.ts';
import { SessionNews } from './sessionNews.ts';
import { runSlashCommand, slashCommandOf, type SlashCommand } from './slashCommands.ts';
import { isTodoTool } from './toolNames.ts';
import { Turns } from './turns.ts';
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
  readonly #news: SessionNews;
  readonly #conversation: Conversation;
  readonly #notices: Notices;
  #running: Running | undefined;
  #starting: Promise<Running> | undefined;
  #settings: Settings;
  #commands: readonly RpcCommand[];
  #lastUsage: MessageUsage | undefined;
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
    this.#news = new SessionNews(send);
    this.#conversation = new Conversation({
      cwd: options.cwd,
      terminals: isServed(capabilities._meta?.['terminal_output']),
      hostTitle: (toolName) => this.#running?.hostTools.titleOf(toolName),
      send,
      awaits: (words) => this.#running?.turns.awaits(words) === true,
      onMessageEnd: (usage) => {
        this.#lastUsage = usage ?? this.#lastUsage;
        this.#sendUsage().catch(ignoreGone);
      },
      onToolEnd: (toolName) => {
        if (isTodoTool(toolName)) this.#refresh().catch(ignoreGone);
      },
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

  /** The config options as they are, for an answer to the client. */
  configOptions(): SessionConfigOption[] {
    const options = this.#configOptions();
    this.#news.knowsOptions(options);
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
    this.#news.commands(this.#commands);
    this.#news.state(this.#settings.state);
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
    const command = slashCommandOf(writtenWords(blocks));
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
    this.#conversation.steered(prompt.message);
    try {
      if (behavior === 'now') await turns.replace(prompt, link.family !== 'pi');
      else await link.request(behavior === 'steer' ? 'steer' : 'follow_up', promptFields(prompt));
    } catch (error) {
      this.#conversation.forgetSteered(prompt.message);
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
    await orRequestError(link.request(setting.command, setting.fields));
    if (configId === 'auto_retry') {
      this.#settings = { ...this.#settings, autoRetry: value === true || value === 'on' };
    }
    await this.#readSettings(link);
    return this.configOptions();
  }

  /** Renames the session. Rejects with a RequestError. */
  async rename(title: string): Promise<void> {
    const { link } = await this.#ensure();
    await orRequestError(link.request('set_session_name', { name: title }));
    this.#news.title(title);
  }

  /** Replaces the todo list. Rejects with a RequestError where the CLI has none. */
  async setTodos(phases: readonly object[]): Promise<void> {
    const { link } = await this.#ensure();
    await orRequestError(link.request('set_todos', { phases }));
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
    if (this.#closed) return Promise.reject(RequestError.invalidRequest(undefined, 'The session is closed.'));
    this.#starting ??= this.#restart().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #restart(): Promise<Running> {
    const { commandLine, cwd, log, patience, client, capabilities } = this.#options;
    const file = this.file;
    const { autoRetry } = this.#settings;
    try {
      const link = await RpcLink.start({
        commandLine,
        cwd,
        log,
        startMs: patience.startMs,
        asker: { client, capabilities, scope: { sessionId: this.id } },
      });
      try {
        if (file !== undefined) await switchSession(link, file);
        // Not kept by any CLI.
        if (!autoRetry) await answerOf(link, 'set_auto_retry', { enabled: false });
        if (this.#closed) throw RequestError.invalidRequest(undefined, 'The session is closed.');
        const running = await this.#attach(link);
        if (file === undefined) {
          this.#notices.tell('warning', 'The agent was started again and does not remember the conversation');
        }
        await this.#refresh();
        return running;
      } catch (error) {
        await link.stop();
        throw error;
      }
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
      scope: this.#opened.then(() => ({ sessionId: this.id })),
      notices: this.#notices,
      send: this.#updates.send.bind(this.#updates),
      setTitle: (title) => this.#news.title(title),
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
    this.#conversation.close();
    this.#notices.close();
    running.uiRequests.dispose();
    running.turns.lost(gone);
    await Promise.all([running.hostTools.dispose(), running.link.cli.stop()]);
  }

  #take(running: Running, frame: RpcFrame): void {
    this.#notices.take(frame);
    running.uiRequests.take(frame);
    this.#conversation.take(frame);
    switch (frame.type) {
      case 'session_info_changed':
      case 'session_info_update': {
        const { name, title } = sessionInfo.safeParse(frame).data ?? {};
        this.#news.title(name ?? title);
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
        this.#news.commands(this.#commands);
        break;
      case 'queue_update': {
        const { steering = [], followUp = [] } = queueUpdate.safeParse(frame).data ?? {};
        this.#news.queue(steering, followUp);
        break;
      }
    }
    running.turns.take(frame);
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
    this.#conversation.close();
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
    this.#news.options(this.#configOptions());
  }

  #configOptions(): SessionConfigOption[] {
    const booleans = isServed(this.#options.capabilities.session?.configOptions?.boolean);
    return configOptionsOf(this.#settings, booleans);
  }

  async #readSettings(link: RpcLink): Promise<void> {
    const [state, thinkingLevels] = await Promise.all([link.state(), link.thinkingLevels()]);
    this.#settings = { ...this.#settings, state, thinkingLevels };
    this.#news.state(state);
  }

  async #sendUsage(): Promise<void> {
    const link = this.#running?.link;
    if (link === undefined) return;
    const answer = await answerOf(link.cli, 'get_session_stats');
    this.#news.usage(sessionStats.safeParse(answer?.data).data, {
      contextWindow: this.#settings.state.model?.contextWindow,
      lastMessage: this.#lastUsage,
    });
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
