// Whether an agent may be started, and whether it is being stopped on purpose: the states and their transitions.

/**
 * - `normal`: it is started when it is needed;
 * - `stopping`: it is stopped on purpose, so what it leaves unfinished is no failure. `isIdle`: nothing used it, so its
 *   sessions come back without a notice;
 * - `crash-looping`: it crashed too often, so only the user starts it again.
 */
export type AgentHealth =
  | { readonly state: 'normal' }
  | { readonly state: 'stopping'; readonly isIdle: boolean }
  | { readonly state: 'crash-looping' };

export const NORMAL: AgentHealth = { state: 'normal' };

export function beginStop(isIdle: boolean): AgentHealth {
  return { state: 'stopping', isIdle };
}

/** The process that was being stopped is gone. */
export function endStop(health: AgentHealth): AgentHealth {
  return health.state === 'stopping' ? NORMAL : health;
}

/** The process crashed, and the restart policy says that it is not to be started again automatically. */
export function crashLoop(health: AgentHealth): AgentHealth {
  return health.state === 'stopping' ? health : { state: 'crash-looping' };
}
