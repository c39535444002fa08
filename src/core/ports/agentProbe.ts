// A trial of an agent, step by step: a process of its own, which nothing depends on and which is granted nothing.
import type { ConfigOption } from '../session/configOptions/state.ts';
import type { Launch } from '../settings/agentSettings.ts';
import type { McpCapabilities, McpServer } from '../mcp/mcpServerSettings.ts';
import type { AgentDescription } from './agent.ts';
import type { Log } from './hostPorts.ts';

/** What an agent answered to `initialize`, of whatever version of the protocol. */
export interface ProbedAgent {
  readonly description: AgentDescription;
  /** As the agent wrote it. */
  readonly protocolVersion: string;
  /** Whether Parley speaks that version (R20). */
  readonly isVersionSupported: boolean;
  /** Whether it serves `session/set_title`. */
  readonly setsTitles: boolean;
  readonly mcp: McpCapabilities;
}

/** A process that was started; every promise rejects with a ParleyError. */
export interface AgentProbe {
  initialize(): Promise<ProbedAgent>;
  /** Opens a session in the folder (absolute) and removes it again, as far as the agent can. */
  tryNewSession(cwd: string, servers: readonly McpServer[]): Promise<readonly ConfigOption[]>;
  /** Whether the agent reported on its own that nobody is signed in. */
  readonly isSignedOut: boolean;
  /** The end of its standard error; without secrets. */
  stderrTail(): string;
  /** How many lines of its output were no messages. */
  readonly skippedLines: number;
  /** The last of them; without secrets. */
  lastSkipped(): string;
  /** Ends the process and all that it started. Resolves when it is gone; never rejects. */
  stop(): Promise<void>;
}

export interface ProbeOptions {
  /** What the user calls it. */
  readonly label: string;
  readonly launch: Launch;
  readonly log: Log;
}

/** Starts a process; rejects with a ParleyError. */
export type StartProbe = (options: ProbeOptions) => Promise<AgentProbe>;
