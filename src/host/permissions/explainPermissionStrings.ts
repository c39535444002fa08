// The text of Explain Permission.
import * as l10n from '@vscode/l10n';

export const explainPermissionStrings = {
  // Explain Permission.
  selectAgent: () => l10n.t('Select the agent that makes the request'),
  selectKind: () => l10n.t('Select the kind of tool call'),
  commandToTest: () => l10n.t('Command to test (leave empty if the agent does not report one)'),
  fileToTest: () =>
    l10n.t('File to test, absolute or relative to the folder (leave empty if the agent does not report one)'),
  toolToTest: () => l10n.t('MCP tool to test, as server/tool (leave empty for none)'),
  allowedBy: (rule: string) => l10n.t('Allowed by {0}.', rule),
  deniedBy: (rule: string) => l10n.t('Denied by {0}.', rule),
  askedBecauseOf: (rule: string) => l10n.t('Parley asks you because of {0}.', rule),
  askedForLackOfDetails: (allowing: string, restrictive: string) =>
    l10n.t(
      'Parley asks you: {0} would allow the request, but the request lacks the details to rule out {1}.',
      allowing,
      restrictive,
    ),
  askedToProtect: (reason: string) =>
    l10n.t('Parley asks you unless one of your rules names this exact file: {0}', reason),
  noRuleMatches: () => l10n.t('No rule matches, so you are asked whenever the agent asks for permission.'),
};
