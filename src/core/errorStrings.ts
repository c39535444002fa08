// The text of errors that users see.
import * as l10n from '@vscode/l10n';

export const errorStrings = {
  unexpected: () => l10n.t('An unexpected error occurred in Parley. The session is still available.'),
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
  agentStopped: (agent: string) => l10n.t('{0} was stopped.', agent),
  agentActed: (agent: string) =>
    l10n.t(
      '{0} was stopped: it was asked only for an answer, but tried to change files or run a command. Check your files.',
      agent,
    ),
  forkNotAtPrompt: (agent: string) =>
    l10n.t('{0} could not fork the session at this prompt. Nothing was sent.', agent),
  reopenRefused: (agent: string, reason: string) =>
    l10n.t({
      message: '{0} could not open this session. {1}',
      args: [agent, reason],
      comment: ['{1} is the error of the agent, a sentence.'],
    }),
  openSlow: (agent: string) =>
    l10n.t('{0} is taking a long time to open the session. Keep waiting, or restart the agent.', agent),
  configChangeTimedOut: (agent: string, option: string) =>
    l10n.t('{0} did not confirm the change of “{1}”. The last confirmed value is shown.', agent, option),
  cancelIgnored: (agent: string) =>
    l10n.t('{0} has not stopped yet. Keep waiting, or restart the agent to end the turn.', agent),
};
