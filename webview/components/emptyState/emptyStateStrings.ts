// The text of the panel before the first prompt.
import * as l10n from '@vscode/l10n';

export const emptyStateStrings = {
  openingSession: () => l10n.t('Opening session…'),
  startingAgent: (agent: string) => l10n.t('Starting {0}…', agent),
  downloadingAgent: (agent: string) =>
    l10n.t('Downloading {0}… The first start can take a few minutes.', agent),
  noTranscript: () => l10n.t('No transcript is stored for this session.'),
  stopped: (agent: string) => l10n.t('{0} isn’t running. It starts when you send a prompt.', agent),
  failed: (agent: string) => l10n.t('{0} could not be started. Send a prompt to try again.', agent),
  needsSignIn: (agent: string) => l10n.t('Sign in to {0}, then send a prompt.', agent),
  ready: (agent: string) => l10n.t('Ask {0} about this folder, or tell it what to change.', agent),
  demo: () =>
    l10n.t(
      'Or try the built-in demo agent. It does not use a model, and follows a few commands to show how Parley works:',
    ),
  steps: () => l10n.t('Steps to the first answer'),
  stepChoose: () => l10n.t('Choose an agent'),
  stepSignIn: () => l10n.t('Sign in, if it asks you to'),
  stepPrompt: () => l10n.t('Send a prompt'),
  chooseAgent: () => l10n.t('Choose an agent to work with:'),
  foundHere: () => l10n.t('On this machine'),
  install: () => l10n.t('Install'),
  needsNode: () => l10n.t('needs Node.js'),
  needsUv: () => l10n.t('needs uv'),
  customCommand: () => l10n.t('Custom Command…'),
  remoteAgent: () => l10n.t('Remote Agent by URL…'),
  moreAgents: () => l10n.t('More Agents…'),
  addAgent: () => l10n.t('Add Agent…'),
};
