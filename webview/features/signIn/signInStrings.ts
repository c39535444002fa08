// The text of the sign-in card.
import * as l10n from '@vscode/l10n';

export const signInStrings = {
  title: (agent: string) => l10n.t('Sign in to {0}', agent),
  loadingMethods: () => l10n.t('Loading sign-in methods…'),
  noMethods: (agent: string) =>
    l10n.t(
      '{0} does not list any sign-in methods. Sign in with its own command in a terminal, then restart it.',
      agent,
    ),
  notNeeded: (agent: string) =>
    l10n.t('{0} does not require you to sign in now. You can still sign in with another method.', agent),
  moreMethods: () => l10n.t('More ways to sign in'),
  methods: () => l10n.t('Sign-in methods'),
  runsInTerminal: () => l10n.t('Runs in a terminal:'),
  asksFor: (names: string) =>
    l10n.t({
      message: 'Asks for {0}. Stored securely by VS Code, and passed only to this agent.',
      args: [names],
      comment: ['{0} is a list of names of environment variables.'],
    }),
  signingIn: (method: string) =>
    l10n.t({
      message: 'Signing in with “{0}”…',
      args: [method],
      comment: ['{0} is a sign-in method as the agent names it.'],
    }),
  waitingForAgent: () => l10n.t('Follow the instructions of the agent, for example in your browser.'),
  waitingForTerminal: () => l10n.t('Follow the instructions in the terminal.'),
  slow: (agent: string) =>
    l10n.t('{0} has not answered yet. Keep waiting, or cancel and use another method.', agent),
  endingTurns: () => l10n.t('Signed in. The agent restarts when its running turns have ended.'),
  done: (agent: string) => l10n.t('Signed in to {0}.', agent),
  sendAgain: () => l10n.t('Send Last Prompt Again'),
  cancel: () => l10n.t('Cancel Sign-In'),
  close: () => l10n.t('Close'),
  signOut: () => l10n.t('Sign Out'),
  forgetSecrets: () => l10n.t('Forget Secrets'),
  forgetSecretsHint: (names: string) =>
    l10n.t({
      message: 'Delete the stored values of {0} and restart the agent without them',
      args: [names],
      comment: ['{0} is a list of names of environment variables.'],
    }),
};
