// The state of a session's attachment to an agent's process, and its transitions.
import type { Abort } from '../base/abort.ts';
import type { Agent } from '../ports/agent.ts';

/**
 * Why a session has no process:
 * - `not-opened`: it was not open since the window was opened;
 * - `transcript-lost`: the same, and no transcript of it is stored, so its agent may be the only one to know it;
 * - `suspended`: its agent was stopped because nothing used it, which the user is not to notice;
 * - `lost`: the agent's process ended, the agent closed the session, or opening it again failed.
 */
export type DetachReason = 'not-opened' | 'transcript-lost' | 'suspended' | 'lost';

export interface Detached {
  readonly state: 'detached';
  readonly reason: DetachReason;
}

/** The agent is started or asked for the session. */
export interface Opening {
  readonly state: 'opening';
  /** Why the session was detached before. */
  readonly from: DetachReason;
  readonly abort: Abort;
  /** Resolves when the attempt has ended, however it did. */
  readonly done: Promise<void>;
  /** Whether a restart of the agent ends the attempt: then that is no failure, and it is opened again afterwards. */
  readonly isInterrupted: boolean;
}

export interface Attached {
  readonly state: 'attached';
  readonly agent: Agent;
  /** The agent's id of the session. */
  readonly sessionId: string;
}

export type Attachment = Detached | Opening | Attached;

export const NOT_OPENED: Detached = { state: 'detached', reason: 'not-opened' };

export function beginOpening(
  { reason }: Detached,
  attempt: { readonly abort: Abort; readonly done: Promise<void> },
): Opening {
  return { state: 'opening', from: reason, ...attempt, isInterrupted: false };
}

/** The agent is being restarted while it opens the session. */
export function interruptOpening(opening: Opening): Opening {
  return { ...opening, isInterrupted: true };
}

/** An attempt ended without a session. After a failure that the user saw, the return of a suspended one is news. */
export function endOpening({ from }: Opening): Detached {
  return { state: 'detached', reason: from === 'suspended' ? 'lost' : from };
}

/** Whether the session was open in an agent since the window was opened. */
export function wasOpened(attachment: Attachment): boolean {
  if (attachment.state === 'attached') return true;
  const reason = attachment.state === 'opening' ? attachment.from : attachment.reason;
  return reason === 'suspended' || reason === 'lost';
}
