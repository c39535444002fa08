// An agent over ACP: handshake, capabilities, the state of the connection, and one method per ACP call.
import { isAbsolute } from 'node:path';
import { ErrorCodes, ResponseError } from './responseError.ts';
import * as z from 'zod';
import type {
  Agent,
  AgentClient,
  AgentDescription,
  AgentStatus,
  ListedSession,
  PromptResult,
  SessionFolders,
} from '../core/agent.ts';
import type { Launch } from '../core/agentSettings.ts';
import type { DirectAccess, Permit } from '../core/directAccess.ts';
import {
  agentRefused,
  agentStopped,
  describeError,
  folderNotAbsolute,
  invalidAnswer,
  ParleyError,
  signInNeeded,
  startTimedOut,
  unsupportedProtocol,
  type UserError,
} from '../core/errors.ts';
import type { FileAccess, FileSession } from '../core/fileAccess.ts';
import { Emitter, type Event } from '../core/lifecycle.ts';
import type { Clock, Log } from '../core/ports.ts';
import type { TerminalAccess } from '../core/terminals.ts';
import type { ConfigOption } from '../core/session/configOption.ts';
import type { ContentBlock } from '../core/session/content.ts';
import { problemOf, readSessionUpdate } from './acpSchema.ts';
import type { AgentLink } from './agentLink.ts';
import { excerptOf } from './excerpt.ts';
import { promptContent } from './promptContent.ts';
import { quirksOf, type Quirks } from './quirks.ts';
import { FILE_CAPABILITIES, isFileSystemMethod, serveFileSystem } from './requests/fileSystem.ts';
import { elicitationCompleted, serveElicitation } from './requests/elicitation.ts';
import { servePermission } from './requests/permission.ts';
import { RequestOrder } from './requests/requestOrder.ts';
import { isTerminalMethod, serveTerminal } from './requests/terminal.ts';
import {
  describeErrorData,
  initializeAnswer,
  newSessionAnswer,
  promptAnswer,
  reopenedAnswer,
  supportedVersions,
  type InitializeAnswer,
} from './schema/answerSchema.ts';
import { allPages } from './sessionPages.ts';
import { setConfigOptionAnswer } from './schema/configSchema.ts';
import { listAnswer } from './schema/listSchema.ts';
import { readForeignTerminals } from './schema/terminalMetaSchema.ts';
import { AgentTerminals } from './terminal/agentTerminals.ts';
import type { WireLog } from './wireLog.ts';

const PROTOCOL_VERSION = 1;

/** ACP's own error codes. */
const AUTH_REQUIRED = -32000;
const RESOURCE_NOT_FOUND = -32002;
const UNSUPPORTED_PROTOCOL = -32022;

/** How long `initialize` may take, in seconds: real agents were seen to need 7, `npx` may have to download first. */
const START_TIMEOUT = 30;

/** What Parley always serves or shows. Permission requests need no capability. */
const CLIENT_CAPABILITIES = {
  session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
  elicitation: { form: {}, url: {} },
  // Agents that run commands themselves then tell of them as of terminals (R70).
  _meta: { terminal_output: true },
};

/** What of a request's params tells the session it belongs to. */
const sessionParams = z.object({ sessionId: z.string() });

/** Of answers that say nothing but that it was done. */
const anyAnswer = z.unknown();

const NO_CAPABILITIES: AgentDescription['promptCapabilities'] = {
  image: false,
  audio: false,
  embeddedContext: false,
};

export interface AcpConnectionOptions {
  /** The agent's key in the settings. */
  readonly name: string;
  /** What the person calls it; its name when absent. */
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
  /** Where the traffic is written down, asked anew at each start; undefined: nowhere. */
  readonly wireLog?: () => WireLog | undefined;
}

/** What the requests of one process are served with. */
interface Served {
  readonly order: RequestOrder;
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
  #quirks: Quirks = quirksOf(undefined);
  /** The sessions of the living process by their ids. */
  readonly #sessions = new Map<string, FileSession>();
  /** The attempt to start that counts; another object, or none, means that this one was given up. */
  #attempt: object | undefined;
  #connecting: Promise<void> | undefined;
  #link: AgentLink | undefined;
  /** Of each process that is there, the one being stopped too. */
  readonly #terminals = new Map<AgentLink, AgentTerminals>();
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

