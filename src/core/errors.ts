// The errors that users see: what happened, why if known, and the next steps.
import * as z from 'zod/mini';
import type { Immutable } from './base/immutable.ts';
import { errorStrings } from './errorStrings.ts';

/** The next steps an error can offer as buttons. The host carries them out. */
export const errorAction = z.enum([
  'restart-agent',
  'show-log',
  'edit-settings',
  'check-agent',
  'choose-agent',
  'review-agent',
  'enter-token',
  'allow-unencrypted',
  'open-folder',
  'new-session',
  'continue-in-new',
  'load-without-servers',
  'attach-transcript',
  'resume-queue',
  'sign-in',
  'try-again',
  /** Earlier versions stored it; the panel no longer offers it. */
  'send-later',
  'switch-model',
  'compact',
  'hand-off',
]);
export type ErrorAction = z.infer<typeof errorAction>;

export const userError = z.object({
  /** Stable name for tests and the log, never shown. */
  code: z.string(),
  /** One or two plain sentences: what happened and what to do. */
  message: z.string(),
  /** What the agent or the system said, shown folded, as text. */
  detail: z.exactOptional(z.string()),
  actions: z.array(errorAction),
  /** When the reason is over, in epoch milliseconds, where that is known. */
  resetsAt: z.exactOptional(z.number()),
});
export type UserError = Immutable<z.infer<typeof userError>>;

const AGENT_STOPPED = 'agent-stopped';

/** An error that carries what the user sees. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  readonly user: UserError;

  constructor(user: UserError, options?: ErrorOptions) {
    super(user.message, options);
    this.user = user;
  }
}

/** What a user sees of any thrown value. The message of an unknown error becomes the detail. */
export function describeError(error: unknown): UserError {
  if (error instanceof ParleyError) return error.user;
  const detail = error instanceof Error ? error.message : String(error);
  return {
    code: 'unexpected',
    message: errorStrings.unexpected(),
    detail,
    actions: ['show-log'],
  };
}

/** The error of an agent that could not be started, which offers another one, unless it was the user who stopped it. */
export function startError(user: UserError): UserError {
  const { code, actions } = user;
  return code === AGENT_STOPPED || actions.includes('choose-agent')
    ? user
    : { ...user, actions: [...actions, 'choose-agent'] };
}

/** The error with what the agent or the system said, unless that is blank. */
export function withDetail(user: Omit<UserError, 'detail'>, detail: string | undefined): UserError {
  return detail === undefined || detail.trim() === '' ? user : { ...user, detail };
}

/** The agent's process ended while a prompt waited for its checkpoint (R16). */
export function agentExitedBeforePrompt(agent: string): UserError {
  return exited(errorStrings.exitedBeforePrompt(agent));
}

/** The agent ended; `message` is a sentence that says how. */
export function exited(message: string): UserError {
  return {
    code: 'agent-exited',
    message,
    actions: ['restart-agent', 'show-log', 'edit-settings', 'check-agent'],
  };
}

/** The agent crashed repeatedly, so that only the user restarts it. */
export function crashedTooOften(agent: string): UserError {
  return {
    code: 'crashed-too-often',
    message: errorStrings.crashedTooOften(agent),
    actions: ['restart-agent', 'show-log', 'edit-settings', 'check-agent'],
  };
}

/** The agent was started again and cannot bring the session back. `isPromptHeld`: a prompt waits for the user's choice. */
export function memoryLost(agent: string, isPromptHeld: boolean): UserError {
  return {
    code: 'memory-lost',
    message: (isPromptHeld ? errorStrings.memoryLostBeforePrompt : errorStrings.memoryLost)(agent),
    actions: isPromptHeld ? ['attach-transcript', 'resume-queue'] : ['attach-transcript'],
  };
}

/** The agent is not in the mode that the user chose in the session, and queued prompts wait. */
export function modeNotRestored(
  agent: string,
  mode: { readonly option: string; readonly wanted: string; readonly current: string | undefined },
): UserError {
  const { modeNotOffered, modeNotSet } = errorStrings;
  return {
    code: 'mode-not-restored',
    message:
      mode.current === undefined
        ? modeNotOffered(agent, mode.option, mode.wanted)
        : modeNotSet(agent, mode.option, mode.wanted, mode.current),
    actions: ['restart-agent', 'show-log'],
  };
}

/** The agent was stopped by the user, or because Parley ends, while something was still asked of it. */
export function agentStopped(agent: string): UserError {
  return {
    code: AGENT_STOPPED,
    message: errorStrings.agentStopped(agent),
    actions: ['restart-agent', 'show-log'],
  };
}

/** An agent that was only to answer has changed something, or run a command, without asking. */
export function agentActed(agent: string): UserError {
  return { code: 'agent-acted', message: errorStrings.agentActed(agent), actions: ['show-log'] };
}

/** The agent does not find the place in the session, or would copy more than was asked for. */
export function forkNotAtPrompt(agent: string, detail?: string): UserError {
  return withDetail(
    { code: 'fork-not-at-prompt', message: errorStrings.forkNotAtPrompt(agent), actions: ['show-log'] },
    detail,
  );
}

/** The agent refused to open a session that it may still have. `refusal`: why. */
export function reopenRefused(agent: string, { message, detail }: UserError): UserError {
  return withDetail(
    {
      code: 'reopen-refused',
      message: errorStrings.reopenRefused(agent, message),
      actions: ['try-again', 'load-without-servers', 'continue-in-new', 'show-log'],
    },
    detail,
  );
}

/** The agent has not answered the request for a session for long. */
export function openSlow(agent: string): UserError {
  return {
    code: 'open-slow',
    message: errorStrings.openSlow(agent),
    actions: ['restart-agent', 'show-log'],
  };
}

/** The agent has not answered a change of one of its options (R99). */
export function configChangeTimedOut(agent: string, option: string): UserError {
  return {
    code: 'config-change-timed-out',
    message: errorStrings.configChangeTimedOut(agent, option),
    actions: ['show-log', 'restart-agent'],
  };
}

/** The agent goes on although it was asked to stop (R54, R58). */
export function cancelIgnored(agent: string): UserError {
  return {
    code: 'cancel-ignored',
    message: errorStrings.cancelIgnored(agent),
    actions: ['restart-agent', 'show-log'],
  };
}
