// The text of attempts to sign in or out that failed.
import * as l10n from '@vscode/l10n';

export const attemptStrings = {
  withoutEffect: (agent: string) =>
    l10n.t('{0} still requires you to sign in. Try again, or use another method.', agent),
  refused: (agent: string) => l10n.t('{0} did not sign you in. Try again, or use another method.', agent),
  methodGone: (agent: string) =>
    l10n.t('{0} no longer offers this sign-in method. Restart it to see what it offers now.', agent),
  commandFailed: (exitCode: number) =>
    l10n.t('The sign-in command failed with exit code {0}. Try again, or use another method.', exitCode),
  terminalClosed: () =>
    l10n.t('The sign-in terminal was closed before the command finished. Try again, or use another method.'),
  notTrusted: () =>
    l10n.t('Trust this workspace to sign in. Nothing runs in a workspace that is not trusted.'),
  signOutMissing: (agent: string) => l10n.t('{0} does not support signing out.', agent),
};
