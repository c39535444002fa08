// An agent over ACP: handshake, capabilities, the state of the connection, and one method per ACP call.
import type * as z from 'zod';
import type {
  AbortSignalLike,
  Agent,
  AgentClient,
  AgentDescription,
  AgentStatus,
  ListedSession,
  PromptResult,
  SessionFolders,
} from '../core/ports/agent.ts';
import type { Launch } from '../core/settings/agentSettings.ts';
import {
  agentStopped,
  describeError,
  invalidAnswer,
  ParleyError,
  startTimedOut,
  unsupportedProtocol,
  type UserError,
} from '../core/errors.ts';
import { DroppedInput } from '../core/base/droppedInputLog.ts';
import type { FileAccess } from '../core/ports/fileAccess.ts';
import { Emitter, type Event } from '../core/base/lifecycle.ts';
import { usableServers, type McpCapabilities, type McpServer } from '../core/settings/mcpServerSettings.ts';
import type { Clock, Log } from '../core/ports/hostPorts.ts';
import type { TerminalAccess } from '../core/ports/agentTerminals.ts';
import type { ConfigOption } from '../core/session/configOption.ts';
import type { ContentBlock } from '../core/session/content.ts';
import { problemOf } from './problem.ts';
import { AcpSessions } from './acpSessions.ts';
import type { AgentLink } from './agentLink.ts';
import { excerptOf } from '../process/excerpt.ts';
import { promptContent } from './promptContent.ts';
import { quirksOf, type Quirks } from './quirks.ts';
import { describeRefusal } from './refusal.ts';
import type { AgentRequests } from './requests/agentRequests.ts';
import { anyAnswer, initializeAnswer, promptAnswer, type InitializeAnswer } from './schema/answerSchema.ts';
import { setConfigOptionAnswer } from './schema/configSchema.ts';
import type { AgentTerminals } from './terminal/agentTerminals.ts';
import type { WireLog } from './wireLog.ts';

const PROTOCOL_VERSION = 1;

/** How long `initialize` may take, in seconds: real agents were seen to need 7, `npx` may have to download first. */
const START_TIMEOUT = 30;

/** What Parley always serves or shows. Permission requests need no capability. */
const CLIENT_CAPABILITIES = {
  session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
  elicitation: { form: {}, url: {} },
  // Agents that run commands themselves then tell of them as of terminals (R70).
  _meta: { terminal_output: true },
};

const NO_CAPABILITIES: AgentDescription['promptCapabilities'] = {
  image: false,
  audio: false,
  embeddedContext: false,
};

export interface AcpConnectionOptions {
  /** The agent's key in the settings. */
  readonly name: string;
  /** What the user calls it; its name when absent. */
  readonly label?: string;
  /** How it is started, asked anew at each start; throws a ParleyError when that cannot be told. */
  readonly launch: () => Launch;
  /** Takes what the agent sends by itself. */
  readonly client: AgentClient;
  /** What Parley says it is (R19). */
  readonly clientInfo: { readonly name: string; readonly title: string; readonly version: string };
  readonly clock: Clock;
  /** The agent's own log: its standard error, and what was wrong with its messages. */
  readonly log: Log;
  /** How long the agent may take to answer `initialize`, in seconds. */
  readonly startTimeout?: number;
  /** Serves files; without it they are not advertised (R79). */
  readonly files?: FileAccess;
  /** Serves terminals; without it they are not advertised (R79). */
  readonly terminals?: TerminalAccess;
  /** The MCP servers that sessions are given, asked anew for each; those that the agent cannot use are left out. */
  readonly mcpServers?: () => readonly McpServer[];
  /** Where the traffic is written down, asked anew at each start; undefined: nowhere. */
  readonly wireLog?: () => WireLog | undefined;
}

/** What belongs to one process. */
interface Life {
  readonly link: AgentLink;
  readonly sessions: AcpSessions;
  readonly requests: AgentRequests;
  readonly terminals: AgentTerminals;
}