  connect(): Promise<void> {
    if (this.#link !== undefined && this.#connecting === undefined) return Promise.resolve();
    this.#connecting ??= this.#connect();
    return this.#connecting;
  }

  async newSession(folders: SessionFolders): Promise<string> {
    const answer = await this.#request('session/new', this.#setup(folders), newSessionAnswer);
    this.#opened(answer.sessionId, folders, answer.configOptions);
    return answer.sessionId;
  }

  async loadSession(sessionId: string, folders: SessionFolders): Promise<void> {
    await this.#reopen('session/load', sessionId, folders);
  }

  async resumeSession(sessionId: string, folders: SessionFolders): Promise<void> {
    await this.#reopen('session/resume', sessionId, folders);
  }

  async forkSession(sessionId: string, folders: SessionFolders): Promise<string> {
    const params = { sessionId, ...this.#setup(folders) };
    const answer = await this.#request('session/fork', params, newSessionAnswer);
    this.#opened(answer.sessionId, folders, answer.configOptions);
    return answer.sessionId;
  }

  async listSessions(cwd?: string): Promise<readonly ListedSession[]> {
    return allPages((cursor) =>
      this.#request(
        'session/list',
        { ...(cwd === undefined ? {} : { cwd }), ...(cursor === undefined ? {} : { cursor }) },
        listAnswer,
      ),
    );
  }

  async closeSession(sessionId: string): Promise<void> {
    await this.#endSession('session/close', sessionId);
  }

  async deleteSession(sessionId: string): Promise<void> {
    await this.#endSession('session/delete', sessionId);
  }

  async prompt(sessionId: string, content: readonly ContentBlock[]): Promise<PromptResult> {
    const capabilities = this.#description?.promptCapabilities ?? NO_CAPABILITIES;
    const prompt = promptContent(this.label, content, capabilities);
    return this.#request('session/prompt', { sessionId, prompt }, promptAnswer);
  }

  async setConfigOption(
    sessionId: string,
    option: ConfigOption,
    value: string | boolean,
  ): Promise<readonly ConfigOption[] | undefined> {
    switch (option.setBy) {
      case 'mode':
        await this.#request('session/set_mode', { sessionId, modeId: value }, anyAnswer);
        return undefined;
      case 'model':
        await this.#request('session/set_model', { sessionId, modelId: value }, anyAnswer);
        return undefined;
      case 'config_option': {
        // Only a boolean names its type (R98).
        const typed = typeof value === 'boolean' ? { type: 'boolean', value } : { value };
        const params = { sessionId, configId: option.id, ...typed };
        const answer = await this.#request('session/set_config_option', params, setConfigOptionAnswer);
        return answer.configOptions;
      }
    }
  }

  async setTitle(sessionId: string, title: string): Promise<boolean> {
    if (!this.#setsTitles) return false;
    await this.#request('session/set_title', { sessionId, title }, anyAnswer);
    return true;
  }

  cancel(sessionId: string): void {
    this.#link?.notify('session/cancel', { sessionId });
  }

  killTerminal(sessionId: string, terminalId: string): void {
    const killed = this.#liveTerminals()?.kill(sessionId, terminalId);
    killed?.catch((error: unknown) => this.#options.log.info(`Nothing to stop: ${String(error)}`));
  }

  async endTerminals(sessionId: string): Promise<void> {
    await this.#liveTerminals()?.endSession(sessionId);
  }

  async stop(): Promise<void> {
    const link = this.#link;
    this.#attempt = undefined;
    this.#connecting = undefined;
    this.#link = undefined;
    if (this.#status.state !== 'stopped') this.#setStatus({ state: 'stopped' });
    if (link !== undefined) this.#end(link, agentStopped(this.label));
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

  /** What every request that opens a session says; throws a ParleyError for a relative path (R31). */
  #setup({ cwd, additional }: SessionFolders): object {
    if (!isAbsolute(cwd)) throw new ParleyError(folderNotAbsolute(cwd));
    const roots = this.#furtherRoots({ cwd, additional });
    return { cwd, mcpServers: [], ...(roots.length === 0 ? {} : { additionalDirectories: roots }) };
  }

  /** The roots besides the working directory, where the agent takes them (R38). */
  #furtherRoots({ cwd, additional }: SessionFolders): readonly string[] {
    if (this.#description?.sessions.additionalDirectories !== true) return [];
    return [...new Set(additional)].filter((root) => isAbsolute(root) && root !== cwd);
  }

  /** Its requests for files and terminals may come before the answer, so the session is known before. */
  async #reopen(method: string, sessionId: string, folders: SessionFolders): Promise<void> {
    const params = { sessionId, ...this.#setup(folders) };
    const known = this.#sessions.get(sessionId);
    this.#remember(sessionId, folders);
    try {
      this.#opened(sessionId, folders, await this.#request(method, params, reopenedAnswer));
    } catch (error) {
      if (known === undefined) this.#sessions.delete(sessionId);
      throw error;
    }
  }

  #remember(sessionId: string, folders: SessionFolders): void {
    const roots = [folders.cwd, ...this.#furtherRoots(folders)];
    this.#sessions.set(sessionId, { agent: this.label, id: sessionId, roots });
  }

  #opened(sessionId: string, folders: SessionFolders, options: readonly ConfigOption[]): void {
    this.#remember(sessionId, folders);
    if (this.#status.state === 'needs-sign-in') this.#setStatus({ state: 'ready' });
    const { client, clock } = this.#options;
    if (options.length > 0) {
      client.sessionUpdate(this, sessionId, { type: 'config_options', at: clock.now(), options });
    }
  }

  async #endSession(method: string, sessionId: string): Promise<void> {
    try {
      await this.#request(method, { sessionId }, anyAnswer);
    } catch (error) {
      if (!isResourceNotFound(error)) throw error;
    }
    this.#sessions.delete(sessionId);
  }

  #liveTerminals(): AgentTerminals | undefined {
    return this.#link === undefined ? undefined : this.#terminals.get(this.#link);
  }

  #makeTerminals(): AgentTerminals {
    const { client, clock, log } = this.#options;
    return new AgentTerminals({
      clock,
      log,
      report: (sessionId, update) => client.sessionUpdate(this, sessionId, { ...update, at: clock.now() }),
    });
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
    const { clock, log } = this.#options;
    const wireLog = this.#options.wireLog?.();
    this.#wireLog = wireLog;
    const launch = this.#options.launch();
    wireLog?.hide(Object.values(launch.env));
    const order = new RequestOrder();
    const terminals = this.#makeTerminals();
    this.#sessions.clear();
    // Loaded now, because a window in which no agent is used needs none of it.
    const { AgentLink } = await import('./agentLink.ts');
    const link = await AgentLink.start({
      name: this.label,
      launch,
      clock,
      log,
      wireLog,
      handlers: {
        request: (method, params, signal) => this.#serve({ order, terminals }, method, params, signal),
        notification: (method, params) => this.#notified(link, method, params),
      },
    });
    this.#terminals.set(link, terminals);
    if (this.#attempt !== attempt) {
      const stopped = agentStopped(this.label);
      this.#end(link, stopped);
      throw new ParleyError(stopped);
    }
    this.#link = link;
    link.onLost((error) => {
      if (this.#link === link) this.#fail(error);
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
    try {
      const answer = link.request('initialize', {
        protocolVersion: PROTOCOL_VERSION,
        clientCapabilities: {
          ...CLIENT_CAPABILITIES,
          ...(files === undefined ? {} : { fs: FILE_CAPABILITIES }),
          ...(terminals === undefined ? {} : { terminal: true }),
        },
        clientInfo,
      });
      return this.#parse('initialize', await Promise.race([answer, timeout.promise]), initializeAnswer);
    } catch (error) {
      throw this.#describeRefusal(error);
    } finally {
      timer.dispose();
    }
  }

  #describe(answer: InitializeAnswer): void {
    const { names, programName, version, promptCapabilities, authMethods, setsTitles, sessions } = answer;
    const title = names.find((name) => name !== undefined && name.trim() !== '') ?? this.name;
    this.#description = { title, version, promptCapabilities, sessions };
    this.#authMethods = authMethods;
    this.#setsTitles = setsTitles;
    this.#quirks = quirksOf(programName);
  }

  /** The connection is lost, or was never made. What is pending rejects afterwards. */
  #fail(error: UserError): void {
    const link = this.#link;
    this.#link = undefined;
    this.#attempt = undefined;
    this.#connecting = undefined;
    this.#setStatus({ state: 'failed', error });
    if (link !== undefined) this.#end(link, error);
  }

  /** Ends a process and remembers it until it is gone. */
  #end(link: AgentLink, reason: UserError): void {
    const terminals = this.#terminals.get(link);
    this.#terminals.delete(link);
    const ending = Promise.all([link.stop(reason), terminals?.dispose()])
      .then(() => {})
      .finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  /** One request to the connected agent; rejects with a ParleyError. */
  async #request<T extends z.ZodType>(method: string, params: object, schema: T): Promise<z.output<T>> {
    const link = this.#link;
    if (link === undefined) throw new ParleyError(this.#status.error ?? agentStopped(this.label));
    try {
      return this.#parse(method, await link.request(method, params), schema);
    } catch (error) {
      const described = this.#describeRefusal(error);
      if (described.user.code === 'sign-in-needed' && this.#link === link) {
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

  /** What the person is told about an error answer (R20, R29, R49). */
  #describeRefusal(error: unknown): ParleyError {
    if (error instanceof ParleyError) return error;
    if (!(error instanceof ResponseError)) return new ParleyError(describeError(error), { cause: error });
    const title = this.label;
    const data = describeErrorData(error.data);
    this.#options.log.error(`It answered with error ${error.code}: ${error.message} ${data ?? ''}`);
    const options = { cause: error };
    switch (error.code) {
      case AUTH_REQUIRED:
        return new ParleyError(signInNeeded(title, this.#authMethods), options);
      case UNSUPPORTED_PROTOCOL: {
        const versions = supportedVersions.safeParse(error.data);
        const named = versions.success ? [versions.data.supported].flat().join(', ') : 'another';
        return new ParleyError(unsupportedProtocol(title, named), options);
      }
      default:
        return new ParleyError(agentRefused(title, error.message, data), options);
    }
  }

  /** Serves a request of the agent; what is not served is not there (R6, R79). */
  async #serve(
    { order, terminals }: Served,
    method: string,
    params: unknown,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { client, files, terminals: access, log } = this.#options;
    const session = (id: string): FileSession | undefined => this.#sessions.get(id);
    const quirks = this.#quirks;
    const permit = (id: string, asked: DirectAccess, onAsking: () => void): Promise<Permit> =>
      client.requestAccess(this, id, asked, { signal, onAsking });
    if (access !== undefined && isTerminalMethod(method)) {
      return serveTerminal(method, params, { terminals, access, session, order, permit, log, signal });
    }
    if (files !== undefined && isFileSystemMethod(method)) {
      return serveFileSystem(method, params, { files, session, quirks, order, permit, log, signal });
    }
    if (method === 'session/request_permission') {
      const sessionId = sessionParams.safeParse(params).data?.sessionId;
      return order.serve('other', sessionId, () =>
        servePermission(params, { agent: this, client, log, quirks, signal }),
      );
    }
    if (method === 'elicitation/create') {
      const sessionId = sessionParams.safeParse(params).data?.sessionId;
      return order.serve('other', sessionId, () =>
        serveElicitation(params, { agent: this, client, log, signal }),
      );
    }
    log.info(`Refused a request that is not served, ${method}.`);
    throw new ResponseError(ErrorCodes.MethodNotFound, `Method not found: ${method}`);
  }

  /** Takes a notification; those Parley does not know are ignored (R7). */
  #notified(link: AgentLink, method: string, params: unknown): void {
    if (this.#link !== link) return;
    const { client, clock, log } = this.#options;
    if (method === 'elicitation/complete') elicitationCompleted(this, client, params);
    if (method !== 'session/update') return;
    const reading = readSessionUpdate(params);
    switch (reading.kind) {
      case 'parsed':
        client.sessionUpdate(this, reading.sessionId, { ...reading.update, at: clock.now() });
        if (reading.update.type !== 'tool_call') return;
        for (const update of readForeignTerminals(params)) {
          client.sessionUpdate(this, reading.sessionId, { ...update, at: clock.now() });
        }
        return;
      case 'ignored':
        return;
      case 'unknown':
        log.warn(`Dropped an update of an unknown kind, ${reading.name}: ${excerptOf(params)}`);
        return;
      case 'malformed':
        log.warn(`Dropped a malformed update, ${reading.problem}: ${excerptOf(params)}`);
    }
  }
}

/** Whether the agent answered that there is no such session (R41). */
function isResourceNotFound(error: unknown): boolean {
  const cause = error instanceof ParleyError ? error.cause : error;
  return cause instanceof ResponseError && cause.code === RESOURCE_NOT_FOUND;
}
