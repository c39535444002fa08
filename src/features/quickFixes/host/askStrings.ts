// What the user asks an agent by "Fix" and "Explain". It is put into the composer, where the user can change it.
import * as l10n from '@vscode/l10n';

export const askStrings = {
  fix: {
    problem: () => l10n.t('Fix this problem:'),
    conflict: () => l10n.t('Resolve this merge conflict so that the intent of both sides is kept:'),
    test: () => l10n.t('Find out why this test fails, and fix it:'),
    code: () => l10n.t('Find and fix what is wrong here:'),
    command: () => l10n.t('Find out why this command fails, and fix it.'),
  },
  explain: {
    problem: () => l10n.t('Explain this problem:'),
    conflict: () => l10n.t('Explain this merge conflict:'),
    test: () => l10n.t('Explain why this test fails:'),
    code: () => l10n.t('Explain this:'),
    command: () => l10n.t('Explain what this command printed.'),
  },
} as const;
