// The text about MCP servers: why one is not used, where it is from, and what it answered.
import * as l10n from '@vscode/l10n';
import { plural } from '../text/localization.ts';

export const mcpStrings = {
  // Why an entry is not used.
  serversNotObject: () => l10n.t('“servers” must be an object that maps names to MCP servers.'),
  settingNotObject: () => l10n.t('“parley.mcpServers” must be an object.'),
  tooManyServers: (left: number, limit: number) =>
    plural(left, {
      one: l10n.t('{0} MCP server is not used: Parley reads at most {1} of one file.', left, limit),
      other: l10n.t('{0} MCP servers are not used: Parley reads at most {1} of one file.', left, limit),
    }),
  namesUnusable: (count: number) =>
    plural(count, {
      one: l10n.t('{0} MCP server is not used because its name is empty or too long.', count),
      other: l10n.t('{0} MCP servers are not used because their names are empty or too long.', count),
    }),
  inputsNotList: () => l10n.t('“inputs” must be a list.'),
  inputInvalid: (number: number) => l10n.t('Input {0} is not used because it is not valid.', number),
  serverIncomplete: (name: string) =>
    l10n.t('The MCP server “{0}” is not used: it needs a “command” or a “url”.', name),
  serverUrlInvalid: (name: string) =>
    l10n.t('The MCP server “{0}” is not used: its “url” is not a valid URL.', name),
  serverSchemeUnsupported: (name: string) =>
    l10n.t('The MCP server “{0}” is not used: agents connect to “http://” and “https://” only.', name),
  serverCommandNotFound: (name: string, command: string) =>
    l10n.t('The MCP server “{0}” is not used: the command “{1}” was not found.', name, command),
  serverFolderUnsupported: (name: string) =>
    l10n.t(
      'The MCP server “{0}” is not used: on this system agents start servers in the workspace folder only (“cwd”).',
      name,
    ),
  serverSandboxed: (name: string) =>
    l10n.t('The MCP server “{0}” is not used: only VS Code can run it in its sandbox.', name),
  envFileUnreadable: (name: string, reason: string) =>
    l10n.t('The MCP server “{0}” is not used: its “envFile” cannot be read: {1}', name, reason),
  variableUnsupported: (name: string, variable: string) =>
    l10n.t('The MCP server “{0}” is not used: sessions have no “{1}”.', name, variable),
  inputUnknown: (name: string, id: string) =>
    l10n.t('The MCP server “{0}” is not used: its file defines no input “{1}”.', name, id),
  inputMissing: (name: string, id: string) =>
    l10n.t('The MCP server “{0}” is not used: no value was entered for “{1}”.', name, id),

  // Why a file is not read.
  fileUnreadable: (path: string, reason: string) => l10n.t('{0} is not used: {1}', path, reason),
  fileTooLarge: (limitMb: number) => l10n.t('it is larger than {0} MB.', limitMb),
  fileNotRegular: () => l10n.t('it is not a file.'),
  fileLeavesFolder: () => l10n.t('it is a link that leads out of the workspace folder.'),
  fileNotJson: (line: number) => l10n.t('line {0} is not valid JSON.', line),

  // Why one does not answer.
  timedOut: (seconds: number) => l10n.t('It did not answer within {0} seconds.', seconds),
  cancelled: () => l10n.t('Canceled.'),
  printsTooMuch: () => l10n.t('It prints text that is not an MCP message.'),
  answersTooMuch: (limitMb: number) => l10n.t('Its response is larger than {0} MB.', limitMb),
  redirects: (address: string) => l10n.t('It redirects to {0}. Enter that address instead.', address),
  serverFailed: (name: string, reason: string) => l10n.t('The MCP server “{0}” failed: {1}', name, reason),
  resourceMissing: (name: string) => l10n.t('The MCP server “{0}” is not turned on in this session.', name),

  // Where a server is from.
  fromSetting: () => l10n.t('your settings'),
  fromUserFile: () => l10n.t('your mcp.json'),

  // Why VS Code's settings leave it out.
  noAccess: () => l10n.t('“chat.mcp.access” allows no MCP servers.'),
  notFromRegistry: () =>
    l10n.t('“chat.mcp.access” allows only servers that VS Code installed from its registry.'),
  denied: () => l10n.t('“chat.mcp.deniedServers” names it.'),
  notAllowed: () => l10n.t('“chat.mcp.allowedServers” does not name it.'),
};
