// An agent whose answers the test gives by hand, for tests of what stands above the connection.
import type { AbortSignalLike } from '../../src/core/base/abort.ts';
import type {
  Agent,
  AgentClient,
  AgentDescription,
  AgentSessions,
  SessionControls,
  AgentStatus,
  ForkPoint,
  AgentListedSession,
  PromptResult,
  SessionAbilities,
  SessionFolders,
  SteeringBehavior,
} from '../../src/core/ports/agent.ts';
import { agentExited, agentRefused } from '../../src/core/agentErrors.ts';
import { ParleyError } from '../../src/core/errors.ts';
import { Emitter } from '../../src/core/base/lifecycle.ts';
import type { AgentDirectory } from '../../src/core/ports/hostPorts.ts';
import type { ConfigOption } from '../../src/core/session/configOptions/state.ts';
import type { ContentBlock } from '../../src/core/session/content.ts';
import type { UpdateEvent } from '../../src/core/session/events.ts';
import type { AuthMethod } from '../../src/core/signIn/authMethod.ts';
import { signedOut, signInNeeded } from '../../src/core/signIn/signInErrors.ts';

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** A prompt that waits for the test's answer. */
export interface OpenPrompt extends Deferred<PromptResult> {
  readonly sessionId: string;
  readonly content: readonly ContentBlock[];
}

export class ScriptedAgent implements Agent {
  readonly name: string;
  readonly label: string;
  /** What the handshake reported; {@link offer} changes what it can do with sessions. */
  description: AgentDescription | undefined;
  /** The session requests it got, as `method id`. */
  readonly asked: string[] = [];
  /** The folders with which it was asked to load sessions. */
  readonly loadedFolders: SessionFolders[] = [];
  /** What it replays of a session while that is being loaded. */
  replay: readonly UpdateEvent[] = [];
  /** When set, opening a session of an earlier process is refused with it. */
  reopenError: ParleyError | undefined;
  /** When set, `session/fork` is refused with it. */
  forkFailure: Error | undefined;
  /** When set, `session/load` is answered only when it is given up. */
  holdLoad = false;
  listed: readonly AgentListedSession[] = [];
  /** Whether it says that it takes messages into a running turn. */
  steering: readonly SteeringBehavior[] = [];
  linksSessions = false;
  /** The ways to sign in that it offers. */
  authMethods: readonly AuthMethod[] = [];
  signsOut = false;
  /** The sign-ins that wait for the test's answer. */
  readonly signIns: (Deferred<void> & {
    readonly methodId: string;
    readonly apiKey?: string | undefined;
  })[] = [];
  /** The sessions that new ones continue, in the order of the requests. */
  readonly parents: (string | undefined)[] = [];
  status: AgentStatus = { state: 'stopped' };
  isBusy = false;
  readonly #statusChanged = new Emitter<AgentStatus>();
  readonly onStatusChange = this.#statusChanged.event;
  readonly prompts: OpenPrompt[] = [];
  readonly cancelled: string[] = [];
  /** What was ended: session and terminal. */
  readonly killedTerminals: string[] = [];
  readonly stoppedSubagents: string[] = [];
  readonly #newSessions: Deferred<string>[] = [];
  readonly #sessionIds: string[] = [];
  /** When set, `session/new` waits for {@link answerNewSession}. */
  holdNewSession = false;
  /** When set, connecting fails with it. */
  connectError: ParleyError | undefined;
  client: AgentClient | undefined;
  /** How the agent answers a change of a config option. */
  onSetConfigOption: (
    option: ConfigOption,
    value: string | boolean,
  ) => Promise<readonly ConfigOption[] | undefined> = async () => undefined;

  constructor(name: string) {
    this.name = name;
    this.label = name;
  }

  async connect(): Promise<void> {
    if (this.connectError !== undefined) {
      this.#setStatus({ state: 'failed', error: this.connectError.user });
      throw this.connectError;
    }
    if (this.status.state !== 'ready') this.#setStatus({ state: 'ready' });
  }

  readonly sessions: AgentSessions = {
    create: async (_folders, parent) => {
      this.parents.push(parent);
      const deferred = Promise.withResolvers<string>();
      this.#newSessions.push(deferred);
      if (!this.holdNewSession) deferred.resolve(`acp-${this.#sessionIds.push('')}`);
      return deferred.promise;
    },

    load: async (sessionId, folders, signal) => {
      this.asked.push(`load ${sessionId}`);
      this.loadedFolders.push(folders);
      if (this.holdLoad) {
        await new Promise<void>((_resolve, reject) => {
          const given = new ParleyError(agentRefused(this.name, 'given up', undefined));
          signal?.addEventListener('abort', () => reject(given));
        });
      }
      if (this.reopenError !== undefined) throw this.reopenError;
      for (const event of this.replay) this.send(sessionId, event);
    },

    resume: async (sessionId) => {
      this.asked.push(`resume ${sessionId}`);
      if (this.reopenError !== undefined) throw this.reopenError;
    },

    fork: async (sessionId, _folders, forkPoint) => {
      this.asked.push(`fork ${sessionId}${forkPointText(forkPoint)}`);
      if (this.forkFailure !== undefined) throw this.forkFailure;
      for (const event of this.replay) this.send(`${sessionId}-fork`, event);
      return `${sessionId}-fork`;
    },

    list: async () => this.listed,

    close: async (sessionId) => {
      if (this.description?.sessions.close === true) this.asked.push(`close ${sessionId}`);
    },

    delete: async (sessionId) => {
      this.asked.push(`delete ${sessionId}`);
    },
  };

