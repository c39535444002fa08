// Starts an agent once to see whether it answers `initialize`, before anything depends on it.
import type { AgentDescription } from '../core/ports/agent.ts';
import type { Clock, Log } from '../core/ports/hostPorts.ts';
import type { Launch } from '../core/settings/agentSettings.ts';
import { agentStopped, ParleyError } from '../core/errors.ts';
import { AcpConnection } from './acpConnection.ts';
import type { ClientInfo } from './handshake.ts';
import { refusingClient } from './refusingClient.ts';

export interface TryAgentOptions {
  /** What the user calls it. */
  readonly name: string;
  readonly launch: Launch;
  readonly clientInfo: ClientInfo;
  readonly clock: Clock;
  /** Is given what the agent prints to its standard error. */
  readonly log: Log;
  readonly timeoutSeconds: number;
  /** Aborts when the user cancels. */
  readonly signal: AbortSignal;
}

/**
 * What the agent says of itself; its process has ended when this resolves or rejects. Rejects with a ParleyError that
 * says why it could not be started or did not answer, with the stderr tail as its detail; with `agent-stopped` when it
 * was cancelled.
 */
export async function tryAgent(options: TryAgentOptions): Promise<AgentDescription | undefined> {
  const { name, launch, clientInfo, clock, log, timeoutSeconds, signal } = options;
  if (signal.aborted) throw new ParleyError(agentStopped(name));
  const connection = new AcpConnection({
    name,
    launch: () => launch,
    client: refusingClient(() => undefined),
    clientInfo,
    clock,
    log,
    startTimeoutSeconds: timeoutSeconds,
  });
  const onCancel = (): void => void connection.stop();
  signal.addEventListener('abort', onCancel);
  try {
    await connection.connect();
    return connection.description;
  } finally {
    signal.removeEventListener('abort', onCancel);
    await connection.stop();
    connection.dispose();
  }
}
