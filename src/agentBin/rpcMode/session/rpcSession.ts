// One ACP session over one CLI process: what the client asks becomes commands, what the CLI says becomes updates.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AgentContext,
  type ClientCapabilities,
  type ContentBlock,
  type McpServer,
  type PromptResponse,
  type SessionConfigOption,
} from '@agentclientprotocol/sdk';
import { CliKeeper } from './sessionCli.ts';
import { Conversation } from '../conversation/conversation.ts';
import { answerOf } from '../cli/cliFamily.ts';
import { forkPoints } from '../stored/sessionFork.ts';
import {
  commandList,
  queueUpdate,
  sessionInfo,
  type RpcCommand,
  type RpcFrame,
  type RpcState,
} from '../cli/frames.ts';
import { isServed } from './clientCapability.ts';
import { Notices } from './cliNotices.ts';
import type { CliTimeouts } from '../cli/cliTimeouts.ts';
import { rpcPrompt, writtenWords } from '../turns/rpcPrompt.ts';
import { replayOf } from '../stored/storedConversation.ts';
import { asRequestError, orRequestError } from './requestErrors.ts';
import type { CommandLine, RpcLink } from '../cli/rpcLink.ts';
import type { Running } from './runningCli.ts';
import { SessionNews } from './sessionReports.ts';
import { SessionSettings } from './sessionSettings.ts';
import { slashCommandOf, type SlashCommand } from '../slashCommands/slashCommands.ts';
import { SlashRuns } from '../slashCommands/slashRuns.ts';
import { Steering, type SteeringBehavior } from '../turns/steering.ts';
import { isTodoTool } from '../conversation/toolNames.ts';
import { Updates } from './updateSender.ts';

/** How long a CLI may take to stop its work before it is ended, in milliseconds. */
const STOP_GRACE = 500;

export interface RpcSessionOptions {
  readonly commandLine: CommandLine;
  /** Absolute. */
  readonly cwd: string;
  readonly mcpServers: readonly McpServer[];
  readonly client: AgentContext;
  readonly capabilities: ClientCapabilities;
  readonly timeouts: CliTimeouts;
  readonly log: (line: string) => void;
}

export class RpcSession {
  /** How the client knows it. */
  readonly id: string;
  readonly cwd: string;
  readonly #options: RpcSessionOptions;
  readonly #updates: Updates;
  readonly #news: SessionNews;
  readonly #conversation: Conversation;
  readonly #steering: Steering;
  readonly #notices: Notices;
  readonly #keeper: CliKeeper;
  readonly #settings: SessionSettings;
  #commands: readonly RpcCommand[];
  readonly #slashRuns = new SlashRuns();
  /** Prompts that are not sent yet. */
  readonly #waiting = new Set<AbortController>();
  #setOpened = (): void => undefined;

