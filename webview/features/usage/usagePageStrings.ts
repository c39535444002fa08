// The text of the page about usage.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../src/core/text/localization.ts';
import { numberText } from '../../text/format.ts';

export const usagePageStrings = {
  usageInWindow: () => l10n.t('Usage in This Window'),
  exportCsv: () => l10n.t('Export CSV'),
  exportCsvHint: () => l10n.t('Export all turns as comma-separated values'),
  session: () => l10n.t('Session'),
  turnsHeading: () => l10n.t('Turns'),
  tokensHeading: () => l10n.t('Tokens'),
  costHeading: () => l10n.t('Cost'),
  perTurn: () => l10n.t('Tokens per Turn'),
  total: () => l10n.t('Total'),
  noUsage: () => l10n.t('No usage yet'),
  turns: (count: number) =>
    plural(count, {
      one: l10n.t('{0} turn', numberText(count)),
      other: l10n.t('{0} turns', numberText(count)),
    }),
  tokens: (tokens: string) => l10n.t('{0} tokens', tokens),
  legendTurn: () => l10n.t('One bar per turn, as high as its tokens'),
  legendOdd: () => l10n.t('Stopped or failed'),
  highest: (tokens: string) => l10n.t('Highest: {0} tokens', tokens),
  lastTurns: (shown: number, all: number, tokens: string) =>
    l10n.t('Last {0} of {1} turns, {2} tokens', numberText(shown), numberText(all), tokens),
};
