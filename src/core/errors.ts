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
  'review-agent',
  'enter-token',
  'allow-unencrypted',
  'open-folder',
  'new-session',
  'attach-transcript',
  'resume-queue',
  'sign-in',
  'try-again',
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

/** The error with what the agent or the system said, unless that is blank. */
export function withDetail(user: Omit<UserError, 'detail'>, detail: string | undefined): UserError {
  return detail === undefined || detail.trim() === '' ? user : { ...user, detail };
}

/** The command of an agent is not installed or not on the PATH. */
export function commandNotFound(agent: string, command: string): UserError {
  const [program = command, ...rest] = command.split(' ');
  // No shell splits a command line: who wrote one into the settings learns where its parts belong.
  const isCommandLine = rest.length > 0 && !/[\\/]/.test(program);
  return {
    code: 'command-not-found',
    message: isCommandLine
      ? errorStrings.commandLineNotFound(command, agent, program)
      : errorStrings.commandNotFound(command, agent),
    actions: ['edit-settings', 'restart-agent', 'show-log', 'check-agent'],
  };
}

/** The operating system refused to start the agent. */
export function spawnFailed(agent: string, command: string, reason: string): UserError {
  return withDetail(
    {
      code: 'spawn-failed',
      message: errorStrings.spawnFailed(agent, command),
      actions: ['edit-settings', 'restart-agent', 'show-log', 'check-agent'],
    },
    reason,
  );
}

/** How a process ended, as the operating system reports it. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The agent's process ended while it was still needed (R16). */
export function agentExited(agent: string, { code, signal }: ProcessEnd, stderrTail: string): UserError {
  return withDetail(exited(exitText(agent, code, signal)), stderrTail);
}

/** The program behind an agent ended; `message` is a sentence that says how. */
export function programExited(message: string, stderrTail: string): UserError {
  return withDetail(exited(message), stderrTail);
}

/** The agent's process ended while a prompt waited for its checkpoint (R16). */
export function agentExitedBeforePrompt(agent: string): UserError {
  return exited(errorStrings.exitedBeforePrompt(agent));
}

function exited(message: string): UserError {
  return {
    code: 'agent-exited',
    message,
    actions: ['restart-agent', 'show-log', 'edit-settings', 'check-agent'],
  };
}

