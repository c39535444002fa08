// The text of the sessions view and of notifications: what activation loads.
import * as l10n from '@vscode/l10n';
import { plural } from '../../core/text/localization.ts';

export const sessionStrings = {
  untitled: () => l10n.t('New session'),
  /** What a session is doing, beside its title in lists. */
  activity: {
    waiting: () => l10n.t({ message: 'needs input', comment: ['The session waits for the user.'] }),
    running: () => l10n.t('running'),
    background: () => l10n.t('working in the background'),
    starting: () => l10n.t('starting'),
    silent: () =>
      l10n.t({ message: 'no response', comment: ['Nothing has come from the agent for 20 seconds.'] }),
    needsSignIn: () => l10n.t('needs sign-in'),
    failed: () => l10n.t('failed'),
    finished: () => l10n.t('finished'),
    readOnly: () => l10n.t('read-only'),
    openInOtherWindow: () => l10n.t('open in another window'),
  },

  // The view.
  pinned: () => l10n.t({ message: 'pinned', comment: ['Mark of a session in a list.'] }),
  archived: (count: number) =>
    l10n.t({ message: 'Archived ({0})', args: [count], comment: ['Sessions that were put away.'] }),
  showMore: () => l10n.t('Show More'),
  openSession: () => l10n.t('Open Session'),
  sessionsNeedInput: (count: number) =>
    plural(count, {
      one: l10n.t('{0} session needs your input', count),
      other: l10n.t('{0} sessions need your input', count),
    }),
  sessionsWithUnreadActivity: (count: number) =>
    plural(count, {
      one: l10n.t('{0} session with unread activity', count),
      other: l10n.t('{0} sessions with unread activity', count),
    }),
  sessionsInBackground: (count: number) =>
    plural(count, {
      one: l10n.t('{0} session works in the background', count),
      other: l10n.t('{0} sessions work in the background', count),
    }),
  titleOfAgent: (title: string) => l10n.t('Agent’s title: {0}', title),
  lastActive: (time: string) => l10n.t('Last active: {0}', time),
  openInOtherWindowHint: () =>
    l10n.t('This session is open in another window. Continue there, or close it there first.'),

  rename: () => l10n.t('Rename'),
  delete: () => l10n.t('Delete'),

  // Commands.
  promptForAgent: () => l10n.t('Prompt to send to the agent'),
  nothingRunning: () => l10n.t('Nothing is running in this session.'),

  // Notifications.
  finished: (agent: string, title: string) => l10n.t('{0} finished in “{1}”.', agent, title),
  needsInput: (agent: string, title: string) => l10n.t('{0} needs your input in “{1}”.', agent, title),
  failed: (agent: string, title: string) => l10n.t('{0} failed in “{1}”.', agent, title),
  failedBecause: (agent: string, title: string, reason: string) =>
    l10n.t('{0} failed in “{1}”: {2}', agent, title, reason),
};
