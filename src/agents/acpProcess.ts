// One process of an agent, or a connection to a remote one, and everything that ends with it: the link, its sessions, its terminals, what it asks for.
import { env } from 'node:process';
import { agentStopped, ParleyError, type UserError } from '../core/errors.ts';
import type { AbortSignalLike } from '../core/base/abort.ts';
import { DroppedInput } from '../core/base/droppedInputLog.ts';
import type { Agent, AgentClient } from '../core/ports/agent.ts';
import type { TerminalAccess } from '../core/ports/agentTerminals.ts';
import type { FileAccess } from '../core/ports/fileAccess.ts';
import type { Clock, Log } from '../core/ports/hostPorts.ts';
import type { SessionServers } from '../core/ports/sessionServers.ts';
import type { ConfigOption } from '../core/session/configOptions/state.ts';
import { isHistory } from '../core/session/status/updateTraits.ts';
import type { Launch } from '../core/settings/agentSettings.ts';
import { usableServers } from '../core/mcp/mcpServerSettings.ts';
import { runsHere, serversFor } from '../core/settings/remoteAddress.ts';
import { inheritedSecrets, launchSecrets, mcpServerSecrets } from '../core/secrets/launchSecrets.ts';
import type { Redactor } from '../core/secrets/redactor.ts';
import { signedOut, signInNeeded } from '../core/signIn/signInErrors.ts';
import { AcpSessions } from './acpSessions.ts';
import { AgentCalls } from './agentCalls.ts';
import { AccountLimits } from './limits/accountLimits.ts';
import { AgentLink } from './wire/agentLink.ts';
import { noHandshake, shakeHands, type ClientInfo, type Handshake } from './handshake.ts';
import { PromptCalls } from './promptCalls.ts';
import { withSessionId } from './schema/near/nearFields.ts';
import { AgentRequests } from './requests/agentRequests.ts';
import { AgentTerminals } from './terminal/agentTerminals.ts';
import { MergedUpdates } from './mergedUpdates.ts';
import { deliverNotification } from './notifications.ts';
import { redactedUserError } from './redaction.ts';
import type { CookieJars } from './remote/agentCookies.ts';
import { anyAnswer, authStatusUpdate, type AuthStatus } from './schema/answerSchema.ts';
import { authenticate } from './signIn/authenticate.ts';
import { passKeys } from './signIn/passKeys.ts';
import { Subagents } from './subagents/subagents.ts';
import { TurnAnswers } from './turns/turnAnswers.ts';
import type { TrafficLog } from './wire/wireLog.ts';

/** Notifications of ACP. */
const REPORTS: ReadonlySet<string> = new Set(['session/update', 'elicitation/complete']);

export interface AcpProcessOptions {
  readonly agent: Agent;
  readonly client: AgentClient;
  readonly launch: Launch;
  readonly clientInfo: ClientInfo;
  readonly clock: Clock;
  readonly log: Log;
  readonly startTimeoutSeconds: number;
  /** Serves files; without it they are not advertised (R79). */
  readonly files: FileAccess | undefined;
  /** Serves terminals; without it they are not advertised (R79). */
  readonly terminalAccess: TerminalAccess | undefined;
  /** The MCP servers that sessions are given, asked anew for each. */
  readonly mcpServers: SessionServers | undefined;
  readonly wireLog: TrafficLog | undefined;
  /** Is given the secrets of the launch, and hides them in the trace, in the stderr tail and in errors; `log` hides them itself. */
  readonly redactor: Redactor;
  readonly cookies: CookieJars;
  /** Called when the agent reports, on its own, that somebody is signed in. */
  readonly onSignedIn: () => void;
  /** Called when the agent asks for a sign-in (R29). */
  readonly onSignInNeeded: (error: UserError) => void;
  /** Called with each session that the agent has opened, before it is handed out. */
  readonly onOpened: (sessionId: string, options: readonly ConfigOption[]) => void;
}

export class AcpProcess {
  readonly sessions: AcpSessions;
  readonly prompts: PromptCalls;
  readonly terminals: AgentTerminals;
  readonly #options: AcpProcessOptions;
  readonly #calls: AgentCalls;
  readonly #requests: AgentRequests;
  readonly #limits: AccountLimits;
  readonly #answers = new TurnAnswers();
  readonly #updates: MergedUpdates;
  readonly #dropped = new DroppedInput();
  readonly #subagents = new Subagents(() => this.#options.clock.now());
  #link: AgentLink | undefined;
  #handshake: Handshake | undefined;
  #hasEnded = false;
  /** What the agent reported about its sign-in last. */
  #authStatus: AuthStatus | undefined;

