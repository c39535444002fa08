// The text of the usage overview.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../src/core/text/localization.ts';
import { numberText } from '../../format.ts';

export const usageOverviewStrings = {
  usage: () => l10n.t('Usage'),
  usageInWindow: () => l10n.t('Usage in This Window'),
  exportCsv: () => l10n.t('Export CSV'),
  exportCsvHint: () => l10n.t('Export all turns as comma-separated values'),
  close: () => l10n.t('Close Usage'),
  noUsage: () => l10n.t('No usage yet'),
  sessions: (count: number) =>
    plural(count, {
      one: l10n.t('{0} session', numberText(count)),
      other: l10n.t('{0} sessions', numberText(count)),
    }),
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
