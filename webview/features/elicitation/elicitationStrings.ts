// The text around an agent's question: a form, or a page to open.
import * as l10n from '@vscode/l10n';
import { durationText, numberText, secondsText } from '../../text/format.ts';

export const elicitationStrings = {
  asks: (agent: string, question: string) => l10n.t('{0} asks: {1}', agent, question),
  firstOf: (count: number) => l10n.t('1 of {0}', numberText(count)),
  timeLeft: (seconds: number) => (seconds < 60 ? secondsText(seconds) : durationText(seconds * 1_000)),
  timeLeftHint: () => l10n.t('Time left to answer. The agent then continues without an answer.'),
  submit: () => l10n.t('Submit'),
  decline: () => l10n.t('Decline'),
  declineHint: () => l10n.t('Decline to answer'),
  dismiss: () => l10n.t('Dismiss'),
  dismissHint: () => l10n.t('Close the question without answering'),
  nobodyWaits: (agent: string) =>
    l10n.t('{0} is no longer waiting for your answer. What you typed was not sent.', agent),
  addToPrompt: () => l10n.t('Add to Prompt'),
  copy: () => l10n.t('Copy'),
  discardHint: () => l10n.t('Discard what you typed'),

  required: () => l10n.t({ message: '(required)', comment: ['Stands after the label of a form field'] }),
  hiddenCharacters: (text: string) => l10n.t('This value has characters that cannot be seen: {0}', text),
  answerInEditor: () =>
    l10n.t('Write your answer in the editor that opened. Save it, or select Submit below.'),
  onePerLine: () => l10n.t('One value per line'),
  select: () => l10n.t({ message: 'Select…', comment: ['First entry of a list before one is selected'] }),

  openPage: () => l10n.t('Open in Browser'),
  pageOpened: () => l10n.t('Continue in your browser. This closes when the agent has what it needs.'),
  stopWaiting: () => l10n.t('Stop Waiting'),
  notWebAddress: () => l10n.t('This isn’t a web address, so it can’t be opened.'),
  lookalikeLetters: () =>
    l10n.t(
      'The name of this site has characters that can look like other letters. Check it before you continue.',
    ),
  userInAddress: () => l10n.t('The text before @ isn’t the site. Check the name in bold.'),
  notEncrypted: () => l10n.t('This page isn’t encrypted. Others may read what you enter.'),
};
