// What adding an agent is built upon.
import type * as vscode from 'vscode';
import type { Agents } from '../../../core/agentUpkeep/agentDirectory.ts';
import type { TryAgent } from '../../../host/agents/tryAgent.ts';
import type { Clock, Log } from '../../../core/ports/hostPorts.ts';
import type { Logs } from '../../../host/window/log.ts';

export interface AddAgentServices {
  readonly context: vscode.ExtensionContext;
  readonly clock: Clock;
  readonly log: Log;
  readonly logs: Logs;
  readonly agents: Agents;
  readonly tryAgent: TryAgent;
  /** Whether the user has sent a prompt in the session that they look at. */
  readonly hasBegun: () => boolean;
  /** Called before anything is started: no process may be left behind. */
  readonly prepareProcesses: () => Promise<unknown>;
}
