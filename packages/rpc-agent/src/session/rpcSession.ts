// One ACP session over one CLI process: what the client asks becomes commands, what the CLI says becomes updates.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type ContentBlock, type PromptResponse, type SessionConfigOption } from '@agentclientprotocol/sdk';
import { systemClock } from '../../../process/systemClock.ts';
import { settlesWithin } from '../../../process/wait.ts';
import { MODE_OPTION } from './cliConfigOptions.ts';
import { SessionCli } from './sessionCli.ts';
import { Conversation } from '../conversation/conversation.ts';
import { answerOf, type Family } from '../cli/cliFamily.ts';
import { forkPoints } from '../stored/sessionFork.ts';
import {
  commandList,
  queueUpdate,
  sessionInfo,
  type RpcCommand,
  type RpcFrame,
  type RpcState,
} from '../cli/frames.ts';
import { hasCapability } from './clientCapability.ts';
import { CliNotices, compactionStatus } from './cliNotices.ts';
import { rpcPrompt } from '../turns/rpcPrompt.ts';
import { updatesOfStored } from '../stored/storedConversation.ts';
import { asRequestError, orRequestError } from './requestErrors.ts';
import type { CommandLine, RpcLink } from '../cli/rpcLink.ts';
import type { RunningCli, SessionContext } from './runningCli.ts';
import { SessionPrompts } from './sessionPrompts.ts';
import { SessionReports } from './sessionReports.ts';
import { SessionSettings } from './sessionSettings.ts';
import { Steering, type SteeringBehavior } from '../turns/steering.ts';
import { isTodoTool } from '../conversation/toolNames.ts';
import { UpdateSender } from './updateSender.ts';

/** How long a CLI has to stop its work before it is ended. */
const STOP_GRACE_PERIOD_MS = 500;

export interface RpcSessionOptions extends SessionContext {
  readonly commandLine: CommandLine;
}

export class RpcSession {
  /** How the client knows it. */
  readonly id: string;
  readonly cwd: string;
  readonly #options: RpcSessionOptions;
  readonly #updates: UpdateSender;
  readonly #reports: SessionReports;
  readonly #conversation: Conversation;
  readonly #steering: Steering;
  readonly #notices: CliNotices;
  readonly #cli: SessionCli;
  readonly #settings: SessionSettings;
  readonly #family: Family;
  #commands: readonly RpcCommand[];
  readonly #prompts: SessionPrompts;
  #setOpened = (): void => undefined;