function exitText(agent: string, code: number | null, signal: string | null): string {
  if (code !== null) return errorStrings.exitedWithCode(agent, code);
  return signal === null ? errorStrings.exited(agent) : errorStrings.exitedBySignal(agent, signal);
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

/** The agent closed its output but its process did not end on its own (R16). */
export function outputClosed(agent: string): UserError {
  return {
    code: 'output-closed',
    message: errorStrings.outputClosed(agent),
    actions: ['restart-agent', 'show-log', 'check-agent'],
  };
}

/** The agent closed its input but its process did not end on its own (R16). */
export function inputClosed(agent: string): UserError {
  return {
    code: 'input-closed',
    message: errorStrings.inputClosed(agent),
    actions: ['restart-agent', 'show-log', 'check-agent'],
  };
}

/** The agent was stopped by the user, or because Parley ends, while something was still asked of it. */
export function agentStopped(agent: string): UserError {
  return {
    code: 'agent-stopped',
    message: errorStrings.agentStopped(agent),
    actions: ['restart-agent', 'show-log'],
  };
}

/** The prompt holds something the agent does not support (R44). */
export function contentNotSupported(agent: string, content: 'images' | 'audio'): UserError {
  const { audioNotSupported, imagesNotSupported } = errorStrings;
  return {
    code: 'content-not-supported',
    message: (content === 'images' ? imagesNotSupported : audioNotSupported)(agent),
    actions: [],
  };
}

/** A session cannot work in a folder that is not given by its absolute path (R31). */
export function folderNotAbsolute(folder: string): UserError {
  return {
    code: 'folder-not-absolute',
    message: errorStrings.folderNotAbsolute(folder),
    actions: ['open-folder'],
  };
}

/** `initialize` was not answered in time. */
export function startTimedOut(agent: string, seconds: number, stderrTail: string): UserError {
  return withDetail(
    {
      code: 'start-timed-out',
      message: errorStrings.startTimedOut(agent, seconds),
      actions: ['restart-agent', 'edit-settings', 'show-log', 'check-agent'],
    },
    stderrTail,
  );
}

/** The agent speaks another protocol version (R20). */
export function unsupportedProtocol(agent: string, version: string): UserError {
  return {
    code: 'unsupported-protocol',
    message: errorStrings.unsupportedProtocol(agent, version),
    actions: ['edit-settings', 'show-log', 'check-agent'],
  };
}

/** The agent's answer to `method` is not what ACP says it must be. */
export function invalidAnswer(agent: string, method: string, detail: string): UserError {
  return withDetail(
    {
      code: 'invalid-answer',
      message: errorStrings.invalidAnswer(agent, method),
      actions: ['restart-agent', 'show-log', 'check-agent'],
    },
    detail,
  );
}

/** Parley was about to send something that is not of the protocol; a defect of its own. */
export function invalidRequest(agent: string, method: string, detail: string): UserError {
  return withDetail(
    {
      code: 'invalid-request',
      message: errorStrings.invalidRequest(agent, method),
      actions: ['show-log'],
    },
    detail,
  );
}

/** The agent answered a request with an error (R49). */
export function agentRefused(agent: string, message: string, detail: string | undefined): UserError {
  return withDetail(
    {
      code: 'agent-error',
      message: errorStrings.agentError(agent, message),
      actions: ['show-log', 'restart-agent'],
    },
    detail,
  );
}

/** The agent answers that it does not know a session, in answer to anything but closing and deleting it (R41). */
export function sessionGone(agent: string, detail: string | undefined): UserError {
  return withDetail(
    {
      code: 'session-gone',
      message: errorStrings.sessionGone(agent),
      actions: ['new-session', 'show-log'],
    },
    detail,
  );
}

/** What an agent has to advertise before it is asked for it. */
export type MissingAbility = 'load' | 'resume' | 'fork' | 'list' | 'delete';

/** The agent does not advertise what it was to be asked for (R32). */
export function abilityMissing(agent: string, ability: MissingAbility): UserError {
  return { code: 'ability-missing', message: abilityText(agent, ability), actions: [] };
}

function abilityText(agent: string, ability: MissingAbility): string {
  switch (ability) {
    case 'load':
    case 'resume':
      return errorStrings.cannotReopenEarlier(agent);
    case 'fork':
      return errorStrings.cannotFork(agent);
    case 'list':
      return errorStrings.cannotList(agent);
    case 'delete':
      return errorStrings.cannotDelete(agent);
  }
}

/** The agent does not find the place in the session, or would copy more than was asked for. */
export function forkNotAtPrompt(agent: string, detail?: string): UserError {
  return withDetail(
    { code: 'fork-not-at-prompt', message: errorStrings.forkNotAtPrompt(agent), actions: ['show-log'] },
    detail,
  );
}

/** The user cancelled the opening of a session before the agent answered. */
export function openCancelled(agent: string): UserError {
  return {
    code: 'open-cancelled',
    message: errorStrings.openCancelled(agent),
    actions: ['restart-agent', 'show-log'],
  };
}

/** The agent has not answered the request for a session for long. */
export function openSlow(agent: string): UserError {
  return {
    code: 'open-slow',
    message: errorStrings.openSlow(agent),
    actions: ['restart-agent', 'show-log'],
  };
}

/** The agent did not answer `session/list` in time. */
export function listTimedOut(agent: string, seconds: number): UserError {
  return {
    code: 'list-timed-out',
    message: errorStrings.listTimedOut(agent, seconds),
    actions: ['show-log', 'restart-agent'],
  };
}

/** No agent of that name is configured. */
export function unknownAgent(agent: string): UserError {
  return {
    code: 'unknown-agent',
    message: errorStrings.unknownAgent(agent),
    actions: ['edit-settings'],
  };
}

/** The agent is from the settings of the workspace, and the user has not allowed what they say. */
export function workspaceAgentNotAllowed(agent: string): UserError {
  return {
    code: 'workspace-agent-not-allowed',
    message: errorStrings.workspaceAgentNotAllowed(agent),
    actions: ['review-agent'],
  };
}

/** The setting of an agent cannot be used. */
export function invalidAgentSetting(agent: string, reason: string): UserError {
  return {
    code: 'invalid-agent-setting',
    message: errorStrings.invalidAgentSetting(agent, reason),
    actions: ['edit-settings', 'check-agent'],
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
