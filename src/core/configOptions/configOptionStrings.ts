// The text about config options.
import * as l10n from '@vscode/l10n';

export const configOptionStrings = {
  // Headings of groups of options.
  mode: () => l10n.t({ message: 'Mode', comment: ['A category of session options'] }),
  model: () => l10n.t({ message: 'Model', comment: ['A category of session options'] }),
  modelConfig: () => l10n.t({ message: 'Model Options', comment: ['A category of session options'] }),
  thoughtLevel: () => l10n.t({ message: 'Thinking', comment: ['A category of session options'] }),
  otherOptions: () => l10n.t({ message: 'Other Options', comment: ['Session options without a category'] }),

  isNow: (option: string, value: string) =>
    l10n.t({
      message: '{0} is now {1}.',
      args: [option, value],
      comment: ['A config option and its new value, both named by the agent, as in “Mode is now Code.”'],
    }),
  isNowOn: (option: string) => l10n.t('{0} is now on.', option),
  isNowOff: (option: string) => l10n.t('{0} is now off.', option),
};
