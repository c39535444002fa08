// The state of a session in one word: what the dot, the lists, the status bar and the badge show.
import type { AgentStatus } from '../../ports/agent.ts';
import type { SessionState } from '../model.ts';
import { isWaiting, isWorking } from '../selectors.ts';

/**
 * - `waiting`: for the user;
 * - `running`: a turn runs;
 * - `background`: no turn runs, but the agent works;
 * - `silent`: a turn runs in which nothing has come for 20 seconds;
 * - `limited`: a limit of the account ended the last turn, and has not reset yet;
 * - `failed`: the last prompt, the opening of the session or its agent did;
 * - `ready`: its agent is connected and nothing goes on;
 * - `stopped`: its agent does not run, and starts when it is needed.
 */
export type SessionStatus =
  | 'waiting'
  | 'needs-sign-in'
  | 'limited'
  | 'failed'
  | 'silent'
  | 'running'
  | 'background'
  | 'starting'
  | 'read-only'
  | 'ready'
  | 'stopped';

/** The status of a session. `agent`: the state of its agent's connection; undefined before its first use. */
export function sessionStatus(
  state: SessionState,
  agent: AgentStatus['state'] | undefined = 'stopped',
): SessionStatus {
  if (isWaiting(state)) return 'waiting';
  if (agent === 'needs-sign-in' || agent === 'failed') return agent;
  if (state.turn !== undefined) return state.turn.isSilent === true ? 'silent' : 'running';
  if (isWorking(state)) return 'background';
  if (state.opening || agent === 'starting') return 'starting';
  if (state.limit !== undefined && state.limit.isOver !== true) return 'limited';
  if (state.hasFailed === true) return 'failed';
  return state.readOnly === undefined ? agent : 'read-only';
}

/** What {@link sessionStatus} depends on in a session. */
export const statusSources: readonly ((state: SessionState) => unknown)[] = [
  isWaiting,
  isWorking,
  ({ turn }) => turn?.isSilent,
  ({ opening }) => opening,
  ({ hasFailed }) => hasFailed,
  ({ limit }) => limit,
  ({ readOnly }) => readOnly,
];
