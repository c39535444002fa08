// The text of agents in VS Code's own chat.
import * as l10n from '@vscode/l10n';

export const vscodeChatStrings = {
  asking: (agent: string) => l10n.t('Asking {0} in Parley', agent),
  confirmTitle: (agent: string) => l10n.t('Ask {0}?', agent),
  confirmMessage: () =>
    l10n.t('Parley starts a session with this task. Parley asks you there when the agent needs permission.'),
  usage: (agents: string) =>
    l10n.t(
      'Write a task, with the name of an agent before it if it is not for your default agent: {0}.',
      agents,
    ),
  notAllowed: (agent: string) => l10n.t('{0} was not started because you did not allow it.', agent),
  openInParley: () => l10n.t('Open in Parley'),
  waits: (agent: string) => l10n.t('{0} waits for your answer in Parley', agent),
  stopped: (agent: string) => l10n.t('{0} was stopped.', agent),
  stoppedEarly: (agent: string, reason: string) => l10n.t('{0} stopped early: {1}.', agent, reason),
  held: () => l10n.t('The prompt was not sent yet. It waits in Parley until you send it.'),
  closed: () => l10n.t('The session was closed.'),
};
