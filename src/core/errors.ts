// What can go wrong as a user meets it: a sentence, why if known, and the next steps.
import * as z from 'zod';
import type { Immutable } from './base/immutable.ts';

/** The next steps an error can offer as buttons. The host carries them out. */
export const errorAction = z.enum([
  'restart-agent',
  'show-log',
  'edit-settings',
  'open-folder',
  'new-session',
  'attach-transcript',
]);
export type ErrorAction = z.infer<typeof errorAction>;

export const userError = z.object({
  /** Stable name for tests and the log, never shown. */
  code: z.string(),
  /** One or two plain sentences: what happened and what to do. */
  message: z.string(),
  /** What the agent or the system said, shown folded, as text. */
  detail: z.string().exactOptional(),
  actions: z.array(errorAction),
});
export type UserError = Immutable<z.infer<typeof userError>>;

/** An error that carries what the user is told. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  readonly user: UserError;

  constructor(user: UserError, options?: ErrorOptions) {
    super(user.message, options);
    this.user = user;
  }
}

/** What a user is told about any thrown value. Nothing is lost: an unknown error keeps its own words. */
export function describeError(error: unknown): UserError {
  if (error instanceof ParleyError) return error.user;
  const detail = error instanceof Error ? error.message : String(error);
  return {
    code: 'unexpected',
    message: 'Something in Parley failed. The session is kept.',
    detail,
    actions: ['show-log'],
  };
}

function withDetail(user: Omit<UserError, 'detail'>, detail: string | undefined): UserError {
  return detail === undefined || detail.trim() === '' ? user : { ...user, detail };
}

/** The command of an agent is not installed or not on the PATH. */
export function commandNotFound(agent: string, command: string): UserError {
  const [program = command, ...words] = command.split(' ');
  // No shell takes a command line apart; who wrote one into the settings is told where its words belong.
  const advice =
    words.length > 0 && !/[\\/]/.test(program)
      ? `In the settings, “command” is “${program}” alone; what follows it belongs into “args”.`
      : 'Install it, or correct the command in the settings.';
  return {
    code: 'command-not-found',
    message: `“${command}” was not found, so ${agent} could not be started. ${advice}`,
    actions: ['edit-settings', 'restart-agent', 'show-log'],
  };
}

/** The operating system refused to start the agent. */
export function spawnFailed(agent: string, command: string, reason: string): UserError {
  return withDetail(
    {
      code: 'spawn-failed',
      message: `${agent} could not be started with “${command}”.`,
      actions: ['edit-settings', 'restart-agent', 'show-log'],
    },
    reason,
  );
}

/** The agent's process ended while it was still needed (R16). `how` reads like "with exit code 1". */
export function agentExited(agent: string, how: string, lastWords: string): UserError {
  return withDetail(
    {
      code: 'agent-exited',
      message: `${agent} stopped ${how}.`,
      actions: ['restart-agent', 'show-log', 'edit-settings'],
    },
    lastWords,
  );
}

/** The agent crashed over and over, so that only the user starts it again. */
export function crashedTooOften(agent: string): UserError {
  return {
    code: 'crashed-too-often',
    message: `${agent} stopped four times within three minutes, so it is not started again by itself. Its log may say why; restart it when that is mended.`,
    actions: ['restart-agent', 'show-log', 'edit-settings'],
  };
}

/** The agent was started again and cannot bring the session back. */
export function memoryLost(agent: string): UserError {
  return {
    code: 'memory-lost',
    message: `${agent} was started again. It does not remember what was said above.`,
    actions: ['attach-transcript'],
  };
}

/** The agent closed its output but its process did not end by itself (R16). */
export function outputClosed(agent: string): UserError {
  return {
    code: 'output-closed',
    message: `${agent} closed its output and can no longer answer, so it was stopped.`,
    actions: ['restart-agent', 'show-log'],
  };
}

/** The agent closed its input but its process did not end by itself (R16). */
export function inputClosed(agent: string): UserError {
  return {
    code: 'input-closed',
    message: `${agent} closed its input and can no longer be reached, so it was stopped.`,
    actions: ['restart-agent', 'show-log'],
  };
}

/** The agent was stopped by the user, or because Parley ends, while something was still asked of it. */
export function agentStopped(agent: string): UserError {
  return {
    code: 'agent-stopped',
    message: `${agent} was stopped.`,
    actions: ['restart-agent', 'show-log'],
  };
}

