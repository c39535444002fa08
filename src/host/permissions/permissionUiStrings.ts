// The text of permission notifications, commands, rules and the decision log.
import * as l10n from '@vscode/l10n';

export const permissionUiStrings = {
  // Requests.
  asksForPermission: (agent: string, session: string, request: string) =>
    l10n.t('{0} asks for permission in “{1}”: {2}', agent, session, request),
  waitsIn: (agent: string, session: string) => l10n.t('{0} asks for permission in “{1}”', agent, session),
  asksIn: (agent: string, session: string) => l10n.t('{0} asks a question in “{1}”', agent, session),
  answerThere: () => l10n.t('Open the session to answer.'),
  decline: () => l10n.t('Decline'),
  notWhole: () => l10n.t('This is not all of the request. Open the session to see it and to allow it.'),
  ruleAdded: () => l10n.t('Added to the permission rules in your settings'),
  untitledSession: () => l10n.t('New session'),
  openSession: () => l10n.t('Open Session'),
  alreadyAnswered: () => l10n.t('This request was already answered.'),
  requestChanged: () => l10n.t('This request has changed since it was asked. Answer it in the chat.'),
  optionWithEffect: (option: string, effect: string) =>
    l10n.t({
      message: '{0} ({1})',
      args: [option, effect],
      comment: ['The name of an option, and what it does'],
    }),
  justAsked: () => l10n.t('The request appeared or changed a moment ago. Try again.'),
  noPendingRequest: () => l10n.t('No pending request in this session.'),
  optionNotOffered: () => l10n.t('This request does not offer that option. Answer it in the chat.'),

  // The decision log.
  noDecisions: () => l10n.t('No permission decisions in this workspace yet.'),

  // Read-only mode.
  readOnlyOn: () => l10n.t('Read-only mode is on.'),
  readOnlyOff: () => l10n.t('Read-only mode is off.'),
  readOnlyByWorkspace: () =>
    l10n.t('Read-only mode stays on because the settings of this workspace turn it on.'),
  openWorkspaceSettings: () => l10n.t('Open Workspace Settings'),

  // Rules.
  invalidRule: (rule: string, problem: string) =>
    l10n.t('Allow rules after {0} are ignored until you fix it: {1}', rule, problem),
  openSettings: () => l10n.t('Open Settings'),
};
