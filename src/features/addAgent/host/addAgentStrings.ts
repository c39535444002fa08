// The text of the agent picker, of installs and of the guided custom agent.
import * as l10n from '@vscode/l10n';

export const addAgentStrings = {
  // The picker.
  title: () => l10n.t('Add Agent'),
  placeholder: () => l10n.t('Select an agent to add'),
  updates: () => l10n.t('Updates'),
  foundHere: () => l10n.t('Found on this machine'),
  registry: () => l10n.t('ACP Registry'),
  registryLoading: () => l10n.t('ACP Registry (loading…)'),
  registryUpdated: (age: string) => l10n.t('ACP Registry (updated {0})', age),
  registryBundled: (date: string) => l10n.t('ACP Registry (as of {0})', date),
  registryOutdated: (date: string) => l10n.t('ACP Registry (not updated; as of {0})', date),
  other: () => l10n.t('Other'),
  added: () => l10n.t('Added'),
  refresh: () => l10n.t('Refresh List'),
  openWebsite: () => l10n.t('Open Website'),
  remove: () => l10n.t('Remove Agent'),
  customCommand: () => l10n.t('Custom Command…'),
  customCommandDetail: () => l10n.t('Enter the program and the arguments that start an ACP agent'),
  remoteAgent: () => l10n.t('Remote Agent by URL…'),
  remoteAgentDetail: () => l10n.t('Connect to an ACP agent on a server, over WebSocket or HTTP'),
  demoDetail: () =>
    l10n.t('Built in, without a model: it shows how Parley works, without an account or a network'),
  registryFailed: () => l10n.t('The ACP registry could not be loaded'),
  registryEmpty: () => l10n.t('The ACP registry lists no agents'),
  reload: () => l10n.t('Select to load the list again.'),
  retry: (reason: string) => l10n.t('{0} Select to try again.', reason),
  notSupported: () => l10n.t('not available for this platform'),
  needsNode: () => l10n.t('needs Node.js'),
  needsUv: () => l10n.t('needs uv'),
  byDownload: () => l10n.t('download'),
  updateFrom: (from: string, to: string) => `${from} → ${to}`,

  // What has to be there first.
  nodeMissing: (agent: string) => l10n.t('{0} needs Node.js, and npx was not found on the PATH.', agent),
  uvMissing: (agent: string) => l10n.t('{0} needs uv, and uvx was not found on the PATH.', agent),
  missingDetail: () => l10n.t('Install it, restart VS Code, and add the agent again.'),
  getNode: () => l10n.t('Get Node.js'),
  getUv: () => l10n.t('Get uv'),
  cannotInstall: (agent: string) =>
    l10n.t('The ACP registry has no version of {0} that Parley can install on this machine.', agent),

  unknownId: (id: string) => l10n.t('The ACP registry has no agent with the id {0}.', id),

  // Before an agent is added.
  confirmAdd: (agent: string) => l10n.t('Add {0}?', agent),
  confirmInstall: (agent: string) => l10n.t('Install {0}?', agent),
  confirmUpdate: (agent: string, version: string) => l10n.t('Update {0} to {1}?', agent, version),
  downloads: (address: string) => l10n.t('Parley downloads {0}', address),
  checksumKnown: () => l10n.t('The download is checked against the SHA-256 checksum in the registry.'),
  checksumUnknown: () =>
    l10n.t('The registry has no checksum for this download, so Parley cannot check that it is unchanged.'),
  alreadyDownloaded: () => l10n.t('This version is already downloaded.'),
  runsNpx: (name: string) => l10n.t('npx downloads the package {0} when it is not in its cache.', name),
  runsUvx: (name: string) => l10n.t('uvx downloads the package {0} when it is not in its cache.', name),
  // What stands out in an entry.
  checkFirst: () =>
    l10n.t({
      message: 'check before you add it',
      comment: ['Mark of an agent in a list, after its version'],
    }),
  loadsByVariables: (names: string) =>
    l10n.t(
      'Check before you add it: these variables can load other code or change where it comes from: {0}',
      names,
    ),
  loadsByArguments: (args: string) =>
    l10n.t(
      'Check before you add it: these arguments can load other code or change where it comes from: {0}',
      args,
    ),
  oddName: () =>
    l10n.t(
      'Check before you add it: the name has letters that look like others, so it may pose as another agent.',
    ),
  entry: () => l10n.t('This is added to “parley.agents” in your settings:'),
  changedEntry: () => l10n.t('This replaces the entry in “parley.agents” in your settings:'),
  add: () => l10n.t('Add'),
  install: () => l10n.t('Install'),
  installUnchecked: () => l10n.t('Install Without Checksum'),
  update: () => l10n.t('Update'),

  // A package that the list names and its registry does not have.
  versionMissing: (name: string, version: string) =>
    l10n.t('The package registry has no version {1} of {0}, which the list of agents names.', name, version),
  packageMissing: (name: string) =>
    l10n.t('The package registry has no package {0}, which the list of agents names.', name),
  installInstead: (version: string) => l10n.t('Install {0} Instead', version),

  // While it is added.
  adding: (agent: string) => l10n.t('Adding {0}', agent),
  downloading: () => l10n.t('Downloading…'),
  downloadingBytes: (received: string, total: string) =>
    l10n.t('Downloading… {0} of {1} MB', received, total),
  downloadingSome: (received: string) => l10n.t('Downloading… {0} MB', received),
  unpacking: () => l10n.t('Unpacking…'),
  writingSettings: () => l10n.t('Writing settings…'),
  starting: () => l10n.t('Starting…'),
  stepFor: (step: string, seconds: number) =>
    l10n.t({
      message: '{0} {1} s',
      args: [step, seconds],
      comment: ['A step of an install, and for how many seconds it has been running'],
    }),

  // Afterwards.
  addedAgent: (agent: string) => l10n.t('{0} was added.', agent),
  newSession: () => l10n.t('New Session'),
  updatedAgent: (agent: string, version: string) => l10n.t('{0} was updated to {1}.', agent, version),
  notAdded: (agent: string, reason: string) => l10n.t('{0} was not added. {1}', agent, reason),
  whatToDo: () =>
    l10n.t('Check that the command starts the agent in a terminal, and see its log for details.'),
  tryAgain: () => l10n.t('Try Again'),
  editCommand: () => l10n.t('Edit Command'),
  showLog: () => l10n.t('Show Log'),
  openSettings: () => l10n.t('Open Settings'),
  agentsUnreadable: () =>
    l10n.t('Nothing can be added to “parley.agents”, because it is not an object that maps names to agents.'),
  confirmRemove: (agent: string) => l10n.t('Remove {0}?', agent),
  removeEntry: () => l10n.t('Its entry is removed from “parley.agents” in your settings.'),
  removeFiles: () =>
    l10n.t('Its entry is removed from “parley.agents” in your settings, and its files are deleted.'),
  removeConfirmed: () => l10n.t('Remove'),

  // A remote agent.
  remoteTitle: () => l10n.t('Add Remote Agent'),
  urlPrompt: () => l10n.t('The URL of the agent, with “wss://” or “https://”'),
  urlInvalid: () => l10n.t('Enter a URL with “wss://” or “https://”, without a user name or a password.'),
  remoteTokenPrompt: () =>
    l10n.t('The token to sign in to the server, stored encrypted. Leave empty for none.'),
  connecting: () => l10n.t('Connecting…'),
  editConnection: () => l10n.t('Edit Connection'),

  // The guided custom agent.
  customTitle: () => l10n.t('Add Custom Agent'),
  programPrompt: () => l10n.t('The program that starts the agent: a name on the PATH, or an absolute path'),
  programMissing: () => l10n.t('Enter a program.'),
  programQuote: () => l10n.t('A quotation mark is not closed.'),
  argumentsPrompt: () =>
    l10n.t('The arguments with which it speaks ACP, as in a terminal. Leave empty for none.'),
  folderPrompt: () =>
    l10n.t('The folder in which it is started: an absolute path. Leave empty for the folder of the session.'),
  folderNotAbsolute: () => l10n.t('Enter an absolute path.'),
  namePrompt: () => l10n.t('The name of the agent in Parley'),
  nameMissing: () => l10n.t('Enter a name.'),
  nameTaken: (name: string) => l10n.t('An agent named {0} already exists.', name),
};
