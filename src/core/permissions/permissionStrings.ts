// The text of permission requests that Parley itself makes for an agent.
import * as l10n from '@vscode/l10n';

export const permissionStrings = {
  allowOnce: () => l10n.t('Allow Once'),
  allowForSession: () => l10n.t('Allow for This Session'),
  reject: () => l10n.t('Reject'),

  tooManyQuestions: (limit: number) =>
    l10n.t(
      'The agent asks more than {0} questions at once. Further ones are canceled until you answer or stop the session.',
      limit,
    ),

  // What an option does, where its name does not say so.
  allowsOnce: () => l10n.t('Allows once'),
  allowsAlways: () => l10n.t('Always allows'),
  rejectsOnce: () => l10n.t('Rejects once'),
  rejectsAlways: () => l10n.t('Always rejects'),
  unknownEffect: () => l10n.t('Unknown effect'),

  run: (commandLine: string) => l10n.t('Run {0}', commandLine),
  read: (path: string) => l10n.t('Read {0}', path),
  readOutside: (path: string) => l10n.t('Read a file outside the folders of this session: {0}', path),
  write: (path: string) => l10n.t('Write {0}', path),
  writeSeveral: (count: string) =>
    l10n.t({
      message: 'Write {0} files',
      args: [count],
      comment: ['The title of a tool call; the number is at least 2'],
    }),
  writeOutside: (path: string) => l10n.t('Write a file outside the folders of this session: {0}', path),

  // Rules, inside sentences such as “Allowed by {0}.”
  readOnlyMode: () =>
    l10n.t({
      message: 'read-only mode',
      comment: ['Inside a sentence that names what decided, as in “Denied by read-only mode.”'],
    }),
  userRule: (number: string) =>
    l10n.t({
      message: 'user rule {0}',
      args: [number],
      comment: ['A permission rule in the user’s settings, by its number in the list'],
    }),
  workspaceRule: (number: string) =>
    l10n.t({
      message: 'workspace rule {0}',
      args: [number],
      comment: ['A permission rule in the workspace’s settings, by its number in the list'],
    }),
  namedRule: (name: string, place: string) =>
    l10n.t({
      message: '{0} ({1})',
      args: [name, place],
      comment: ['The name of a permission rule, and its place, such as “user rule 2”'],
    }),
  unreadableRule: (place: string) =>
    l10n.t({
      message: '{0} (cannot be read)',
      args: [place],
      comment: ['The place of a permission rule, such as “user rule 2”'],
    }),
  unreadableGlob: () => l10n.t('This glob pattern is not valid.'),
  ruleSaying: (place: string, conditions: string) =>
    l10n.t({
      message: '{0}: {1}',
      args: [place, conditions],
      comment: ['The place of a permission rule, and what it says, such as “user rule 2: deny, kind edit”'],
    }),
};
