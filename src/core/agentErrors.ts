// The errors of starting agents and of asking them for something: loaded with what starts them.
import { agentErrorStrings } from './agentErrorStrings.ts';
import { exited, withDetail, type UserError } from './errors.ts';
import { missingPackage } from './failures/missingPackage.ts';

/** How a process ended, as the operating system reports it. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The command of an agent is not installed or not on the PATH. */
export function commandNotFound(agent: string, command: string): UserError {
  const [program = command, ...rest] = command.split(' ');
  // No shell splits a command line: who wrote one into the settings learns where its parts belong.
  const isCommandLine = rest.length > 0 && !/[\\/]/.test(program);
  return {
    code: 'command-not-found',
    message: isCommandLine
      ? agentErrorStrings.commandLineNotFound(command, agent, program)
      : agentErrorStrings.commandNotFound(command, agent),
    actions: ['check-agent', 'edit-settings', 'choose-agent', 'restart-agent', 'show-log'],
  };
}

/** The operating system refused to start the agent. */
export function spawnFailed(agent: string, command: string, reason: string): UserError {
  return withDetail(
    {
      code: 'spawn-failed',
      message: agentErrorStrings.spawnFailed(agent, command),
      actions: ['check-agent', 'edit-settings', 'choose-agent', 'restart-agent', 'show-log'],
    },
    reason,
  );
}

/** The agent does not stop a task that it runs beside its turns: often it has just ended. */
export function taskNotStopped(agent: string): UserError {
  return { code: 'agent-error', message: agentErrorStrings.taskNotStopped(agent), actions: ['show-log'] };
}

/** The agent's process ended while it was still needed (R16). */
export function agentExited(agent: string, { code, signal }: ProcessEnd, stderrTail: string): UserError {
  const missing = missingPackage(stderrTail);
  if (missing === undefined) return withDetail(exited(exitText(agent, code, signal)), stderrTail);
  // What ended is the package manager, whose log does not say what to do.
  const { name, version } = missing;
  const message =
    version === undefined
      ? agentErrorStrings.packageMissing(agent, name)
      : agentErrorStrings.versionMissing(agent, name, version);
  return withDetail(
    { ...exited(message), actions: ['edit-settings', 'show-log', 'choose-agent'] },
    stderrTail,
  );
}

/** The program behind an agent that goes on ended: the next prompt starts it. `message` is a sentence that says how. */
export function programExited(message: string, stderrTail: string): UserError {
  return withDetail(
    {
      code: 'program-exited',
      message,
      actions: ['try-again', 'show-log', 'edit-settings', 'check-agent'],
    },
    stderrTail,
  );
}

function exitText(agent: string, code: number | null, signal: string | null): string {
  if (code !== null) return agentErrorStrings.exitedWithCode(agent, code);
  return signal === null ? agentErrorStrings.exited(agent) : agentErrorStrings.exitedBySignal(agent, signal);
}

/** The agent closed its output but its process did not end on its own (R16). */
export function outputClosed(agent: string): UserError {
  return {
    code: 'output-closed',
    message: agentErrorStrings.outputClosed(agent),
    actions: ['restart-agent', 'show-log', 'check-agent'],
  };
}

/** The agent closed its input but its process did not end on its own (R16). */
export function inputClosed(agent: string): UserError {
  return {
    code: 'input-closed',
    message: agentErrorStrings.inputClosed(agent),
    actions: ['restart-agent', 'show-log', 'check-agent'],
  };
}

/** The prompt holds something the agent does not support (R44). */
export function contentNotSupported(agent: string, content: 'images' | 'audio'): UserError {
  const { audioNotSupported, imagesNotSupported } = agentErrorStrings;
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
    message: agentErrorStrings.folderNotAbsolute(folder),
    actions: ['open-folder'],
  };
}

/** `initialize` was not answered in time. */
export function startTimedOut(agent: string, seconds: number, stderrTail: string): UserError {
  return withDetail(
    {
      code: 'start-timed-out',
      message: agentErrorStrings.startTimedOut(agent, seconds),
      actions: ['restart-agent', 'edit-settings', 'show-log', 'check-agent'],
    },
    stderrTail,
  );
}

/** The agent speaks another protocol version (R20). */
export function unsupportedProtocol(agent: string, version: string): UserError {
  return {
    code: 'unsupported-protocol',
    message: agentErrorStrings.unsupportedProtocol(agent, version),
    actions: ['edit-settings', 'show-log', 'check-agent'],
  };
}

