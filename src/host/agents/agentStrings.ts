// The text about agents outside the chat: restarts and settings.
import * as l10n from '@vscode/l10n';
import { plural } from '../../core/text/localization.ts';

export const agentStrings = {
  invalidAgentsSetting: () =>
    l10n.t(
      '“parley.agents” is ignored because it is not an object that maps names to agents, each with a “command” and “args”.',
    ),
  // What a workspace wants to add.
  serversLeftOut: (count: number) =>
    plural(count, {
      one: l10n.t(
        'Parley does not use {0} MCP server from the settings of this workspace until you allow it.',
        count,
      ),
      other: l10n.t(
        'Parley does not use {0} MCP servers from the settings of this workspace until you allow them.',
        count,
      ),
    }),
  review: () => l10n.t('Review…'),
  noWorkspaceEntries: () =>
    l10n.t('The settings of this workspace add no agents, MCP servers or default agent.'),
  selectEntry: () => l10n.t('Select what the settings of this workspace add, to review it'),
  agent: () => l10n.t('agent'),
  mcpServer: () => l10n.t('MCP server'),
  defaultAgent: () => l10n.t('default agent'),
  allowed: () => l10n.t('allowed'),
  notAllowed: () => l10n.t('not allowed'),
  undecided: () => l10n.t('needs confirmation'),
  forgetDecisions: () => l10n.t('Forget Decisions for All Workspaces'),
  confirmForget: (count: number) =>
    plural(count, {
      one: l10n.t('Forget {0} decision about agents and MCP servers of workspaces?', count),
      other: l10n.t('Forget {0} decisions about agents and MCP servers of workspaces?', count),
    }),
  confirmForgetDetail: () => l10n.t('Parley asks again before it uses them.'),
  forget: () => l10n.t('Forget'),

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
