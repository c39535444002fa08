// The text of the sessions view, its quick picks, commands and notifications.
import * as l10n from '@vscode/l10n';
import { plural } from '../../core/text/localization.ts';

export const sessionStrings = {
  untitled: () => l10n.t('New session'),
  /** What a session is doing, beside its title in lists. */
  activity: {
    waiting: () => l10n.t({ message: 'needs input', comment: ['The session waits for the user.'] }),
    running: () => l10n.t('running'),
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
  titleOfAgent: (title: string) => l10n.t('Agent’s title: {0}', title),
  lastActive: (time: string) => l10n.t('Last active: {0}', time),
  openInOtherWindowHint: () =>
    l10n.t('This session is open in another window. Continue there, or close it there first.'),

  // Switching.
  selectSession: () => l10n.t('Select a session to open'),
  // Headings in the list, in lower case as VS Code writes them.
  headings: {
    running: () => l10n.t({ message: 'running', comment: ['Heading in a list of sessions.'] }),
    needInput: () => l10n.t({ message: 'waiting for input', comment: ['Heading in a list of sessions.'] }),
    recent: () => l10n.t({ message: 'recent', comment: ['Heading in a list of sessions.'] }),
    otherFolders: () => l10n.t({ message: 'other folders', comment: ['Heading in a list of sessions.'] }),
  },
  searchAll: () => l10n.t('Search All Sessions…'),
  rename: () => l10n.t('Rename'),
  openInEditor: () => l10n.t('Open in Editor'),
  delete: () => l10n.t('Delete'),

  // Searching.
  searchPlaceholder: () => l10n.t('Search titles and transcripts of all sessions'),
  filterByAgent: () => l10n.t('Filter by Agent'),
  filterByFolder: () => l10n.t('Toggle This Folder Only'),
  filterByDate: () => l10n.t('Filter by Date'),
  selectAgentFilter: () => l10n.t('Select the agent whose sessions to search'),
  selectDateFilter: () => l10n.t('Select the dates to search'),
  allAgents: () => l10n.t('All agents'),
  allFolders: () => l10n.t('All folders'),
  thisFolder: () => l10n.t('This folder'),
  anyTime: () => l10n.t('Any time'),
  lastDay: () => l10n.t('Last 24 hours'),
  lastDays: (days: number) => l10n.t('Last {0} days', days),

  // Renaming, forking, exporting.
  renamePrompt: () => l10n.t('Session name (leave empty to use the agent’s title)'),
  cannotForkAtPrompt: (agent: string) => l10n.t('{0} cannot fork the session at this prompt.', agent),
  resendAfterTurn: () => l10n.t('Wait until the agent has finished, or stop it.'),
  cannotFork: (agent: string) => l10n.t('{0} does not support forking sessions.', agent),
  noTranscriptToExport: () => l10n.t('Open the session to load its transcript before you export it.'),
  transcriptMissing: () => l10n.t('The transcript of this session no longer exists.'),
  transcriptNotAFile: (title: string) =>
    l10n.t(
      'The stored transcript of “{0}” was not opened because a link or special file is in its place.',
      title,
    ),
  transcriptTooLarge: (title: string) =>
    l10n.t('The stored transcript of “{0}” was not opened because it is too large.', title),
  storedSessionNotAFile: () =>
    l10n.t('The stored session was not opened because a link or special file is in its place.'),
  storedSessionTooLarge: () => l10n.t('The stored session was not opened because it is too large.'),
  transcriptMissingOf: (title: string) => l10n.t('The transcript of “{0}” no longer exists.', title),

  // Sessions of other windows.
  continueInOtherWindow: (title: string) =>
    l10n.t('“{0}” is open in another window. Continue there, or close it there first.', title),
  closeInOtherWindow: (title: string) =>
    l10n.t('“{0}” is open in another window. Close it there first.', title),
  showTranscript: () => l10n.t('Show Transcript'),

  // Closing and deleting.
  closeRunning: (title: string) => l10n.t('Stop the running turn and close “{0}”?', title),
  close: (title: string) => l10n.t('Close “{0}”?', title),
  closeSession: () => l10n.t('Close Session'),
  cannotReopen: (agent: string) =>
    l10n.t(
      '{0} cannot reopen sessions. You can still read the transcript and continue in a new session that starts with it.',
      agent,
    ),
  cannotReopenNorRead: (agent: string) =>
    l10n.t(
      '{0} cannot reopen sessions, and the history is turned off, so the transcript will be lost.',
      agent,
    ),
  confirmDelete: (title: string) => l10n.t('Permanently delete “{0}”?', title),
  confirmDeleteDetail: (agent: string) =>
    l10n.t('{0} is asked to delete the session too. Files that it changed are not affected.', agent),
  confirmDeleteAll: () => l10n.t('Permanently delete the transcripts of all sessions?'),
  confirmDeleteAllDetail: () =>
    l10n.t(
      'This deletes the transcripts and names of sessions in all folders, except sessions that are open in another window. Open sessions are stored again from their next prompt on. What agents store themselves is not deleted.',
    ),
  deleteAllButton: () => l10n.t('Delete All'),
  deleteAllFailed: (reason: string) => l10n.t('Some transcripts could not be deleted: {0}', reason),
  notDeletedInOtherWindows: (count: number) =>
    plural(count, {
      one: l10n.t('{0} session is open in another window and was not deleted. Close it there first.', count),
      other: l10n.t(
        '{0} sessions are open in other windows and were not deleted. Close them there first.',
        count,
      ),
    }),
  notDeletedByAgent: (agent: string) =>
    l10n.t('{0} could not delete its own copy of the session, so it stays in the list.', agent),

  // Continuing with a summary.
  selectAgentToContinue: () => l10n.t('Select an agent to continue with'),
  summarizing: () => l10n.t('Summarizing the session…'),

  // Commands.
  promptForAgent: () => l10n.t('Prompt to send to the agent'),
  nothingRunning: () => l10n.t('Nothing is running in this session.'),

  // Notifications.
  finished: (agent: string, title: string) => l10n.t('{0} finished in “{1}”.', agent, title),
  needsInput: (agent: string, title: string) => l10n.t('{0} needs your input in “{1}”.', agent, title),
  failed: (agent: string, title: string) => l10n.t('{0} failed in “{1}”.', agent, title),
  failedBecause: (agent: string, title: string, reason: string) =>
    l10n.t('{0} failed in “{1}”: {2}', agent, title, reason),
  historyUnwritable: (reason: string) => l10n.t('Parley cannot store sessions on disk: {0}', reason),
  writtenByNewerVersion: (count: number) =>
    plural(count, {
      one: l10n.t('{0} session was stored by a newer version of Parley and cannot be opened.', count),
      other: l10n.t('{0} sessions were stored by a newer version of Parley and cannot be opened.', count),
    }),
};
