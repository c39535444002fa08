// The text of signing in outside the panel: terminals, input boxes, confirmations, notifications.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../core/text/localization.ts';

export const signInUiStrings = {
  terminalName: (agent: string) => l10n.t('Sign In to {0}', agent),
  enterVariable: (name: string) =>
    l10n.t({
      message: 'Enter the value of {0}',
      args: [name],
      comment: ['{0} is the name of an environment variable, or what the agent calls it.'],
    }),
  variableStored: (agent: string) =>
    l10n.t('Stored securely by VS Code, and passed only to {0}. The agent restarts with it.', agent),
  keyStored: (agent: string) => l10n.t('Stored securely by VS Code, and passed only to {0}.', agent),
  variableOptional: () => l10n.t('Optional: leave it empty to skip it.'),
  variableMissing: () => l10n.t('Enter a value.'),
  signedOut: (agent: string) => l10n.t('Signed out of {0}.', agent),
  token: () => l10n.t('the token of its server'),
  forgetSecrets: () => l10n.t('Forget Secrets'),
  confirmForget: (agent: string) => l10n.t('Forget the secrets entered for {0}?', agent),
  confirmForgetDetail: (names: string) =>
    l10n.t({
      message: 'This deletes the stored values of {0} and restarts the agent without them.',
      args: [names],
      comment: ['{0} is a list of names of environment variables.'],
    }),
  serverValues: (count: number) =>
    plural(count, {
      one: l10n.t('{0} value for MCP servers of all agents', count),
      other: l10n.t('{0} values for MCP servers of all agents', count),
    }),
  nothingToForget: (agent: string) => l10n.t('No secrets are stored for {0}.', agent),
};
