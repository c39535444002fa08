// The text about settings that cannot be used.
import * as l10n from '@vscode/l10n';

export const settingsStrings = {
  agentNotObject: () => l10n.t('it must be an object.'),
  agentCommandMissing: () => l10n.t('it needs a “command”.'),
  agentProtocolInvalid: () => l10n.t('“protocol” must be “acp” or “rpc”.'),
  agentValueInvalid: (path: string) => l10n.t('“{0}” has an invalid value.', path),
  mcpServersNotObject: () => l10n.t('“parley.mcpServers” must be an object.'),
  mcpServerIncomplete: (name: string) =>
    l10n.t('The MCP server “{0}” is not used: it needs a “command” or a “url”.', name),
  mcpServerUrlInvalid: (name: string) =>
    l10n.t('The MCP server “{0}” is not used: its “url” is not a valid URL.', name),
  mcpServerCommandNotFound: (name: string, command: string) =>
    l10n.t('The MCP server “{0}” is not used: the command “{1}” was not found.', name, command),
};
