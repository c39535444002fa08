// Starts an agent on its own, to see what it answers: no session of the window uses the process, and it may do nothing.
import type { AgentProbe, ProbedAgent, ProbeOptions } from '../core/ports/agentProbe.ts';
import { agentStopped } from '../core/errors.ts';
import type { AbortSignalLike } from '../core/base/abort.ts';
import type { Clock } from '../core/ports/hostPorts.ts';
import { inheritedSecrets, launchSecrets, mcpServerSecrets } from '../core/secrets/launchSecrets.ts';
import type { Redactor } from '../core/secrets/redactor.ts';
import type { ConfigOption } from '../core/session/configOptions/state.ts';
import { usableServers, type McpServer } from '../core/mcp/mcpServerSettings.ts';
import { serversFor } from '../core/settings/remoteAddress.ts';
import { settlesWithin } from '../../packages/process/wait.ts';
import { AgentCalls } from './agentCalls.ts';
import { handshakeOf, initializeParams, programFinder, type ClientInfo } from './handshake.ts';
import { redactedLog } from './redaction.ts';
import {
  anyAnswer,
  authStatusUpdate,
  initializeAnswer,
  newSessionAnswer,
  PROTOCOL_VERSION,
} from './schema/answerSchema.ts';
import { authenticate } from './signIn/authenticate.ts';
import { passKeys } from './signIn/passKeys.ts';
import { AgentLink } from './wire/agentLink.ts';
import { ErrorCodes, ResponseError } from './wire/responseError.ts';
import type { TrafficLog } from './wire/wireLog.ts';

/** The time for the agent to remove the session of a trial. */
const REMOVAL_TIMEOUT_MS = 3_000;

export interface StartProbeOptions extends ProbeOptions {
  readonly clientInfo: ClientInfo;
  readonly clock: Clock;
  /** Is given the secrets of the launch. */
  readonly redactor: Redactor;
  readonly wireLog?: TrafficLog | undefined;
}

/** Starts the process; rejects with a ParleyError. */
export async function startProbe(options: StartProbeOptions): Promise<AgentProbe> {
  const { label, launch, clock, redactor, wireLog } = options;
  redactor.add([...inheritedSecrets(process.env), ...launchSecrets(launch)]);
  wireLog?.redactWith(redactor);
  const log = redactedLog(options.log, redactor);
  const said: Said = { isSignedOut: false };
  const link = await AgentLink.start({
    name: label,
    launch,
    clock,
    log,
    wireLog,
    redactor,
    cookies: new Map(),
    handlers: {
      request: async (method) => {
        log.info(`Refused ${method}: this is a trial.`);
        throw new ResponseError(
          ErrorCodes.InternalError,
          'No session is open: the client only tries the agent.',
        );
      },
      notification: (method, params) => {
        if (method !== '_auth/status_update') return;
        said.isSignedOut = authStatusUpdate.safeParse(params).data?.isSignedOut ?? said.isSignedOut;
      },
    },
  });
  return new Probe(link, said, { ...options, log });
}

/** What the agent has said on its own. */
interface Said {
  isSignedOut: boolean;
}

class Probe implements AgentProbe {
  readonly #link: AgentLink;
  readonly #said: Said;
  readonly #options: StartProbeOptions;
  readonly #calls: AgentCalls;
  #probed: ProbedAgent | undefined;

  constructor(link: AgentLink, said: Said, options: StartProbeOptions) {
    this.#link = link;
    this.#said = said;
    this.#options = options;
    const { label, log, clock, redactor } = options;
    this.#calls = new AgentCalls({
      label,
      log,
      clock,
      redactor,
      send: (method, params, signal) => link.request(method, params, signal),
      onSignInNeeded: () => undefined,
    });
  }

  get isSignedOut(): boolean {
    return this.#said.isSignedOut;
  }

  get skippedLines(): number {
    return this.#link.skippedLines;
  }

  /** With what Parley advertises in a chat, because agents answer to that. */
  async initialize(): Promise<ProbedAgent> {
    const { clientInfo, label, launch } = this.#options;
    const params = initializeParams({ clientInfo, servesFiles: true, servesTerminals: true, launch });
    const answer = await this.#calls.request('initialize', params, initializeAnswer);
    const { description, setsTitles, mcp } = handshakeOf(answer, {
      name: label,
      launch,
      hasProgram: await programFinder(launch),
    });
    const { protocolVersion } = answer;
    const isVersionSupported = protocolVersion === String(PROTOCOL_VERSION);
    this.#probed = { description, protocolVersion, isVersionSupported, setsTitles, mcp };
    return this.#probed;
  }

  async tryNewSession(cwd: string, servers: readonly McpServer[]): Promise<readonly ConfigOption[]> {
    const { launch, clock, log, redactor } = this.#options;
    redactor.add(mcpServerSecrets(servers));
    // Keys are passed as at the start of a chat, once it is known that the agent speaks a version that has them.
    await passKeys(this.#probed?.description.authMethods ?? [], {
      launch,
      clock,
      log,
      authenticate: (...call) => this.#authenticate(...call),
    });
    const reachable = serversFor(launch, servers);
    const mcpServers = usableServers(reachable, this.#probed?.mcp ?? { http: false, sse: false });
    const { sessionId, configOptions } = await this.#calls.request(
      'session/new',
      { cwd, mcpServers },
      newSessionAnswer,
    );
    await this.#remove(sessionId);
    return configOptions;
  }

  stderrTail(): string {
    return this.#link.stderrOnly();
  }

  lastSkipped(): string {
    return this.#link.lastSkipped();
  }

  async stop(): Promise<void> {
    try {
      await this.#link.stop(agentStopped(this.#options.label));
    } catch (error) {
      this.#options.log.warn(`The trial was not ended cleanly: ${String(error)}`);
    }
  }

  async #authenticate(methodId: string, signal: AbortSignalLike, apiKey: string): Promise<void> {
    const { label } = this.#options;
    await authenticate(this.#calls, { label, methodId, signal, apiKey });
    // What it reported before is past; it may report again.
    this.#said.isSignedOut = false;
  }

  /** So that the agent does not list an empty session for each trial. */
  async #remove(sessionId: string): Promise<void> {
    const { clock, log } = this.#options;
    const { sessions } = this.#probed?.description ?? {};
    const method = removal(sessions);
    if (method === undefined) return;
    const removed = this.#calls
      .request(method, { sessionId }, anyAnswer)
      .catch((error: unknown) => log.info(`The session of the trial was not removed: ${String(error)}`));
    await settlesWithin(clock, removed, REMOVAL_TIMEOUT_MS);
  }
}

function removal(
  sessions: ProbedAgent['description']['sessions'] | undefined,
): 'session/delete' | 'session/close' | undefined {
  if (sessions?.delete === true) return 'session/delete';
  return sessions?.close === true ? 'session/close' : undefined;
}
