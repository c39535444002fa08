// The text about config options.
import * as l10n from '@vscode/l10n';

export const configOptionStrings = {
  isNow: (option: string, value: string) =>
    l10n.t({
      message: '{0} is now {1}.',
      args: [option, value],
      comment: ['A config option and its new value, both named by the agent, as in “Mode is now Code.”'],
    }),
  isNowOn: (option: string) => l10n.t('{0} is now on.', option),
  isNowOff: (option: string) => l10n.t('{0} is now off.', option),
};