/** The agent's answer to `method` is not what ACP says it must be. */
export function invalidAnswer(agent: string, method: string, detail: string): UserError {
  return withDetail(
    {
      code: 'invalid-answer',
      message: agentErrorStrings.invalidAnswer(agent, method),
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
      message: agentErrorStrings.invalidRequest(agent, method),
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
      message: agentErrorStrings.agentError(agent, message),
      actions: ['show-log', 'restart-agent'],
    },
    restOf(detail, message),
  );
}

/** The agent ended a turn normally in which it said and did nothing. `stderr`: what its process wrote meanwhile. */
export function noAnswer(agent: string, stderr: string): UserError {
  return withDetail(
    {
      code: 'no-answer',
      message: agentErrorStrings.noAnswer(agent),
      actions: ['try-again', 'show-log', 'check-agent'],
    },
    stderr,
  );
}

/** Something that the agent reported has a form of which nothing can be read. */
export function unreadableUpdate(agent: string): UserError {
  return {
    code: 'unreadable-update',
    message: agentErrorStrings.unreadableUpdate(agent),
    actions: ['show-log'],
  };
}

/** The agent asked for permission in a form of which something, or all, cannot be shown. */
export function unreadableQuestion(agent: string): UserError {
  return {
    code: 'unreadable-question',
    message: agentErrorStrings.unreadableQuestion(agent),
    actions: ['show-log'],
  };
}

/** A form, or a part of it, cannot be shown. */
export function unreadableForm(agent: string): UserError {
  return {
    code: 'unreadable-form',
    message: agentErrorStrings.unreadableForm(agent),
    actions: ['show-log'],
  };
}

/** A plan, or a list of things to do, cannot be shown. */
export function unreadablePlan(agent: string): UserError {
  return {
    code: 'unreadable-plan',
    message: agentErrorStrings.unreadablePlan(agent),
    actions: ['show-log'],
  };
}

/** The detail without the message that it repeats. */
function restOf(detail: string | undefined, message: string): string | undefined {
  if (detail === undefined || message.includes(detail.trim())) return undefined;
  return detail.startsWith(`${message}\n`) ? detail.slice(message.length + 1) : detail;
}

/** The agent answers that it does not know a session, in answer to anything but closing and deleting it (R41). */
export function sessionGone(agent: string, detail: string | undefined): UserError {
  return withDetail(
    {
      code: 'session-gone',
      message: agentErrorStrings.sessionGone(agent),
      actions: ['try-again', 'continue-in-new', 'show-log'],
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
      return agentErrorStrings.cannotReopenEarlier(agent);
    case 'fork':
      return agentErrorStrings.cannotFork(agent);
    case 'list':
      return agentErrorStrings.cannotList(agent);
    case 'delete':
      return agentErrorStrings.cannotDelete(agent);
  }
}

/** The user cancelled the opening of a session before the agent answered. */
export function openCancelled(agent: string): UserError {
  return {
    code: 'open-cancelled',
    message: agentErrorStrings.openCancelled(agent),
    actions: ['restart-agent', 'show-log'],
  };
}

/** The agent did not answer `session/list` in time. */
export function listTimedOut(agent: string, seconds: number): UserError {
  return {
    code: 'list-timed-out',
    message: agentErrorStrings.listTimedOut(agent, seconds),
    actions: ['show-log', 'restart-agent'],
  };
}

/** No agent of that name is configured. */
export function unknownAgent(agent: string): UserError {
  return {
    code: 'unknown-agent',
    message: agentErrorStrings.unknownAgent(agent),
    actions: ['edit-settings'],
  };
}

/** The agent is from the settings of the workspace, and the user has not allowed what they say. */
export function workspaceAgentNotAllowed(agent: string): UserError {
  return {
    code: 'workspace-agent-not-allowed',
    message: agentErrorStrings.workspaceAgentNotAllowed(agent),
    actions: ['review-agent'],
  };
}

/** The setting of an agent cannot be used. */
export function invalidAgentSetting(agent: string, reason: string): UserError {
  return {
    code: 'invalid-agent-setting',
    message: agentErrorStrings.invalidAgentSetting(agent, reason),
    actions: ['edit-settings', 'check-agent'],
  };
}
