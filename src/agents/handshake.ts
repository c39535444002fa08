// The handshake with an agent: what Parley advertises, and what the agent answers about itself (R18–R23).
import type { AgentDescription } from '../core/ports/agent.ts';
import type { Clock } from '../core/ports/hostPorts.ts';
import { unsupportedProtocol } from '../core/agentErrors.ts';
import { ParleyError, type UserError } from '../core/errors.ts';
import type { Launch } from '../core/settings/agentSettings.ts';
import type { McpCapabilities } from '../core/mcp/mcpServerSettings.ts';
import type { AgentCalls } from './agentCalls.ts';
import { authMethodsOf } from './signIn/authMethods.ts';
import { userEnvironment } from '../process/userEnvironment.ts';
import { findProgram } from '../../packages/process/programPath.ts';
import { quirksOf, type Quirks } from './quirks.ts';
import { initializeAnswer, PROTOCOL_VERSION, type InitializeAnswer } from './schema/answerSchema.ts';

/** What Parley always serves or shows. Permission requests need no capability. */
const CLIENT_CAPABILITIES = {
  session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
  elicitation: { form: {}, url: {} },
  plan: {},
  subagents: {},
  // Agents that run commands themselves then report them as terminals (R70).
  _meta: { terminal_output: true },
};

/** For agents of this machine: what started them can start them again in a terminal (R28). */
const TERMINAL_SIGN_IN = {
  auth: { terminal: true },
  // Agents from before methods had a type then say what to run.
  _meta: { ...CLIENT_CAPABILITIES._meta, 'terminal-auth': true },
};

/** What Parley sends with `initialize` about itself (R19). */
export interface ClientInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
}

/** What an agent answered to `initialize`. */
export interface Handshake {
  readonly description: AgentDescription;
  /** Whether it serves `session/set_title`. */
  readonly setsTitles: boolean;
  readonly mcp: McpCapabilities;
  readonly quirks: Quirks;
}

/** What is known of an agent that has not answered `initialize` yet. */
export const noHandshake: Omit<Handshake, 'description'> = {
  setsTitles: false,
  mcp: { http: false, sse: false },
  quirks: quirksOf(undefined),
};

export interface HandshakeOptions {
  /** The agent's key in the settings: its title where it reports none (R23). */
  readonly name: string;
  /** The agent as the user knows it. */
  readonly label: string;
  readonly clientInfo: ClientInfo;
  /** How it was started: methods of signing in run its program again, in a terminal. */
  readonly launch: Launch;
  readonly clock: Clock;
  readonly timeoutSeconds: number;
  readonly servesFiles: boolean;
  readonly servesTerminals: boolean;
  /** The error of an agent that has not answered within that many seconds. */
  readonly describeTimeout: (seconds: number) => UserError;
}

/** Calls `initialize`; rejects with a ParleyError, also where the agent does not answer in time or speaks no version 1. */
export async function shakeHands(calls: AgentCalls, options: HandshakeOptions): Promise<Handshake> {
  const { label, clock, timeoutSeconds, describeTimeout } = options;
  const timeout = Promise.withResolvers<never>();
  const timer = clock.after(timeoutSeconds * 1000, () => {
    timeout.reject(new ParleyError(describeTimeout(timeoutSeconds)));
  });
  try {
    const answer = await Promise.race([
      calls.request('initialize', initializeParams(options), initializeAnswer),
      timeout.promise,
    ]);
    if (answer.protocolVersion !== String(PROTOCOL_VERSION)) {
      throw new ParleyError(unsupportedProtocol(label, answer.protocolVersion));
    }
    return handshakeOf(answer, { ...options, hasProgram: await programFinder(options.launch) });
  } finally {
    timer.dispose();
  }
}

/** What Parley sends with `initialize`. */
export function initializeParams({
  clientInfo,
  servesFiles,
  servesTerminals,
  launch,
}: Pick<HandshakeOptions, 'clientInfo' | 'servesFiles' | 'servesTerminals' | 'launch'>): object {
  return {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: {
      ...CLIENT_CAPABILITIES,
      ...(servesFiles ? { fs: { readTextFile: true, writeTextFile: true } } : {}),
      ...(servesTerminals ? { terminal: true } : {}),
      ...('url' in launch ? {} : TERMINAL_SIGN_IN),
    },
    clientInfo,
  };
}

/** Finds programs in the environment of an agent. */
export async function programFinder(launch: Launch): Promise<(program: string) => boolean> {
  const env = await userEnvironment('url' in launch ? {} : launch.env);
  return (program) => findProgram(program, { env }) !== undefined;
}

/** What an agent's answer says. `name`: its title where it reports none. */
export function handshakeOf(
  answer: InitializeAnswer,
  {
    name: agent,
    launch,
    hasProgram,
  }: Pick<HandshakeOptions, 'name' | 'launch'> & { readonly hasProgram: (program: string) => boolean },
): Handshake {
  const { names, programName, version, promptCapabilities, sessions, steering, linksSessions, signsOut } =
    answer;
  const title = names.find((name) => name !== undefined && name.trim() !== '') ?? agent;
  const quirks = quirksOf(programName);
  return {
    description: {
      title,
      version,
      promptCapabilities,
      sessions,
      steering,
      linksSessions,
      authMethods: authMethodsOf(answer.authMethods, launch, hasProgram),
      signsOut,
      ...(quirks.commandsOutliveCancel ? { commandsOutliveCancel: true } : {}),
    },
    setsTitles: answer.setsTitles,
    mcp: answer.mcp,
    quirks,
  };
}