  readonly controls: SessionControls = {
    setConfigOption: async (_sessionId, option, value) => this.onSetConfigOption(option, value),

    setTitle: async () => false,

    steer: async (_sessionId, content, behavior) => {
      await this.steerTaken;
      if (this.steerError !== undefined) throw this.steerError;
      this.steered.push(content);
      this.steeredBy.push(behavior);
    },

    stopTask: async (sessionId, taskId) => {
      this.asked.push(`stop ${taskId} of ${sessionId}`);
      if (this.stopError !== undefined) throw this.stopError;
    },
  };

  async authenticate(methodId: string, signal?: AbortSignalLike, apiKey?: string): Promise<void> {
    const deferred = Promise.withResolvers<void>();
    this.signIns.push({ ...deferred, methodId, apiKey });
    signal?.addEventListener('abort', () => deferred.reject(new Error('The request was cancelled.')));
    await deferred.promise;
    this.signedIn();
  }

  signedIn(): void {
    if (this.status.state === 'needs-sign-in') this.#setStatus({ state: 'ready' });
  }

  /** A new process of it is being started. */
  start(): void {
    this.#setStatus({ state: 'starting' });
  }

  /** Asks for a sign-in. */
  needSignIn(): void {
    this.#setStatus({ state: 'needs-sign-in', error: signInNeeded(this.label) });
  }

  async signOut(): Promise<void> {
    this.asked.push('logout');
    this.#setStatus({ state: 'needs-sign-in', error: signedOut(this.label) });
  }

  /** Has the agent advertise these abilities. */
  offer(...abilities: readonly (keyof SessionAbilities)[]): void {
    const can = (ability: keyof SessionAbilities): boolean => abilities.includes(ability);
    this.description = {
      title: this.name,
      version: undefined,
      promptCapabilities: { image: false, audio: false, embeddedContext: true },
      steering: this.steering,
      linksSessions: this.linksSessions,
      authMethods: this.authMethods,
      signsOut: this.signsOut,
      sessions: {
        load: can('load'),
        resume: can('resume'),
        fork: can('fork'),
        forkAtPrompt: can('forkAtPrompt'),
        forkAfterAnswer: can('forkAfterAnswer'),
        rewind: can('rewind'),
        list: can('list'),
        close: can('close'),
        delete: can('delete'),
        additionalDirectories: can('additionalDirectories'),
      },
    };
  }

  /** What it was given while it worked; with {@link steerError} it takes none. */
  readonly steered: (readonly ContentBlock[])[] = [];
  readonly steeredBy: SteeringBehavior[] = [];
  steerError: ParleyError | undefined;
  /** With it no task is stopped. */
  stopError: ParleyError | undefined;
  /** What it waits for before it answers that it has one. */
  steerTaken: Promise<void> = Promise.resolve();

  prompt(sessionId: string, content: readonly ContentBlock[]): Promise<PromptResult> {
    const deferred = Promise.withResolvers<PromptResult>();
    this.prompts.push({ ...deferred, sessionId, content });
    return deferred.promise;
  }

  cancel(sessionId: string): void {
    this.cancelled.push(sessionId);
  }

  cancelSubagent(sessionId: string, toolCallId: string): void {
    this.stoppedSubagents.push(`${sessionId} ${toolCallId}`);
  }

  killTerminal(sessionId: string, terminalId: string): void {
    this.killedTerminals.push(`${sessionId} ${terminalId}`);
  }

  async endTerminals(sessionId: string): Promise<void> {
    this.killedTerminals.push(`${sessionId} all`);
  }

  async stop(): Promise<void> {
    this.die({ state: 'stopped' });
  }

  dispose(): void {
    this.#statusChanged.dispose();
  }

  /** The process is gone: every prompt is rejected and the status says so. */
  die(status?: AgentStatus): void {
    const user = agentExited(this.name, { code: 1, signal: null }, 'the stderr tail');
    this.#setStatus(status ?? { state: 'failed', error: user });
    for (const prompt of this.prompts) prompt.reject(new ParleyError(user));
  }

  answerNewSession(sessionId: string, which = 0): void {
    this.#newSessions[which]?.resolve(sessionId);
  }

  refuseNewSession(error: ParleyError): void {
    this.#newSessions[0]?.reject(error);
  }

  send(sessionId: string, event: UpdateEvent): void {
    this.client?.sessionUpdate(this, sessionId, event);
  }

  #setStatus(status: AgentStatus): void {
    this.status = status;
    this.#statusChanged.fire(status);
  }
}

/** A directory of the given agents. */
export function directoryOf(...agents: readonly ScriptedAgent[]): AgentDirectory {
  return {
    agent(name) {
      const found = agents.find((agent) => agent.name === name);
      if (found === undefined) throw new Error(`no agent ${name}`);
      return found;
    },
  };
}

function forkPointText(point: ForkPoint | undefined): string {
  if (point === undefined) return '';
  if (point.kind === 'before-prompt') return ` before ${point.entryId}`;
  return ` after ${point.messageId} (${point.occurrence}. “${point.text}”)`;
}
