// What adding an agent is built upon, and how an agent is tried.
import type * as vscode from 'vscode';
import type { Agents } from '../../core/agentUpkeep/agentDirectory.ts';
import type { AgentDescription } from '../../core/ports/agent.ts';
import type { Clock, Log } from '../../core/ports/hostPorts.ts';
import type { Launch } from '../../core/settings/agentSettings.ts';
import type { Logs } from '../window/log.ts';

interface TryOptions {
  /** What the user calls it. */
  readonly name: string;
  readonly launch: Launch;
  readonly log: Log;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
}

/** Starts an agent once, until it has answered `initialize`; rejects with a ParleyError. */
export type TryAgent = (options: TryOptions) => Promise<AgentDescription | undefined>;

export interface AddAgentServices {
  readonly context: vscode.ExtensionContext;
  readonly clock: Clock;
  readonly log: Log;
  readonly logs: Logs;
  readonly agents: Agents;
  readonly tryAgent: TryAgent;
  /** Called before anything is started: no process may be left behind. */
  readonly prepareProcesses: () => Promise<unknown>;
}
