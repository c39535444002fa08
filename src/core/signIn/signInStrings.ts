// The text of signing in that agents bring about, for the panel and for VS Code.
import * as l10n from '@vscode/l10n';

export const signInStrings = {
  needed: (agent: string) => l10n.t('{0} requires you to sign in.', agent),
  signedOut: (agent: string) => l10n.t('You are signed out of {0}.', agent),
  cancelled: (agent: string) => l10n.t('Signing in to {0} was canceled.', agent),
  programMissing: (agent: string, program: string) =>
    l10n.t(
      'Signing in to {0} needs the program “{1}”, which was not found. Install it, or use another method.',
      agent,
      program,
    ),
  commandRefused: (part: string) =>
    l10n.t({
      message:
        'The sign-in command was not run because it contains “{0}”, so that another command would run than is shown. Run it in a terminal yourself, then restart the agent.',
      args: [part],
      comment: ['{0} is a character or two that mean something to a terminal.'],
    }),
};
