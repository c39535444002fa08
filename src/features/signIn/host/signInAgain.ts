// Signs in to new processes of agents without the user.
import type { Agents } from '../../../core/agentUpkeep/agentDirectory.ts';
import type { Disposable } from '../../../core/base/lifecycle.ts';
import type { Agent } from '../../../core/ports/agent.ts';
import type { Log } from '../../../core/ports/hostPorts.ts';
import type { SessionStore } from '../../../core/sessionLifecycle/sessionStore.ts';
import type { AgentSecrets } from '../../../host/agents/agentSecrets.ts';
import { inBackground } from '../../../host/window/inBackground.ts';
import type { SignIns } from '../core/signIns.ts';

export interface SignInAgainOptions {
  readonly store: SessionStore;
  readonly agents: Agents;
  readonly secrets: AgentSecrets;
  readonly signIns: SignIns;
  readonly log: Log;
}

/**
 * Signs in to each new process of an agent, once it asks for that, by the method that worked in an earlier one: agents
 * that keep a token want to be told to use it.
 */
export function signInAgain({ store, agents, secrets, signIns, log }: SignInAgainOptions): Disposable {
  /** The agents whose process was signed in to. */
  const done = new Set<string>();
  const changed = ({ name, status }: Agent): void => {
    if (status.state === 'starting') done.delete(name);
    if (status.state !== 'needs-sign-in' || done.has(name)) return;
    done.add(name);
    const methodId = secrets.method(name);
    if (methodId !== undefined) inBackground(log, signIns.again(name, methodId));
  };
  // One may have asked for it while this was loaded.
  const known = new Set(store.keys().map((key) => store.state(key)?.agent ?? ''));
  for (const name of known) {
    const agent = agents.existing(name);
    if (agent !== undefined) changed(agent);
  }
  return agents.onStatusChange(changed);
}
