// The text of the panel before the first prompt.
import * as l10n from '@vscode/l10n';

export const emptyStateStrings = {
  firstStart: () => l10n.t('The first start can take a few minutes.'),
  noTranscript: () => l10n.t('No transcript is stored for this session.'),
  tryAgain: () => l10n.t('Send a prompt to try again.'),
  ready: () => l10n.t('Ask about this folder, or describe what to change.'),
  readyIn: (folder: string) => l10n.t('Ask about “{0}”, or describe what to change.', folder),
  chooseFolder: () => l10n.t('Work in Another Folder…'),
  demo: () =>
    l10n.t('Or try the demo. It does not use a model, and follows a few commands to show how Parley works:'),
  steps: () => l10n.t('Get started'),
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
