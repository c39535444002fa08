// The text of the panel's header.
import * as l10n from '@vscode/l10n';

export const headerStrings = {
  connected: () => l10n.t('Connected'),
  starting: () => l10n.t('Starting'),
  needsSignIn: () => l10n.t('Needs sign-in'),
  failed: () => l10n.t('Failed'),
  needsInput: () => l10n.t('Needs input'),
  silent: () => l10n.t('No response'),
  running: () => l10n.t('Running'),
  readOnly: () => l10n.t('Read-only'),
  stopped: () => l10n.t('Stopped'),
  agentState: (agent: string, state: string) =>
    l10n.t({ message: '{0}: {1}', args: [agent, state], comment: ['An agent and its state'] }),
  nameAndVersion: (name: string, version: string) =>
    l10n.t({ message: '{0} {1}', args: [name, version], comment: ['An agent and its version'] }),
  newSession: () => l10n.t('New session'),
  startOther: () => l10n.t('Click to start a session with another agent'),
  demoHint: () => l10n.t('This built-in agent does not use a model'),
  openingSession: () => l10n.t('Opening session…'),
  openingProgress: () => l10n.t('Opening session'),
  openingProgressHint: () => l10n.t('Opening session… You can start typing.'),
};
