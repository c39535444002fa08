// The text about agents outside the chat: restarts and settings.
import * as l10n from '@vscode/l10n';
import { plural } from '../../core/text/localization.ts';

export const agentStrings = {
  invalidAgentsSetting: () =>
    l10n.t(
      '“parley.agents” is ignored because it is not an object that maps names to agents, each with a “command” and “args”.',
    ),
  // What a workspace wants to add.
  agent: () => l10n.t('agent'),

  openSettings: () => l10n.t('Open Settings'),
  settingsChanged: (agent: string) =>
    l10n.t('Settings for {0} changed. Restart the agent to apply them.', agent),
  serversRevoked: (names: string) =>
    l10n.t(
      'Open sessions still use MCP servers that were removed or revoked: {0}. Restart their agents to disconnect them.',
      names,
    ),
  restartAgents: () => l10n.t('Restart Agents'),
  restartAgent: () => l10n.t('Restart Agent'),
  confirmRestart: (agent: string, sessions: number) =>
    plural(sessions, {
      one: l10n.t('Restart {0} and stop its running turn in {1} other session?', agent, sessions),
      other: l10n.t('Restart {0} and stop its running turns in {1} other sessions?', agent, sessions),
    }),
};
