// The text about the use of the context and about budgets.
import * as l10n from '@vscode/l10n';

export const usageStrings = {
  tokens: (used: string) => l10n.t('{0} tokens', used),
  tokensOfContext: (used: string, size: string, percent: string) =>
    l10n.t({
      message: '{0} / {1} tokens ({2})',
      args: [used, size, percent],
      comment: ['The tokens in the context, its size, and the percentage, as in 31.4K / 200K tokens (15%).'],
    }),
  sessionWarning: (spent: string, limit: string) =>
    l10n.t('This session has cost {0} and reached the warning limit of {1}.', spent, limit),
  sessionStop: (spent: string, limit: string) =>
    l10n.t('This session has cost {0} and reached its budget of {1}.', spent, limit),
  sessionStopEndedTurn: (spent: string, limit: string) =>
    l10n.t(
      'This session has cost {0} and reached its budget of {1}. The running turn was stopped.',
      spent,
      limit,
    ),
  dayWarning: (spent: string, limit: string) =>
    l10n.t('Today’s sessions have cost {0} and reached the warning limit of {1}.', spent, limit),
  dayStop: (spent: string, limit: string) =>
    l10n.t('Today’s sessions have cost {0} and reached the daily budget of {1}.', spent, limit),
  dayStopEndedTurn: (spent: string, limit: string) =>
    l10n.t(
      'Today’s sessions have cost {0} and reached the daily budget of {1}. The running turn was stopped.',
      spent,
      limit,
    ),
  budgetPartNotObject: (path: string) =>
    path === ''
      ? l10n.t('“parley.budget” is ignored because it is not an object.')
      : l10n.t('“{0}” in “parley.budget” is ignored because it is not an object.', path),
  budgetPartUnknown: (path: string) => l10n.t('“{0}” in “parley.budget” is ignored: it is unknown.', path),
  budgetAmountInvalid: (path: string) =>
    l10n.t('“{0}” in “parley.budget” is ignored because it is not a positive number.', path),
};
