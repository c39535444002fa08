// The text of errors that users see.
import * as l10n from '@vscode/l10n';
import { plural } from './text/localization.ts';

export const errorStrings = {
  unexpected: () => l10n.t('An unexpected error occurred in Parley. The session is still available.'),
  commandNotFound: (command: string, agent: string) =>
    l10n.t(
      'Could not start {1}: the command “{0}” was not found. Install it, or correct the command in the settings.',
      command,
      agent,
    ),
  commandLineNotFound: (commandLine: string, agent: string, program: string) =>
    l10n.t(
      'Could not start {1}: the command “{0}” was not found. In the settings, set “command” to “{2}” and put the rest into “args”.',
      commandLine,
      agent,
      program,
    ),
  spawnFailed: (agent: string, command: string) =>
    l10n.t('Could not start {0} with the command “{1}”.', agent, command),
  exitedWithCode: (agent: string, code: number) => l10n.t('{0} exited with code {1}.', agent, code),
  exitedBySignal: (agent: string, signal: string) => l10n.t('{0} was terminated by {1}.', agent, signal),
  exited: (agent: string) => l10n.t('{0} exited unexpectedly.', agent),
  exitedBeforePrompt: (agent: string) => l10n.t('{0} exited before the prompt was sent.', agent),
  crashedTooOften: (agent: string) =>
    l10n.t(
      '{0} crashed four times within three minutes and is no longer restarted automatically. Check its log, then restart it.',
      agent,
    ),
  memoryLost: (agent: string) => l10n.t('{0} restarted and does not remember the conversation above.', agent),
  memoryLostBeforePrompt: (agent: string) =>
    l10n.t(
      '{0} restarted and does not remember the conversation above. Your prompt has not been sent yet.',
      agent,
    ),
  modeNotOffered: (agent: string, option: string, wanted: string) =>
    l10n.t({
      message:
        '{0} no longer offers {1}, which you had set to {2}. Queued prompts wait until you resume the queue.',
      args: [agent, option, wanted],
      comment: ['{1} is an option such as “Mode”, {2} its value, as in “Read Only”; the agent names both.'],
    }),
  modeNotSet: (agent: string, option: string, wanted: string, current: string) =>
    l10n.t({
      message:
        '{0} did not set {1} to {2} again. It is {3} now. Select it again, or queued prompts wait until you resume the queue.',
      args: [agent, option, wanted, current],
      comment: ['{1} is an option such as “Mode”, {2} and {3} its values; the agent names them.'],
    }),
  outputClosed: (agent: string) =>
    l10n.t('{0} closed its output and can no longer respond, so it was stopped.', agent),
  inputClosed: (agent: string) =>
    l10n.t('{0} closed its input and can no longer be reached, so it was stopped.', agent),
  agentStopped: (agent: string) => l10n.t('{0} was stopped.', agent),
  imagesNotSupported: (agent: string) =>
    l10n.t('{0} does not support images. Remove them from the prompt and send it again.', agent),
  audioNotSupported: (agent: string) =>
    l10n.t('{0} does not support audio. Remove it from the prompt and send it again.', agent),
  folderNotAbsolute: (folder: string) =>
    l10n.t(
      'A session needs a folder with an absolute path, but “{0}” is relative. Open a folder and try again.',
      folder,
    ),
  startTimedOut: (agent: string, seconds: number) =>
    plural(seconds, {
      one: l10n.t(
        '{0} did not respond within {1} second. Check that its command starts an ACP agent.',
        agent,
        seconds,
      ),
      other: l10n.t(
        '{0} did not respond within {1} seconds. Check that its command starts an ACP agent.',
        agent,
        seconds,
      ),
    }),
  unsupportedProtocol: (agent: string, version: string) =>
    l10n.t(
      '{0} uses ACP version {1}, but Parley supports version 1. Update the agent or Parley.',
      agent,
      version,
    ),
  invalidAnswer: (agent: string, method: string) =>
    l10n.t('{0} sent an invalid response to {1}.', agent, method),
  invalidRequest: (agent: string, method: string) =>
    l10n.t('Parley did not send an invalid request ({1}) to {0}.', agent, method),
  agentError: (agent: string, message: string) => l10n.t('{0} reported an error: {1}', agent, message),
  sessionGone: (agent: string) => l10n.t('{0} no longer has this session.', agent),
  cannotReopenEarlier: (agent: string) => l10n.t('{0} cannot reopen earlier sessions.', agent),
  cannotFork: (agent: string) => l10n.t('{0} cannot fork sessions.', agent),
  forkNotAtPrompt: (agent: string) =>
    l10n.t('{0} could not fork the session at this prompt. Nothing was sent.', agent),
  cannotList: (agent: string) => l10n.t('{0} cannot list its sessions.', agent),
  cannotDelete: (agent: string) => l10n.t('{0} cannot delete sessions.', agent),
  openCancelled: (agent: string) => l10n.t('Opening the session was cancelled before {0} responded.', agent),
  openSlow: (agent: string) =>
    l10n.t('{0} is taking long to open the session. Keep waiting, or restart the agent.', agent),
  listTimedOut: (agent: string, seconds: number) =>
    plural(seconds, {
      one: l10n.t('{0} did not list its sessions within {1} second.', agent, seconds),
      other: l10n.t('{0} did not list its sessions within {1} seconds.', agent, seconds),
    }),
  unknownAgent: (agent: string) =>
    l10n.t('No agent named “{0}” is configured. Add it to “parley.agents”, or select another agent.', agent),
  workspaceAgentNotAllowed: (agent: string) =>
    l10n.t(
      '“{0}” is from the settings of this workspace. It does not run until you review and allow it.',
      agent,
    ),
  invalidAgentSetting: (agent: string, reason: string) =>
    l10n.t('The configuration of “{0}” in “parley.agents” is invalid: {1}', agent, reason),
  configChangeTimedOut: (agent: string, option: string) =>
    l10n.t('{0} did not confirm the change of “{1}”. The last confirmed value is shown.', agent, option),
  cancelIgnored: (agent: string) =>
    l10n.t('{0} has not stopped yet. Keep waiting, or restart the agent to end the turn.', agent),
};
