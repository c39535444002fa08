// The text about what a workspace wants to add.
import * as l10n from '@vscode/l10n';
import { plural } from '../../core/text/localization.ts';

export const workspaceAgentStrings = {
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
};
