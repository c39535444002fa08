// The text of failures that have a class.
import * as l10n from '@vscode/l10n';

export const failureStrings = {
  authRequired: (agent: string) => l10n.t('{0} could not sign in to its model. Sign in again.', agent),
  rateLimited: (agent: string) => l10n.t('{0} sent too many requests to its model. Try again soon.', agent),
  quotaExhausted: (agent: string) => l10n.t('The usage limit of your account with {0} is reached.', agent),
  overloaded: (agent: string) => l10n.t('The model of {0} is overloaded. Try again, or use another.', agent),
  contextExhausted: (agent: string) =>
    l10n.t('This session is too long for the model of {0}. Continue in a new one.', agent),
  transportLost: (agent: string) =>
    l10n.t('{0} cannot reach its model. Check your network and proxy, then try again.', agent),
  limitNear: (agent: string, percent: number) =>
    l10n.t('{1}% of the usage limit of your account with {0} is used.', agent, percent),
  limitNearUntil: (agent: string, percent: number, time: string) =>
    l10n.t(
      '{1}% of the usage limit of your account with {0} is used. It resets at {2}.',
      agent,
      percent,
      time,
    ),
  notSupported: (agent: string, method: string) =>
    l10n.t('{0} asked for “{1}”, which Parley does not support.', agent, method),
  unknownSession: (agent: string) =>
    l10n.t(
      '{0} also works in a session that Parley did not open. Its messages are not shown, and its requests are refused.',
      agent,
    ),
  refused: (agent: string) =>
    l10n.t('The model of {0} refused to continue. Change the prompt, or use another model.', agent),
};
