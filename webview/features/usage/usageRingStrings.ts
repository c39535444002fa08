// The text of the context ring and its popover.
import * as l10n from '@vscode/l10n';

export const usageRingStrings = {
  contextAndCost: () => l10n.t('Context and cost'),
  contextUsed: (usage: string) => l10n.t('Context: {0}', usage),
  context: () => l10n.t('Context'),
  unknown: () =>
    l10n.t({ message: 'unknown', comment: ['How full the context is, as in “Context: unknown”'] }),
  notReported: () => l10n.t('The agent does not report how full the context is.'),
  notReportedSince: () => l10n.t('Not reported since the model changed or the context was compacted.'),
  remaining: (tokens: string) =>
    l10n.t({
      message: '{0} tokens left',
      args: [tokens],
      comment: ['Tokens that still fit into the context'],
    }),
  sizeUnknown: () => l10n.t('Context size unknown'),
  sessionCost: () => l10n.t('Session cost'),
  lastTurn: () => l10n.t('Last turn'),
  cost: () => l10n.t('Cost'),
  input: () => l10n.t({ message: 'Input', comment: ['Tokens of the prompt'] }),
  output: () => l10n.t({ message: 'Output', comment: ['Tokens of the response'] }),
  thought: () => l10n.t({ message: 'Reasoning', comment: ['Tokens of the model’s reasoning'] }),
  cachedRead: () => l10n.t({ message: 'Cached input', comment: ['Tokens read from the cache'] }),
  cachedWrite: () => l10n.t({ message: 'Written to cache', comment: ['Tokens written to the cache'] }),
  total: () => l10n.t({ message: 'Total', comment: ['Tokens of all kinds'] }),
};