  private constructor(options: AcpProcessOptions) {
    this.#options = options;
    const { agent, client, clock, log, redactor, launch } = options;
    const { files, terminalAccess, mcpServers, onSignInNeeded, onOpened } = options;
    const { label } = agent;
    const handshake = (): Handshake | undefined => this.#handshake;
    const stderrTail = (): string => this.#link?.stderrOnly() ?? '';
    this.#limits = new AccountLimits(clock);
    this.#updates = new MergedUpdates((sessionId, event) => client.sessionUpdate(agent, sessionId, event));
    this.#calls = new AgentCalls({
      label,
      log,
      clock,
      limit: () => this.#limits.current,
      redactor,
      stderrTail,
      canSignIn: () => handshake()?.description.authMethods.length !== 0,
      send: (method, params, signal) => this.#started().request(method, params, signal),
      onSignInNeeded: (error) => {
        if (!this.#hasEnded) onSignInNeeded(error);
      },
    });
    this.terminals = new AgentTerminals({
      clock,
      log,
      report: (sessionId, update) => client.sessionUpdate(agent, sessionId, { ...update, at: clock.now() }),
    });
    this.sessions = new AcpSessions({
      name: agent.name,
      label,
      clock,
      calls: this.#calls,
      abilities: () => handshake()?.description.sessions,
      mcpServers: async (session) => {
        const { mcp } = handshake() ?? noHandshake;
        const isOpen = (): boolean => !this.#hasEnded && session.isOpen();
        const wanted = { ...session, isOpen, usesHttp: mcp.http, isHere: runsHere(launch) };
        const servers = (await mcpServers?.serversOf(wanted)) ?? [];
        redactor.add(mcpServerSecrets(servers));
        return usableServers(serversFor(launch, servers), mcp);
      },
      passed: (session) => {
        const { mcp } = handshake() ?? noHandshake;
        mcpServers?.passed({ ...session, transports: { stdio: runsHere(launch), ...mcp } });
      },
      linksSessions: () => handshake()?.description.linksSessions === true,
      replaysAfterAnswer: () => (handshake() ?? noHandshake).quirks.replaysAfterAnswer,
      opening: (id) => this.#subagents.forget(id),
      opened: onOpened,
      isSubagent: (id) => this.#subagents.rootOf(id) !== id,
    });
    this.prompts = new PromptCalls({
      label,
      calls: this.#calls,
      clock,
      answers: this.#answers,
      limit: () => this.#limits.current,
      stderrTail,
      notify: (method, params) => this.#link?.notify(method, this.#calls.asSent(params)),
      onCancel: (id) => this.#requests.cancelQuestions(id),
      subagents: (id) => this.#subagents.allStoppable(id),
      onLateAnswer: (id, text) => {
        const content = { type: 'text', text } as const;
        this.#updates.add(id, { type: 'message_chunk', role: 'agent', at: clock.now(), content });
        this.#updates.flush();
      },
      handshake,
    });
    this.#requests = new AgentRequests({
      agent,
      client,
      clock,
      log,
      files,
      terminalAccess,
      terminals: this.terminals,
      session: (id) => this.sessions.find(id),
      quirks: () => (handshake() ?? noHandshake).quirks,
      isStopping: (id) => this.prompts.isStopping(id),
      turn: (id) => this.prompts.turn(id),
      prompted: () => this.prompts.prompted,
      lastActive: () => this.sessions.openOne(this.prompts.lastPrompted),
      isOurs: (id) => this.sessions.isOurs(id),
      subagents: this.#subagents,
    });
  }

  /** Starts the process or connects; rejects with a ParleyError. `initialize` is not called yet. */
  static async start(options: AcpProcessOptions): Promise<AcpProcess> {
    const { agent, launch, clock, log, wireLog, redactor, cookies } = options;
    redactor.add([...inheritedSecrets(env), ...launchSecrets(launch)]);
    wireLog?.redactWith(redactor);
    const process = new AcpProcess(options);
    process.#link = await AgentLink.start({
      name: agent.label,
      launch,
      clock,
      log,
      wireLog,
      redactor,
      cookies,
      handlers: {
        request(method, sent, signal) {
          const params = withSessionId(sent);
          if (REPORTS.has(method)) return process.#reported(method, params);
          process.#answers.requested(params);
          return process.#requests.serve(method, params, signal);
        },
        notification: (method, params) => process.#notified(method, params),
        notified: () => process.#updates.flush(),
        lost: () => process.#unreadable(undefined),
        refused: ({ method, params }) => {
          process.#updates.flush();
          process.#requests.reportRefused(method, withSessionId(params));
        },
      },
    });
    return process;
  }

  /** Whether the agent waits for an answer, or runs a command. */
  get isBusy(): boolean {
    return this.#requests.isServing || this.terminals.isRunning;
  }

  /** Whether the agent reported last that nobody is signed in. */
  get isSignedOut(): boolean {
    return this.#authStatus?.isSignedOut === true;
  }

  /** Asks the agent to stop a sub-agent, named by the call that stands for it, and not its parent. */
  cancelSubagent(sessionId: string, toolCallId: string): void {
    const id = this.#subagents.stoppable(sessionId, toolCallId);
    if (id !== undefined) this.prompts.cancel(id);
  }

  /** Calls back once when the process ends or goes out of reach without being stopped (R16). */
  onLost(listener: (error: UserError) => void): void {
    this.#started().onLost(listener);
  }

  /** Calls `initialize` (R18); rejects with a ParleyError. */
  async initialize(): Promise<Handshake> {
    const { agent, launch, clientInfo, clock, log, startTimeoutSeconds, files, terminalAccess } =
      this.#options;
    const link = this.#started();
    this.#handshake = await shakeHands(this.#calls, {
      name: agent.name,
      label: agent.label,
      clientInfo,
      launch,
      clock,
      timeoutSeconds: startTimeoutSeconds,
      servesFiles: files !== undefined,
      servesTerminals: terminalAccess !== undefined,
      describeTimeout: (seconds) => link.describeTimeout(seconds),
    });
    await passKeys(this.#handshake.description.authMethods, {
      launch,
      clock,
      log,
      authenticate: (...call) => this.authenticate(...call),
    });
    return this.#handshake;
  }

  /** Has the agent sign the user in (R24), with a key where its method asks for one; rejects with a ParleyError. */
  async authenticate(
    methodId: string,
    signal: AbortSignalLike | undefined,
    apiKey: string | undefined,
  ): Promise<void> {
    const { label } = this.#options.agent;
    await authenticate(this.#calls, { label, methodId, signal, apiKey });
    // What it reported before is past; it may report again.
    this.#authStatus = undefined;
  }

  /** Has the agent sign the user out (R26), who has to sign in again from then on (R30); rejects with a ParleyError. */
  async signOut(): Promise<void> {
    const { agent, onSignInNeeded } = this.#options;
    await this.#calls.request('logout', {}, anyAnswer);
    if (!this.#hasEnded) onSignInNeeded(signedOut(agent.label));
  }

  /** Ends the process for a reason of ours: what is pending rejects with it at once. Resolves when all is gone. */
  async end(reason: UserError): Promise<void> {
    this.#hasEnded = true;
    await Promise.all([this.#started().stop(reason), this.terminals.dispose()]);
  }

  /** Some agents give their reports an id, and wait for an answer. */
  #reported(method: string, params: unknown): Promise<unknown> {
    this.#notified(method, params);
    this.#updates.flush();
    return Promise.resolve({});
  }

  #notified(method: string, params: unknown): void {
    if (this.#hasEnded) return;
    const { agent, client, clock, log } = this.#options;
    if (method !== 'session/update') this.#updates.flush();
    if (method === '_auth/status_update') this.#reportedAuth(params);
    if (this.#requests.takeList(method, params)) return;
    const rootOf = (id: string): string => this.#subagents.rootOf(id);
    deliverNotification(method, params, {
      agent,
      client,
      deliver: (sessionId, event) => {
        if (isHistory(event)) this.#requests.reportUnlessOurs(sessionId);
        this.#answers.reported(sessionId, event);
        this.#updates.add(sessionId, event);
      },
      clock,
      log,
      quirks: (this.#handshake ?? noHandshake).quirks,
      dropped: this.#dropped,
      limits: this.#limits,
      unreadable: (sessionId) => this.#unreadable(sessionId),
      subagents: this.#subagents,
      isOwn: (id) => this.sessions.find(id) !== undefined,
      isLoading: (id) => this.sessions.isLoading(rootOf(id)),
      isPrompted: (id) => this.prompts.isPrompted(rootOf(id)),
      folder: (id) => this.#subagents.folderOf(id) ?? this.sessions.find(rootOf(id))?.roots[0],
    });
  }

  /** Something for the user cannot be read. The session, where that much can be. */
  #unreadable(sessionId: string | undefined): void {
    this.#updates.flush();
    this.#answers.unreadable(sessionId);
    this.#requests.reportUnreadable(sessionId);
  }

  /** Before the handshake is over there is no status that this could change; `reportSignIn` makes up for it. */
  #reportedAuth(params: unknown): void {
    const status = authStatusUpdate.safeParse(params).data;
    if (status === undefined) return;
    this.#authStatus = status;
    if (this.#handshake !== undefined) this.reportSignIn();
  }

  /** Calls back with what the agent reported last about a sign-in; not at all where it reported nothing. */
  reportSignIn(): void {
    const { agent, onSignedIn, onSignInNeeded, redactor } = this.#options;
    if (this.#authStatus === undefined) return;
    const { isSignedOut, said } = this.#authStatus;
    if (!isSignedOut) onSignedIn();
    else onSignInNeeded(redactedUserError(signInNeeded(agent.label, said), redactor));
  }

  #started(): AgentLink {
    if (this.#link === undefined) throw new ParleyError(agentStopped(this.#options.agent.label));
    return this.#link;
  }
}
