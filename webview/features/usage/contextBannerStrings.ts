// The text of the warning that the context is filling up.
import * as l10n from '@vscode/l10n';
import { percentText } from '../../../src/core/usage/usageFigures.ts';

export const contextBannerStrings = {
  contextFull: (percent: number) => l10n.t('Context {0} full', percentText(percent)),
  dismiss: () => l10n.t('Dismiss'),
  dismissHint: () => l10n.t('Dismiss this warning'),
  compact: () => l10n.t('Compact'),
  compactHint: () => l10n.t('Run the agent’s compact command'),
  newSession: () => l10n.t('New Session'),
  newSessionHint: () => l10n.t('Start a session with an empty context'),
  newSessionWithSummary: () => l10n.t('New Session with Summary'),
  newSessionWithSummaryHint: () => l10n.t('Ask for a summary and start a new session with it'),
  handOff: () => l10n.t('Continue with Another Agent…'),
  handOffHint: () => l10n.t('Ask for a summary and continue with another agent'),
};