  private constructor(id: string, options: RpcSessionOptions, link: RpcLink, state: RpcState) {
    this.id = id;
    this.cwd = options.cwd;
    this.#options = options;
    const { client, capabilities } = options;
    const opened = new Promise<void>((resolve) => {
      this.#setOpened = resolve;
    });
    this.#updates = new UpdateSender({
      client,
      pause: () => this.#cli.running?.link.cli.pause(),
      resume: () => this.#cli.running?.link.cli.resume(),
    });
    const send = this.#updates.send.bind(this.#updates);
    this.#reports = new SessionReports(send);
    this.#conversation = new Conversation({
      cwd: options.cwd,
      terminals: hasCapability(capabilities._meta?.['terminal_output']),
      hostTitle: (toolName) => this.#cli.running?.hostTools.titleOf(toolName),
      send,
      awaits: (text) => this.#cli.running?.turns.awaits(text) === true,
      onMessageEnd: (usage) => {
        this.#settings.used(usage).catch(ignoreGone);
      },
      onToolEnd: (toolName) => {
        if (isTodoTool(toolName)) this.#settings.refresh().catch(ignoreGone);
      },
    });
    this.#steering = new Steering(this.#conversation);
    this.#notices = new CliNotices({
      notices: hasCapability(capabilities.session?.notices),
      compactions: hasCapability(capabilities.session?.compaction),
      send,
    });
    const { family, models, thinkingLevels, commands } = link.first;
    this.#settings = new SessionSettings({
      first: { family, state, models, thinkingLevels, autoRetry: true },
      link: () => this.#cli.running?.link,
      reports: this.#reports,
      booleans: hasCapability(capabilities.session?.configOptions?.boolean),
    });
    this.#family = family;
    this.#commands = commands;
    this.#cli = new SessionCli({
      ...options,
      sessionId: id,
      scope: opened.then(() => ({ sessionId: id })),
      notices: this.#notices,
      send,
      setTitle: (title) => this.#reports.title(title),
      fellBehind: () => this.#updates.fellBehind(),
      file: () => this.file,
      restore: (started) => this.#settings.restore(started),
      isPrompted: () => this.#prompts.isRunning,
      onFrame: (frame, running) => this.#handleFrame(frame, running),
      onRestarted: async (started) => {
        this.#setCommands(started.first.commands);
        await this.#settings.refresh();
      },
      onEnd: () => {
        this.#conversation.close();
        this.#notices.close();
      },
    });
    this.#prompts = new SessionPrompts({
      ...options,
      sessionCli: this.#cli,
      updates: this.#updates,
      conversation: this.#conversation,
      settings: this.#settings,
      notices: this.#notices,
      reports: this.#reports,
    });
  }

  /**
   * Makes a session of a CLI that is ready, and of the conversation that it has now. The client may know the session
   * by an id already. Rejects with RpcGone.
   */
  static async over(link: RpcLink, options: RpcSessionOptions, knownAs?: string): Promise<RpcSession> {
    const state = await link.state();
    const session = new RpcSession(knownAs ?? state.sessionId ?? randomUUID(), options, link, state);
    await session.#cli.attach(link);
    return session;
  }

  /** The config options as they are, for an answer to the client. */
  configOptions(): SessionConfigOption[] {
    return this.#settings.answer();
  }

  /** The file of the conversation; undefined where there is none yet. */
  get file(): string | undefined {
    const { sessionFile } = this.#settings.state;
    return sessionFile !== undefined && existsSync(sessionFile) ? sessionFile : undefined;
  }

  /** The client knows the session from now on: everything there is goes to it. */
  open(): void {
    this.#updates.open(this.id);
    this.#setOpened();
    this.#reports.commands(this.#commands, this.#family);
    this.#reports.state(this.#settings.state);
    this.#settings.sendUsage().catch(ignoreGone);
  }

  /** Sends the client the whole conversation again; resolves when it has it. Rejects with a RequestError. */
  async replay(): Promise<void> {
    const { link } = await this.#cli.ensure();
    try {
      const [points, messages] = await Promise.all([
        forkPoints(link.cli, link.family),
        link.request('get_messages'),
      ]);
      const compactions = hasCapability(this.#options.capabilities.session?.compaction);
      for (const update of updatesOfStored(messages, { cwd: this.cwd, forkPoints: points, compactions })) {
        this.#updates.send(update);
      }
    } catch (error) {
      throw asRequestError(error);
    }
    await this.#updates.flushed();
  }

  /** One prompt turn. Rejects with a RequestError, whose message is for the user. */
  prompt(blocks: readonly ContentBlock[]): Promise<PromptResponse> {
    return this.#prompts.prompt(blocks);
  }

  /** Gives the running turn another message. Rejects with a RequestError where there is none. */
  async steer(blocks: readonly ContentBlock[], behavior: SteeringBehavior): Promise<void> {
    await this.#steering.send(this.#cli.running, rpcPrompt(blocks), behavior);
  }

  /** Stops whatever runs; the prompts end as cancelled. */
  cancel(): void {
    this.#prompts.cancel();
  }

  /** Sets a config option; resolves with all of them. Rejects with a RequestError. */
  async setOption(configId: string, value: string | boolean): Promise<SessionConfigOption[]> {
    const { link } = await this.#cli.ensure();
    await this.#settings.set(link, configId, value);
    // Another model may have another context window.
    this.#settings.sendUsage().catch(ignoreGone);
    return this.configOptions();
  }

  /** Sets the mode of a client that knows only modes. Rejects with a RequestError. */
  async setMode(modeId: string): Promise<void> {
    const { link } = await this.#cli.ensure();
    await this.#settings.set(link, MODE_OPTION, modeId);
    this.#settings.report();
  }

  /** Renames the session. Rejects with a RequestError. */
  async rename(title: string): Promise<void> {
    const { link } = await this.#cli.ensure();
    await orRequestError(link.request('set_session_name', { name: title }));
    this.#reports.name(title);
  }

  /** Replaces the todo list. Rejects with a RequestError where the CLI has none. */
  async setTodos(phases: readonly object[]): Promise<void> {
    const { link } = await this.#cli.ensure();
    await orRequestError(link.request('set_todos', { phases }).then(() => this.#settings.refresh()));
  }

  /** Ends the CLI and all it started. */
  async stop(): Promise<void> {
    await this.#cli.stop(async ({ turns, link }) => {
      turns.abandon();
      const stopped = this.#prompts.stopSlashCommands();
      // Some CLIs leave behind what they run when they end.
      if (turns.isActive) {
        await settlesWithin(systemClock, answerOf(link.cli, 'abort').catch(ignoreGone), STOP_GRACE_PERIOD_MS);
      }
      await settlesWithin(systemClock, stopped, STOP_GRACE_PERIOD_MS);
    });
  }

  #handleFrame(frame: RpcFrame, running: RunningCli): void {
    this.#notices.handleFrame(frame);
    running.uiRequests.handleFrame(frame);
    this.#conversation.handleFrame(frame);
    switch (frame.type) {
      case 'session_info_changed':
      case 'session_info_update': {
        const { name, title } = sessionInfo.safeParse(frame).data ?? {};
        this.#reports.name(name ?? title);
        break;
      }
      case 'thinking_level_changed':
      case 'model_changed':
      case 'config_update':
      case 'todo_auto_clear':
        this.#settings.refresh().catch(ignoreGone);
        break;
      case 'compaction_end':
      case 'auto_compaction_end':
        if (compactionStatus(frame) === 'completed') this.#settings.compacted().catch(ignoreGone);
        break;
      case 'available_commands_update':
        this.#setCommands(commandList.safeParse(frame).data?.commands ?? []);
        break;
      case 'queue_update': {
        const { steering = [], followUp = [] } = queueUpdate.safeParse(frame).data ?? {};
        this.#reports.queue(steering, followUp);
        break;
      }
    }
    running.turns.handleFrame(frame);
  }

  #setCommands(commands: readonly RpcCommand[]): void {
    this.#commands = commands;
    this.#reports.commands(commands, this.#family);
  }
}

/** The CLI has ended, which is reported where it is noticed. */
function ignoreGone(): void {}
