// The text of the panel before the first prompt.
import * as l10n from '@vscode/l10n';

export const emptyStateStrings = {
  openingSession: () => l10n.t('Opening session…'),
  startingAgent: (agent: string) => l10n.t('Starting {0}…', agent),
  noTranscript: () => l10n.t('No transcript is stored for this session.'),
  stopped: (agent: string) => l10n.t('{0} isn’t running. It starts when you send a prompt.', agent),
  failed: (agent: string) => l10n.t('{0} could not be started. Send a prompt to try again.', agent),
  needsSignIn: (agent: string) =>
    l10n.t('Sign in to {0} with its own command in a terminal, then send a prompt.', agent),
  ready: (agent: string) => l10n.t('Ask {0} about this folder, or tell it what to change.', agent),
  demo: () =>
    l10n.t(
      'This built-in demo agent does not use a model. It follows a few commands to show how Parley works. Try one:',
    ),
  realAgent: () => l10n.t('To work with a real agent, add it in the settings.'),
  editSettings: () => l10n.t('Edit Settings'),
};