  private constructor(id: string, options: RpcSessionOptions, link: RpcLink, state: RpcState) {
    this.id = id;
    this.cwd = options.cwd;
    this.#options = options;
    const { client, capabilities } = options;
    const opened = new Promise<void>((resolve) => {
      this.#setOpened = resolve;
    });
    this.#updates = new Updates({
      client,
      pause: () => this.#keeper.running?.link.cli.pause(),
      resume: () => this.#keeper.running?.link.cli.resume(),
    });
    const send = this.#updates.send.bind(this.#updates);
    this.#news = new SessionNews(send);
    this.#conversation = new Conversation({
      cwd: options.cwd,
      terminals: isServed(capabilities._meta?.['terminal_output']),
      hostTitle: (toolName) => this.#keeper.running?.hostTools.titleOf(toolName),
      send,
      awaits: (words) => this.#keeper.running?.turns.awaits(words) === true,
      onMessageEnd: (usage) => {
        this.#settings.used(usage).catch(ignoreGone);
      },
      onToolEnd: (toolName) => {
        if (isTodoTool(toolName)) this.#settings.refresh().catch(ignoreGone);
      },
    });
    this.#steering = new Steering(this.#conversation);
    this.#notices = new Notices({
      notices: isServed(capabilities.session?.notices),
      compactions: isServed(capabilities.session?.compaction),
      send,
    });
    const { family, models, thinkingLevels, commands } = link.first;
    this.#settings = new SessionSettings({
      first: { family, state, models, thinkingLevels, autoRetry: true },
      link: () => this.#keeper.running?.link,
      news: this.#news,
      booleans: isServed(capabilities.session?.configOptions?.boolean),
    });
    this.#commands = commands;
    this.#keeper = new CliKeeper({
      ...options,
      sessionId: id,
      scope: opened.then(() => ({ sessionId: id })),
      notices: this.#notices,
      send,
      setTitle: (title) => this.#news.title(title),
      fellBehind: () => this.#updates.fellBehind(),
      file: () => this.file,
      restore: (started) => this.#settings.restore(started),
      isPrompted: () => this.#keeper.running?.turns.isRunning === true || this.#slashRuns.isRunning,
      onFrame: (frame, running) => this.#take(frame, running),
      onRestarted: async (started) => {
        this.#setCommands(started.first.commands);
        await this.#settings.refresh();
      },
      onEnd: () => {
        this.#conversation.close();
        this.#notices.close();
      },
    });
  }

  /**
   * Makes a session of a CLI that is ready, and of the conversation that it has now. The client may know the session
   * by an id already. Rejects with RpcGone.
   */
  static async over(link: RpcLink, options: RpcSessionOptions, knownAs?: string): Promise<RpcSession> {
    const state = await link.state();
    const session = new RpcSession(knownAs ?? state.sessionId ?? randomUUID(), options, link, state);
    await session.#keeper.attach(link);
    return session;
  }

  /** The config options as they are, for an answer to the client. */
  configOptions(): SessionConfigOption[] {
    return this.#settings.answer();
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
    this.#settings.sendUsage().catch(ignoreGone);
  }

  /** Tells the client the whole conversation again; resolves when it has it. Rejects with a RequestError. */
  async replay(): Promise<void> {
    const { link } = await this.#keeper.ensure();
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

  /** One prompt turn. Rejects with a RequestError, whose message is for the user. */
  async prompt(blocks: readonly ContentBlock[]): Promise<PromptResponse> {
    const running = await this.#ready();
    if (running === undefined) return { stopReason: 'cancelled' };
    const { link, turns } = running;
    const prompt = rpcPrompt(blocks);
    const command = slashCommandOf(writtenWords(blocks));
    if (command !== undefined) return await this.#run(command, link);
    try {
      const { stopReason, usage } = await turns.prompt(prompt);
      if (!turns.isRunning) await this.#afterTurn();
      const entryId = await this.#entryOf(prompt.message);
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

  /**
   * What a prompt goes to: a CLI that runs, and does not stop what was before. Undefined when the prompt is cancelled
   * meanwhile. Rejects with a RequestError.
   */
  async #ready(): Promise<Running | undefined> {
    const cancelled = new AbortController();
    this.#waiting.add(cancelled);
    const stopped = this.#keeper.running?.turns.stopped() ?? Promise.resolve();
    const ready = stopped.then(() => this.#keeper.ensure());
    try {
      const running = await Promise.race([ready, aborted(cancelled.signal)]);
      return cancelled.signal.aborted ? undefined : running;
    } finally {
      this.#waiting.delete(cancelled);
    }
  }

  /** Runs a command that is no prompt for the CLI. Rejects with a RequestError. */
  async #run(command: SlashCommand, { cli }: RpcLink): Promise<PromptResponse> {
    const { capabilities, timeouts } = this.#options;
    try {
      const stopReason = await this.#slashRuns.run(command, {
        cli,
        cwd: this.cwd,
        terminals: isServed(capabilities._meta?.['terminal_output']),
        send: this.#updates.send.bind(this.#updates),
        show: (frame) => this.#notices.take(frame),
        abortMs: timeouts.abortMs,
      });
      await Promise.all([this.#settings.refresh(), this.#settings.sendUsage()]).catch(ignoreGone);
      return { stopReason };
    } catch (error) {
      throw asRequestError(error);
    } finally {
      await this.#updates.flushed();
    }
  }

  /** Gives the running turn another message. Rejects with a RequestError where there is none. */
  async steer(blocks: readonly ContentBlock[], behavior: SteeringBehavior): Promise<void> {
    await this.#steering.send(this.#keeper.running, rpcPrompt(blocks), behavior);
  }

  /** Stops whatever runs; the prompts end as cancelled. */
  cancel(): void {
    for (const prompt of this.#waiting) prompt.abort();
    this.#slashRuns.abort();
    const running = this.#keeper.running;
    running?.turns.cancel(running.link.family === 'pi');
  }

  /** Sets a config option; resolves with all of them. Rejects with a RequestError. */
  async setOption(configId: string, value: string | boolean): Promise<SessionConfigOption[]> {
    const { link } = await this.#keeper.ensure();
    await this.#settings.set(link, configId, value);
    return this.configOptions();
  }

  /** Renames the session. Rejects with a RequestError. */
  async rename(title: string): Promise<void> {
    const { link } = await this.#keeper.ensure();
    await orRequestError(link.request('set_session_name', { name: title }));
    this.#news.title(title);
  }

  /** Replaces the todo list. Rejects with a RequestError where the CLI has none. */
  async setTodos(phases: readonly object[]): Promise<void> {
    const { link } = await this.#keeper.ensure();
    await orRequestError(link.request('set_todos', { phases }).then(() => this.#settings.refresh()));
  }

  /** Ends the CLI and all it started. */
  async stop(): Promise<void> {
    await this.#keeper.stop(async ({ turns, link }) => {
      turns.abandon();
      this.#slashRuns.abort();
      // Some CLIs leave behind what they run when they end.
      if (turns.isActive) await soon(answerOf(link.cli, 'abort').catch(ignoreGone));
      await soon(this.#slashRuns.ended());
    });
  }

  #take(frame: RpcFrame, running: Running): void {
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
        this.#settings.refresh().catch(ignoreGone);
        break;
      case 'available_commands_update':
        this.#setCommands(commandList.safeParse(frame).data?.commands ?? []);
        break;
      case 'queue_update': {
        const { steering = [], followUp = [] } = queueUpdate.safeParse(frame).data ?? {};
        this.#news.queue(steering, followUp);
        break;
      }
    }
    running.turns.handleFrame(frame);
  }

  #setCommands(commands: readonly RpcCommand[]): void {
    this.#commands = commands;
    this.#news.commands(commands);
  }

  /** A prompt as the CLI knows it: where the conversation can be forked. */
  async #entryOf(message: string): Promise<string | undefined> {
    const running = this.#keeper.running;
    if (running === undefined) return undefined;
    const points = await forkPoints(running.link.cli, running.link.family).catch(() => []);
    // What came into its turn, or is answered by now, stands after it.
    const point = points.findLast(({ text }) => text === message);
    // The CLI may know it by other words, of a template say.
    return (point ?? (running.turns.isRunning ? undefined : points.at(-1)))?.entryId;
  }

  /** What a turn may have changed without a word. */
  async #afterTurn(): Promise<void> {
    this.#conversation.close();
    await Promise.all([this.#settings.refresh(), this.#settings.sendUsage()]).catch(ignoreGone);
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

/** Waits for something, but not for long. */
async function soon(work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = delay(STOP_GRACE, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([work, late]);
  timer.abort();
}

/** The CLI has ended: its end is told where it is noticed. */
function ignoreGone(): void {}