/** The prompt holds something the agent cannot take (R44). `what` reads like "images". */
export function contentNotSupported(agent: string, what: string): UserError {
  return {
    code: 'content-not-supported',
    message: `${agent} does not take ${what}. Remove them from the prompt and send it again.`,
    actions: [],
  };
}

/** A session cannot work in a folder that is not given by its absolute path (R31). */
export function folderNotAbsolute(folder: string): UserError {
  return {
    code: 'folder-not-absolute',
    message: `A session needs a folder with an absolute path; “${folder}” is not one. Open a folder and try again.`,
    actions: ['open-folder'],
  };
}

/** `initialize` was not answered in time. */
export function startTimedOut(agent: string, seconds: number, lastWords: string): UserError {
  return withDetail(
    {
      code: 'start-timed-out',
      message: `${agent} did not answer within ${seconds} seconds. Check that its command starts an ACP agent.`,
      actions: ['restart-agent', 'edit-settings', 'show-log'],
    },
    lastWords,
  );
}

/** The agent speaks another protocol version (R20). */
export function unsupportedProtocol(agent: string, version: string): UserError {
  return {
    code: 'unsupported-protocol',
    message: `${agent} speaks ACP version ${version}; Parley speaks version 1. Update the agent, or Parley.`,
    actions: ['edit-settings', 'show-log'],
  };
}

/** The agent's answer to `method` is not what ACP says it must be. */
export function invalidAnswer(agent: string, method: string, detail: string): UserError {
  return withDetail(
    {
      code: 'invalid-answer',
      message: `${agent} answered ${method} in a way that ACP does not allow.`,
      actions: ['restart-agent', 'show-log'],
    },
    detail,
  );
}

/** The agent wants the user to sign in first (-32000, R29). `ways` are the names of its auth methods. */
export function signInNeeded(agent: string, ways: readonly string[]): UserError {
  const how = ways.length > 0 ? ` It offers: ${ways.join(', ')}.` : '';
  return {
    code: 'sign-in-needed',
    message: `${agent} needs you to sign in.${how} Sign in with the agent's own command in a terminal, then restart it here.`,
    actions: ['restart-agent', 'edit-settings', 'show-log'],
  };
}

/** The agent answered a request with an error (R49). */
export function agentRefused(agent: string, message: string, detail: string | undefined): UserError {
  return withDetail(
    {
      code: 'agent-error',
      message: `${agent} reported an error: ${message}`,
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
      message: `${agent} does not have this session any more.`,
      actions: ['new-session', 'show-log'],
    },
    detail,
  );
}

/** The agent does not advertise what it was to be asked for (R32). `what` reads like "copy sessions". */
export function abilityMissing(agent: string, what: string): UserError {
  return { code: 'ability-missing', message: `${agent} cannot ${what}.`, actions: [] };
}

/** The opening of a session was given up by the user before the agent answered. */
export function openCancelled(agent: string): UserError {
  return {
    code: 'open-cancelled',
    message: `${agent} was not waited for any longer, so the session was not opened.`,
    actions: ['restart-agent', 'show-log'],
  };
}

/** The agent did not answer `session/list` in time. */
export function listTimedOut(agent: string, seconds: number): UserError {
  return {
    code: 'list-timed-out',
    message: `${agent} did not list its sessions within ${seconds} seconds.`,
    actions: ['show-log', 'restart-agent'],
  };
}

/** No agent of that name is configured. */
export function unknownAgent(agent: string): UserError {
  return {
    code: 'unknown-agent',
    message: `No agent named “${agent}” is configured. Add it under “parley.agents”, or choose another.`,
    actions: ['edit-settings'],
  };
}

/** The setting of an agent cannot be used. */
export function invalidAgentSetting(agent: string, reason: string): UserError {
  return {
    code: 'invalid-agent-setting',
    message: `The setting of “${agent}” under “parley.agents” cannot be used: ${reason}`,
    actions: ['edit-settings'],
  };
}

/** The agent has not answered a change of one of its options (R99). */
export function configChangeTimedOut(agent: string, option: string): UserError {
  return {
    code: 'config-change-timed-out',
    message: `${agent} did not answer the change of “${option}”. The last confirmed value is shown.`,
    actions: ['show-log', 'restart-agent'],
  };
}

/** The agent goes on although it was asked to stop (R54, R58). */
export function cancelIgnored(agent: string): UserError {
  return {
    code: 'cancel-ignored',
    message: `${agent} has not stopped yet. You can wait, or restart it, which ends the turn.`,
    actions: ['restart-agent', 'show-log'],
  };
}
