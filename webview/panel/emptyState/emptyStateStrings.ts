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
  demoOnly: () =>
    l10n.t('The demo does not use a model, and follows a few commands to show how Parley works:'),
  steps: () => l10n.t('Get started'),
  stepChoose: () => l10n.t('Choose an agent'),
  stepSignIn: () => l10n.t('Sign in'),
  stepPrompt: () => l10n.t('Send a prompt'),
  chooseAgent: () => l10n.t('Agents to choose from'),
  foundHere: () => l10n.t('On this machine'),
  foundVersion: (version: string) =>
    l10n.t({
      message: '{0} · on this machine',
      args: [version],
      comment: ['The version of an agent that is installed'],
    }),
  install: () => l10n.t('Install'),
  installing: (agent: string) => l10n.t('Installing {0}', agent),
  cancel: () => l10n.t('Cancel'),
  cancelInstalling: (agent: string) => l10n.t('Cancel installing {0}', agent),
  hintMention: (key: string) =>
    l10n.t({
      message: '{0} mentions files, problems, git changes and more',
      args: [key],
      comment: ['{0}: a key'],
    }),
  hintCommands: (key: string) =>
    l10n.t({ message: '{0} lists the commands of the agent', args: [key], comment: ['{0}: a key'] }),
  hintKeys: (key: string) =>
    l10n.t({ message: '{0} shows the keyboard shortcuts', args: [key], comment: ['{0}: a key'] }),
  recentSessions: () => l10n.t('Recent sessions'),
  needsNode: () => l10n.t('needs Node.js'),
  needsUv: () => l10n.t('needs uv'),
  customCommand: () => l10n.t('Custom Command…'),
  remoteAgent: () => l10n.t('Remote Agent by URL…'),
  moreAgents: () => l10n.t('More Agents…'),
  addAgent: () => l10n.t('Add Agent…'),
};
