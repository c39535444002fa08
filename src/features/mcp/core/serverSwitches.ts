// Which MCP servers the user switched off, for an agent and for single sessions, as it is stored.
import * as z from 'zod/mini';

/** The oldest sessions are forgotten first; they have the switches of their agent then. */
const MAX_SESSIONS = 500;

const ids = z.array(z.string());
const storedSession = z.object({
  agent: z.string(),
  sessionId: z.string(),
  /** Whether each server is on, by its id; one that is not here is as the agent has it. */
  on: z.record(z.string(), z.boolean()),
});
export const storedSwitches = z.catch(
  z.object({
    /** The ids of the servers that are off, by agent. */
    agents: z.catch(z.record(z.string(), ids), {}),
    sessions: z.catch(z.array(storedSession), []),
  }),
  { agents: {}, sessions: [] },
);
export type StoredSwitches = z.infer<typeof storedSwitches>;

/** A session by its agent and the agent's own id; without an id: one that is not opened yet. */
export interface SwitchedSession {
  readonly agent: string;
  readonly sessionId: string | undefined;
}

export function isOnForAgent({ agents }: StoredSwitches, agent: string, server: string): boolean {
  return !(new Map(Object.entries(agents)).get(agent) ?? []).includes(server);
}

/** Whether a session is to be given a server. */
export function isOnForSession(switches: StoredSwitches, session: SwitchedSession, server: string): boolean {
  const own = ownSwitches(switches, session).get(server);
  return own ?? isOnForAgent(switches, session.agent, server);
}

/** For new sessions, and for those that have no switch of their own. */
export function switchedForAgent(
  switches: StoredSwitches,
  agent: string,
  server: string,
  isOn: boolean,
): StoredSwitches {
  const before = new Map(Object.entries(switches.agents)).get(agent) ?? [];
  const off = [...before.filter((id) => id !== server), ...(isOn ? [] : [server])];
  const others = Object.entries(switches.agents).filter(([name]) => name !== agent);
  return {
    ...switches,
    agents: Object.fromEntries([...others, ...(off.length === 0 ? [] : [[agent, off]])]),
  };
}

export function switchedForSession(
  switches: StoredSwitches,
  session: SwitchedSession & { readonly sessionId: string },
  server: string,
  isOn: boolean,
): StoredSwitches {
  const on = Object.fromEntries([...ownSwitches(switches, session), [server, isOn]]);
  return withSession(switches, session, on);
}

/** A copy of a session has its switches. */
export function switchedLike(
  switches: StoredSwitches,
  from: SwitchedSession,
  copy: SwitchedSession & { readonly sessionId: string },
): StoredSwitches {
  const on = ownSwitches(switches, from);
  return on.size === 0 ? switches : withSession(switches, copy, Object.fromEntries(on));
}

function withSession(
  switches: StoredSwitches,
  { agent, sessionId }: SwitchedSession & { readonly sessionId: string },
  on: Record<string, boolean>,
): StoredSwitches {
  const others = switches.sessions.filter((each) => each.agent !== agent || each.sessionId !== sessionId);
  return { ...switches, sessions: [...others, { agent, sessionId, on }].slice(-MAX_SESSIONS) };
}

function ownSwitches(
  { sessions }: StoredSwitches,
  { agent, sessionId }: SwitchedSession,
): ReadonlyMap<string, boolean> {
  const own = sessions.find((each) => each.agent === agent && each.sessionId === sessionId);
  return new Map(Object.entries(own?.on ?? {}));
}
