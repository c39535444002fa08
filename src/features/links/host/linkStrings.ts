// The text about links to Parley.
import * as l10n from '@vscode/l10n';

export const linkStrings = {
  unknownLink: () => l10n.t('This version of Parley cannot open that link.'),
  promptTooLong: () => l10n.t('The prompt in that link is too long.'),
  unknownSession: () =>
    l10n.t('The session in that link is not known in this window. It may be in another folder, or deleted.'),
  unknownAgent: (name: string) => l10n.t('The link is for the agent “{0}”, which is not set up here.', name),
  addAgent: () => l10n.t('Add Agent…'),
  copied: () => l10n.t('The link to the session was copied.'),
};
