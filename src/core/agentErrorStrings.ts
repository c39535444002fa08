// The text of errors of starting agents and of asking them for something.
import * as l10n from '@vscode/l10n';
import { plural } from './text/localization.ts';

export const agentErrorStrings = {
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
  packageMissing: (agent: string, name: string) =>
    l10n.t(
      'Could not start {0}: the package registry has no package {1}. Correct its name in the settings.',
      agent,
      name,
    ),
  versionMissing: (agent: string, name: string, version: string) =>
    l10n.t(
      'Could not start {0}: the package registry has no version {2} of {1}. Change the version in the settings.',
      agent,
      name,
      version,
    ),
  taskNotStopped: (agent: string) => l10n.t('{0} did not stop the task: it may have ended already.', agent),
  exitedWithCode: (agent: string, code: number) => l10n.t('{0} exited with code {1}.', agent, code),
  exitedBySignal: (agent: string, signal: string) => l10n.t('{0} was terminated by {1}.', agent, signal),
  exited: (agent: string) => l10n.t('{0} exited unexpectedly.', agent),
  outputClosed: (agent: string) =>
    l10n.t('{0} closed its output and can no longer respond, so it was stopped.', agent),
  inputClosed: (agent: string) =>
    l10n.t('{0} closed its input and can no longer be reached, so it was stopped.', agent),
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
    l10n.t('Parley did not send a request ({1}) to {0}, because it was invalid.', agent, method),
  agentError: (agent: string, message: string) => l10n.t('{0} reported an error: {1}', agent, message),
  noAnswer: (agent: string) => l10n.t('{0} ended its turn without an answer.', agent),
  unreadableUpdate: (agent: string) =>
    l10n.t('Parley could not read some of what {0} sent. The log shows what it was.', agent),
  unreadableQuestion: (agent: string) =>
    l10n.t(
      '{0} asked for permission in a form that Parley cannot fully show. The log shows what it was.',
      agent,
    ),
  unreadableForm: (agent: string) =>
    l10n.t('{0} sent a form that Parley cannot fully show. The log shows what it was.', agent),
  unreadablePlan: (agent: string) =>
    l10n.t('{0} sent a plan that Parley cannot show. The log shows what it was.', agent),
  sessionGone: (agent: string) => l10n.t('{0} no longer has this session.', agent),
  cannotReopenEarlier: (agent: string) => l10n.t('{0} cannot reopen earlier sessions.', agent),
  cannotFork: (agent: string) => l10n.t('{0} cannot fork sessions.', agent),
  cannotList: (agent: string) => l10n.t('{0} cannot list its sessions.', agent),
  cannotDelete: (agent: string) => l10n.t('{0} cannot delete sessions.', agent),
  openCancelled: (agent: string) => l10n.t('Opening the session was canceled before {0} responded.', agent),
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
};
