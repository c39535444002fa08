// The text of the accessible view and of the help for users of keyboards and screen readers.
import * as l10n from '@vscode/l10n';

export const accessibilityStrings = {
  accessibleView: () => l10n.t({ message: 'Accessible View', comment: ['The name of an editor.'] }),
  accessibilityHelp: () => l10n.t({ message: 'Accessibility Help', comment: ['The name of an editor.'] }),
  noEntry: () => l10n.t('There is no entry to show yet.'),

  helpIntroduction: () =>
    l10n.t('The chat has the transcript, then what needs your attention, then the input for your prompts.'),
  helpKeys: () =>
    l10n.t(
      'The keys below are the default ones. On macOS, Cmd takes the place of Ctrl. To change them, open the keyboard shortcuts and search for Parley.',
    ),
  helpOpenChat: () => l10n.t('Ctrl+Alt+P (macOS: Ctrl+Cmd+P): focus the input of the chat, from anywhere.'),
  helpFocusTranscript: () =>
    l10n.t('Ctrl+Up Arrow (macOS: Alt+Cmd+Up Arrow): move the focus from the input to the transcript.'),
  helpFocusInput: () =>
    l10n.t('Ctrl+Down Arrow (macOS: Alt+Cmd+Down Arrow): move the focus back to the input.'),
  helpEntries: () =>
    l10n.t(
      'Up Arrow and Down Arrow in the transcript: go to the previous and next entry. Home and End: go to the first and last one. Page Up and Page Down: scroll by a page. Tab: go to the buttons of the entry.',
    ),
  helpAccessibleView: () =>
    l10n.t(
      'Alt+F2: read the entry as plain text in the accessible view. There, Alt+] and Alt+[ show the next and previous entry, and Escape returns to the transcript.',
    ),
  helpPermission: () =>
    l10n.t(
      'A permission request is announced when it comes. Shift+Tab in the input goes to it. Ctrl+Shift+Enter allows it once, Ctrl+Shift+Backspace rejects it.',
    ),
  helpStop: () => l10n.t('Escape: close what is open, then stop the agent.'),
  helpConfig: () =>
    l10n.t(
      'Shift+Tab in the input: go to the next mode. Ctrl+Alt+/: choose the model. Ctrl+Shift+Comma: choose any option of the agent.',
    ),
  helpFind: () =>
    l10n.t('Ctrl+F: find in the transcript. F3 and Shift+F3: go to the next and previous match.'),
  helpSessions: () =>
    l10n.t('Ctrl+N: start a session. Ctrl+Alt+S (macOS: Ctrl+Cmd+S): switch to another session.'),
  helpAnnouncements: () =>
    l10n.t(
      'Answers are announced paragraph by paragraph. The end of a turn, failures, the queue and the level of the context are announced once.',
    ),
  helpClose: () => l10n.t('Escape closes this help and returns to the chat.'),
};
