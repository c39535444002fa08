// Signing in, as the window builds it: what is known of it from the start, and the rest on first use.
import type { StoredValues } from '../../core/ports/configuredServers.ts';
import type { Disposable } from '../../core/base/lifecycle.ts';
import { loadOnce } from '../../core/base/loadOnce.ts';
import { SignInStates } from '../../core/signIn/signInStates.ts';
import type { SignIns } from '../../core/signIn/signIns.ts';
import type { ResolvedCommand } from '../../core/ports/signInTerminal.ts';
import type { TerminalCommand } from '../../core/signIn/authMethod.ts';
import type { SessionArea } from '../sessions/createSessions.ts';
import type { HostServices } from '../window/hostServices.ts';
import type { AgentSecrets } from '../agents/agentSecrets.ts';

/** Finds the program of a sign-in command; rejects with a ParleyError where there is none. */
export type ResolveTerminalCommand = (command: TerminalCommand, label: string) => Promise<ResolvedCommand>;

export interface SignInParts {
  readonly session: SessionArea;
  readonly secrets: AgentSecrets;
  readonly resolveCommand: ResolveTerminalCommand;
  readonly serverValues: SignInArea['serverValues'];
}

export interface SignInArea {
  readonly states: SignInStates;
  readonly secrets: AgentSecrets;
  /** What signs in and out; loaded when it is first needed. */
  readonly signIns: () => Promise<SignIns>;
  /** The token of a remote agent; undefined where none is stored. */
  readonly storedToken: (agent: string) => Promise<StoredToken | undefined>;
  /** What was entered for the MCP servers of all agents. */
  readonly serverValues: () => Promise<StoredValues>;
}

/** The token of a remote agent. */
interface StoredToken {
  /** Deletes it, and connects again without it. */
  readonly forget: () => Promise<void>;
}

export function createSignIn(host: HostServices, parts: SignInParts): SignInArea {
  const states = host.owned.add(new SignInStates());
  const signIns = loadOnce(async () => {
    const { loadSignIns } = await import('./loadSignIns.ts');
    return host.owned.add(loadSignIns(host, states, parts));
  });
  host.owned.add(signInAgain(parts, signIns));
  const storedToken = async (agent: string): Promise<StoredToken | undefined> => {
    const { remoteToken } = await import('../agents/remoteToken.ts');
    const token = await remoteToken(agent, host);
    if (token === undefined) return undefined;
    const forget = async (): Promise<void> => {
      await token.forget();
      await parts.session.sessions.supervisor.restart(agent);
    };
    return { forget };
  };
  const { secrets, serverValues } = parts;
  return { states, secrets, signIns, storedToken, serverValues };
}

/**
 * Signs in to each new process of an agent, once it asks for that, by the method that worked in an earlier one: agents
 * that keep a token want to be told to use it.
 */
function signInAgain({ session, secrets }: SignInParts, signIns: SignInArea['signIns']): Disposable {
  const started = new Set<string>();
  return session.agents.onStatusChange(({ name, status }) => {
    if (status.state === 'starting') started.add(name);
    if (status.state !== 'needs-sign-in' || !started.delete(name)) return;
    const methodId = secrets.method(name);
    if (methodId !== undefined) void signIns().then((loaded) => loaded.again(name, methodId));
  });
}
