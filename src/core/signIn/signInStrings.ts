// The text of signing in that both the panel and VS Code show.
import * as l10n from '@vscode/l10n';

export const signInStrings = {
  needed: (agent: string) => l10n.t('{0} requires you to sign in.', agent),
  signedOut: (agent: string) => l10n.t('You are signed out of {0}.', agent),
  cancelled: (agent: string) => l10n.t('Signing in to {0} was cancelled.', agent),
  withoutEffect: (agent: string) =>
    l10n.t('{0} still requires you to sign in. Try again, or use another method.', agent),
  refused: (agent: string) => l10n.t('{0} did not sign you in. Try again, or use another method.', agent),
  methodGone: (agent: string) =>
    l10n.t('{0} no longer offers this sign-in method. Restart it to see what it offers now.', agent),
  commandFailed: (exitCode: number) =>
    l10n.t('The sign-in command failed with exit code {0}. Try again, or use another method.', exitCode),
  programMissing: (agent: string, program: string) =>
    l10n.t(
      'Signing in to {0} needs the program “{1}”, which was not found. Install it, or use another method.',
      agent,
      program,
    ),
  terminalClosed: () =>
    l10n.t('The sign-in terminal was closed before the command finished. Try again, or use another method.'),
  commandRefused: (part: string) =>
    l10n.t({
      message:
        'The sign-in command was not run because it contains “{0}”, so that another command would run than is shown. Run it in a terminal yourself, then restart the agent.',
      args: [part],
      comment: ['{0} is a character or two that mean something to a terminal.'],
    }),
  notTrusted: () =>
    l10n.t('Trust this workspace to sign in. Nothing runs in a workspace that is not trusted.'),
  signOutMissing: (agent: string) => l10n.t('{0} does not support signing out.', agent),
};
