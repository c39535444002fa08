// Trying an agent: that it starts, and answers.
import type { Launch } from '../../core/settings/agentSettings.ts';
import type { AgentDescription } from '../../core/ports/agent.ts';
import type { Log } from '../../core/ports/hostPorts.ts';

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