/** Owns at most one living process; one that is being stopped may still be there beside it. */
export class AcpConnection implements Agent {
  readonly name: string;
  readonly label: string;
  readonly #options: AcpConnectionOptions;
  readonly #statusChanged = new Emitter<AgentStatus>();
  #status: AgentStatus = { state: 'stopped' };
  #description: AgentDescription | undefined;
  #authMethods: readonly string[] = [];
  #setsTitles = false;
  #mcp: McpCapabilities = { http: false, sse: false };
  #quirks: Quirks = quirksOf(undefined);
  /** The attempt to start that counts; another object, or none, means that this one was given up. */
  #attempt: object | undefined;
  #connecting: Promise<void> | undefined;
  /** The process that counts. */
  #life: Life | undefined;
  #wireLog: WireLog | undefined;
  readonly #ending = new Set<Promise<void>>();

  readonly onStatusChange: Event<AgentStatus> = this.#statusChanged.event;

  constructor(options: AcpConnectionOptions) {
    this.name = options.name;
    this.label = options.label ?? options.name;
    this.#options = options;
  }

  get status(): AgentStatus {
    return this.#status;
  }

  get description(): AgentDescription | undefined {
    return this.#description;
  }

  get isBusy(): boolean {
    const { requests, terminals } = this.#life ?? {};
    return this.#connecting !== undefined || requests?.isServing === true || terminals?.isRunning === true;
  }

