// The text of the list of MCP servers, of its actions, and of the questions for their values.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../core/text/localization.ts';

export const mcpUiStrings = {
  // The list.
  listTitle: (agent: string) => l10n.t('MCP Servers: {0}', agent),
  selectServer: () => l10n.t('Select an MCP server to turn on or off, test or review'),
  add: () => l10n.t('Add MCP Server…'),
  addDetail: () => l10n.t('Enter a command or a URL'),
  addTitle: () => l10n.t('Add MCP Server'),
  serverPrompt: () =>
    l10n.t('The command line that starts the server, such as “npx -y @scope/server”, or its URL'),
  serverInvalid: () =>
    l10n.t('Enter a command line whose quotation marks are closed, or a URL with http:// or https://.'),
  namePrompt: () => l10n.t('The name of the server in Parley'),
  nameMissing: () => l10n.t('Enter a name.'),
  nameTaken: (name: string) => l10n.t('There is already a server called “{0}” in your settings.', name),
  settingUnreadable: () => l10n.t('Your setting “parley.mcpServers” cannot be read. Correct it first.'),
  editSetting: () => l10n.t('Edit “parley.mcpServers”'),
  problem: () => l10n.t('A part of a file is not used'),
  inThisSession: () => l10n.t('on'),
  offForSession: () => l10n.t('off for this session'),
  offForAgent: (agent: string) => l10n.t('off for {0}', agent),
  onForSessionOnly: (agent: string) => l10n.t('on for this session, off for {0}', agent),
  builtIn: () => l10n.t({ message: 'built in', comment: ['Where an MCP server is from: Parley itself'] }),
  ideToolsOff: (agent: string) => l10n.t('The setting “parley.ideTools” turns it off for {0}.', agent),
  openIdeSetting: () => l10n.t('Edit “parley.ideTools”'),
  leftOut: () => l10n.t('not used'),
  notTaken: (agent: string, kind: string) =>
    l10n.t('{0} does not support MCP servers over {1}.', agent, kind),
  notTakenRemote: (agent: string) =>
    l10n.t('{0} runs on another machine and cannot start programs of this one.', agent),
  shadowed: (source: string) => l10n.t('The server of this name in {0} is used.', source),
  undecided: () => l10n.t('The workspace adds it; review it to use it.'),
  refused: () => l10n.t('You did not allow this server of the workspace.'),
  invalid: () => l10n.t('invalid'),

  // What a server answered.
  answered: (server: string, ms: string) => l10n.t('{0} answered in {1} ms', server, ms),
  toolCount: (count: number) =>
    plural(count, { one: l10n.t('{0} tool', count), other: l10n.t('{0} tools', count) }),
  resourceCount: (count: number) =>
    plural(count, { one: l10n.t('{0} resource', count), other: l10n.t('{0} resources', count) }),
  promptCount: (count: number) =>
    plural(count, { one: l10n.t('{0} prompt', count), other: l10n.t('{0} prompts', count) }),
  tools: () => l10n.t('tools'),
  resources: () => l10n.t('resources'),
  prompts: () => l10n.t('prompts'),
  noAnswer: () => l10n.t('No answer'),

  // Actions.
  turnOffForSession: () => l10n.t('Turn Off for This Session'),
  turnOnForSession: () => l10n.t('Turn On for This Session'),
  afterReload: () => l10n.t('Takes effect when the session is reloaded'),
  turnOffForAgent: (agent: string) => l10n.t('Turn Off for {0}', agent),
  turnOnForAgent: (agent: string) => l10n.t('Turn On for {0}', agent),
  forNewSessions: () => l10n.t('For new sessions, and for sessions that do not override this'),
  test: () => l10n.t('Test Connection'),
  testDetail: () => l10n.t('Parley connects to the server itself and lists what it has'),
  testing: (server: string) => l10n.t('Connecting to the MCP server “{0}”…', server),
  testingAll: (count: number) =>
    plural(count, {
      one: l10n.t('Connecting to {0} MCP server…', count),
      other: l10n.t('Connecting to {0} MCP servers…', count),
    }),
  enterValue: (id: string) => l10n.t('Enter a Value for “{0}”…', id),
  review: () => l10n.t('Review…'),
  openConfiguration: () => l10n.t('Open Configuration'),
  back: () => l10n.t('Back'),
  reload: () => l10n.t('Reload Session'),
  reloadDetail: () => l10n.t('This session uses the servers that it was opened with'),
  reloadBusy: () => l10n.t('The session is busy. Stop its turn, then reload it.'),
  reloadImpossible: (agent: string) =>
    l10n.t('{0} cannot open sessions again. Start a new session to use these servers.', agent),
  restartToReload: (agent: string) =>
    l10n.t(
      '{0} cannot reload a single session. Restart the agent, which reloads all of its sessions?',
      agent,
    ),
  restart: () => l10n.t('Restart Agent'),

  // Values that servers need.
  inputTitle: (server: string) => l10n.t('MCP server: {0}', server),
  severalLeftOut: (first: string, more: number) =>
    plural(more, {
      one: l10n.t('{0} And {1} more problem.', first, more),
      other: l10n.t('{0} And {1} more problems.', first, more),
    }),
  openList: () => l10n.t('MCP Servers…'),
  forgetValues: () => l10n.t('Forget Values for MCP Servers'),
  confirmForgetValues: (count: number) =>
    plural(count, {
      one: l10n.t('Forget {0} value that you entered for MCP servers?', count),
      other: l10n.t('Forget {0} values that you entered for MCP servers?', count),
    }),
  confirmForgetDetail: () => l10n.t('Parley asks for them when a session needs them again.'),
  forget: () => l10n.t('Forget'),
};