  connect(): Promise<void> {
    if (this.#life !== undefined && this.#connecting === undefined) return Promise.resolve();
    this.#connecting ??= this.#connect();
    return this.#connecting;
  }

  async newSession(folders: SessionFolders): Promise<string> {
    return this.#alive().sessions.create(folders);
  }

  async loadSession(sessionId: string, folders: SessionFolders, signal?: AbortSignalLike): Promise<void> {
    await this.#alive().sessions.load(sessionId, folders, signal);
  }

  async resumeSession(sessionId: string, folders: SessionFolders, signal?: AbortSignalLike): Promise<void> {
    await this.#alive().sessions.resume(sessionId, folders, signal);
  }

  async forkSession(sessionId: string, folders: SessionFolders, forkPoint?: string): Promise<string> {
    return this.#alive().sessions.fork(sessionId, folders, forkPoint);
  }

  async listSessions(cwd?: string): Promise<readonly ListedSession[]> {
    return this.#alive().sessions.list(cwd);
  }

  async closeSession(sessionId: string): Promise<void> {
    await this.#alive().sessions.close(sessionId);
  }

  async deleteSession(sessionId: string): Promise<void> {
    await this.#alive().sessions.delete(sessionId);
  }

  async prompt(sessionId: string, content: readonly ContentBlock[]): Promise<PromptResult> {
    const capabilities = this.#description?.promptCapabilities ?? NO_CAPABILITIES;
    const prompt = promptContent(this.label, content, capabilities);
    const life = this.#alive();
    const result = await this.#request(life.link, 'session/prompt', { sessionId, prompt }, promptAnswer);
    if (this.#life === life) this.#letIn();
    return result;
  }

  async setConfigOption(
    sessionId: string,
    option: ConfigOption,
    value: string | boolean,
  ): Promise<readonly ConfigOption[] | undefined> {
    switch (option.setBy) {
      case 'mode':
        await this.#ask('session/set_mode', { sessionId, modeId: value }, anyAnswer);
        return undefined;
      case 'model':
        await this.#ask('session/set_model', { sessionId, modelId: value }, anyAnswer);
        return undefined;
      case 'config_option': {
        // Only a boolean names its type (R98).
        const typed = typeof value === 'boolean' ? { type: 'boolean', value } : { value };
        const params = { sessionId, configId: option.id, ...typed };
        const answer = await this.#ask('session/set_config_option', params, setConfigOptionAnswer);
        return answer.configOptions;
      }
    }
  }

  async steer(sessionId: string, content: readonly ContentBlock[]): Promise<void> {
    const capabilities = this.#description?.promptCapabilities ?? NO_CAPABILITIES;
    const prompt = promptContent(this.label, content, capabilities);
    await this.#ask('_session/steering', { sessionId, prompt, behavior: 'steer' }, anyAnswer);
  }

  async setTitle(sessionId: string, title: string): Promise<boolean> {
    if (!this.#setsTitles) return false;
    await this.#ask('session/set_title', { sessionId, title }, anyAnswer);
    return true;
  }

  cancel(sessionId: string): void {
    this.#life?.link.notify('session/cancel', { sessionId });
  }

  killTerminal(sessionId: string, terminalId: string): void {
    const killed = this.#life?.terminals.kill(sessionId, terminalId);
    killed?.catch((error: unknown) => this.#options.log.info(`Nothing to stop: ${String(error)}`));
  }

  async endTerminals(sessionId: string): Promise<void> {
    await this.#life?.terminals.endSession(sessionId);
  }

  async stop(): Promise<void> {
    const life = this.#life;
    const connecting = this.#connecting;
    this.#attempt = undefined;
    this.#connecting = undefined;
    this.#life = undefined;
    if (this.#status.state !== 'stopped') this.#setStatus({ state: 'stopped' });
    if (life !== undefined) this.#end(life, agentStopped(this.label));
    // A process that was just being started is ended as soon as it is there.
    await connecting?.catch(() => undefined);
    await Promise.all(this.#ending);
    await this.#wireLog?.flush();
  }

  dispose(): void {
    void this.stop().finally(() => this.#wireLog?.dispose());
    this.#statusChanged.dispose();
  }

  /** The only place where the status changes. */
  #setStatus(status: AgentStatus): void {
    this.#status = status;
    this.#options.log.info(
      `Now ${status.state}${status.error === undefined ? '.' : `: ${status.error.message}`}`,
    );
    this.#statusChanged.fire(status);
  }

  /** The agent worked for somebody: who wanted a sign-in before does not any more (R29, R30). */
  #letIn(): void {
    if (this.#status.state === 'needs-sign-in') this.#setStatus({ state: 'ready' });
  }

  #opened(sessionId: string, options: readonly ConfigOption[]): void {
    this.#letIn();
    const { client, clock } = this.#options;
    if (options.length > 0) {
      client.sessionUpdate(this, sessionId, { type: 'config_options', at: clock.now(), options });
    }
  }

  /** The process that counts; throws a ParleyError when there is none. */
  #alive(): Life {
    if (this.#life === undefined) throw new ParleyError(this.#status.error ?? agentStopped(this.label));
    return this.#life;
  }

  async #connect(): Promise<void> {
    const attempt = {};
    this.#attempt = attempt;
    this.#setStatus({ state: 'starting' });
    try {
      await this.#start(attempt);
    } catch (error) {
      if (this.#attempt === attempt) this.#fail(describeError(error));
      throw error;
    } finally {
      if (this.#attempt === attempt) this.#connecting = undefined;
    }
  }

  async #start(attempt: object): Promise<void> {
    const { client, clock, files, log, terminals: terminalAccess } = this.#options;
    const wireLog = this.#options.wireLog?.();
    this.#wireLog = wireLog;
    const launch = this.#options.launch();
    wireLog?.hide(Object.values(launch.env));
    // Loaded now, because a window in which no agent is used needs none of it.
    const [{ AgentLink }, { AgentRequests }, { AgentTerminals }, { deliverNotification }] = await Promise.all(
      [
        import('./agentLink.ts'),
        import('./requests/agentRequests.ts'),
        import('./terminal/agentTerminals.ts'),
        import('./updates.ts'),
      ],
    );
    const terminals = new AgentTerminals({
      clock,
      log,
      report: (sessionId, update) => client.sessionUpdate(this, sessionId, { ...update, at: clock.now() }),
    });
    const sessions = new AcpSessions({
      label: this.label,
      clock,
      abilities: () => this.#description?.sessions,
      mcpServers: () => usableServers(this.#options.mcpServers?.() ?? [], this.#mcp),
      request: (method, params, schema, signal) => this.#request(link, method, params, schema, signal),
      opened: (sessionId, options) => this.#opened(sessionId, options),
    });
    const requests = new AgentRequests({
      agent: this,
      client,
      log,
      files,
      terminalAccess,
      terminals,
      session: (id) => sessions.find(id),
      quirks: () => this.#quirks,
    });
    const dropped = new DroppedInput();
    const link = await AgentLink.start({
      name: this.label,
      launch,
      clock,
      log,
      wireLog,
      handlers: {
        request: (method, params, signal) => requests.serve(method, params, signal),
        notification: (method, params) => {
          if (this.#life !== life) return;
          const isLoading = (id: string): boolean => sessions.isLoading(id);
          const quirks = this.#quirks;
          deliverNotification(method, params, {
            agent: this,
            client,
            clock,
            log,
            quirks,
            dropped,
            isLoading,
          });
        },
      },
    });
    const life: Life = { link, sessions, requests, terminals };
    if (this.#attempt !== attempt) {
      const stopped = agentStopped(this.label);
      this.#end(life, stopped);
      throw new ParleyError(stopped);
    }
    this.#life = life;
    link.onLost((error) => {
      if (this.#life === life) this.#fail(error);
    });
    const answer = await this.#initialize(link);
    if (answer.protocolVersion !== String(PROTOCOL_VERSION)) {
      throw new ParleyError(unsupportedProtocol(this.label, answer.protocolVersion));
    }
    this.#describe(answer);
    this.#setStatus({ state: 'ready' });
  }

  /** Shakes hands (R18, R19), and gives up on an agent that does not answer in time. */
  async #initialize(link: AgentLink): Promise<InitializeAnswer> {
    const { clientInfo, clock, files, terminals, startTimeout = START_TIMEOUT } = this.#options;
    const timeout = Promise.withResolvers<never>();
    const timer = clock.after(startTimeout * 1000, () => {
      timeout.reject(new ParleyError(startTimedOut(this.label, startTimeout, link.lastWords())));
    });
    const params = {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: {
        ...CLIENT_CAPABILITIES,
        ...(files === undefined ? {} : { fs: { readTextFile: true, writeTextFile: true } }),
        ...(terminals === undefined ? {} : { terminal: true }),
      },
      clientInfo,
    };
    try {
      const answer = link.request('initialize', params);
      return this.#parse('initialize', await Promise.race([answer, timeout.promise]), initializeAnswer);
    } catch (error) {
      throw this.#described(error, params);
    } finally {
      timer.dispose();
    }
  }

  #describe(answer: InitializeAnswer): void {
    const { names, programName, version, promptCapabilities, authMethods, setsTitles, sessions, steers } =
      answer;
    const title = names.find((name) => name !== undefined && name.trim() !== '') ?? this.name;
    this.#description = { title, version, promptCapabilities, sessions, steers };
    this.#authMethods = authMethods;
    this.#setsTitles = setsTitles;
    this.#mcp = answer.mcp;
    this.#quirks = quirksOf(programName);
  }

  /** The connection is lost, or was never made. What is pending rejects afterwards. */
  #fail(error: UserError): void {
    const life = this.#life;
    this.#life = undefined;
    this.#attempt = undefined;
    this.#connecting = undefined;
    this.#setStatus({ state: 'failed', error });
    if (life !== undefined) this.#end(life, error);
  }

  /** Ends a process and remembers it until it is gone. */
  #end({ link, terminals }: Life, reason: UserError): void {
    const ending = Promise.all([link.stop(reason), terminals.dispose()])
      .then(() => {})
      .finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  /** One request to the connected agent; rejects with a ParleyError. */
  async #ask<T extends z.ZodType>(method: string, params: object, schema: T): Promise<z.output<T>> {
    return this.#request(this.#alive().link, method, params, schema);
  }

  /** One request to a process; rejects with a ParleyError. */
  async #request<T extends z.ZodType>(
    link: AgentLink,
    method: string,
    params: object,
    schema: T,
    signal?: AbortSignalLike,
  ): Promise<z.output<T>> {
    try {
      return this.#parse(method, await link.request(method, params, signal), schema);
    } catch (error) {
      const described = this.#described(error, params);
      if (described.user.code === 'sign-in-needed' && this.#life?.link === link) {
        this.#setStatus({ state: 'needs-sign-in', error: described.user });
      }
      throw described;
    }
  }

  #parse<T extends z.ZodType>(method: string, answer: unknown, schema: T): z.output<T> {
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    const problem = `${problemOf(parsed.error)}: ${excerptOf(answer)}`;
    this.#options.log.error(`Its answer to ${method} is not usable, ${problem}`);
    throw new ParleyError(invalidAnswer(this.label, method, problem));
  }

  #described(error: unknown, params: object): ParleyError {
    const { log } = this.#options;
    return describeRefusal(error, params, { label: this.label, authMethods: this.#authMethods, log });
  }
}
