// The text of quick picks and commands of sessions: loaded when one is used.
import * as l10n from '@vscode/l10n';
import { plural } from '../../core/text/localization.ts';

export const sessionCommandStrings = {
  // Switching.
  selectSession: () => l10n.t('Select a session to open'),
  // Headings in the list, in lower case as VS Code writes them.
  headings: {
    running: () => l10n.t({ message: 'running', comment: ['Heading in a list of sessions.'] }),
    needInput: () => l10n.t({ message: 'waiting for input', comment: ['Heading in a list of sessions.'] }),
    recent: () => l10n.t({ message: 'recent', comment: ['Heading in a list of sessions.'] }),
    archived: () => l10n.t({ message: 'archived', comment: ['Heading in a list of sessions.'] }),
    otherFolders: () => l10n.t({ message: 'other folders', comment: ['Heading in a list of sessions.'] }),
  },
  searchAll: () => l10n.t('Search All Sessions…'),
  openInEditor: () => l10n.t('Open in Editor'),

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
  startHere: () => l10n.t('Start a New Session from Here'),
  rewoundSessionGone: () => l10n.t('The session before the rewind cannot be opened any more.'),
  cannotFork: (agent: string) => l10n.t('{0} does not support forking sessions.', agent),
  noTranscriptToExport: () => l10n.t('Open the session to load its transcript before you export it.'),

  // Sessions of other windows.
  closeInOtherWindow: (title: string) =>
    l10n.t('“{0}” is open in another window. Close it there first.', title),

  // Closing and deleting.
  close: (title: string) => l10n.t('Close “{0}”?', title),
  closeSession: () => l10n.t('Close Session'),
  closeRunning: (title: string) => l10n.t('Stop the running turn and close “{0}”?', title),
  closeInBackground: (title: string) => l10n.t('Stop the background work and close “{0}”?', title),
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
  deleteStopsTurn: () => l10n.t('Its running turn is stopped.'),
  deleteStopsBackground: () => l10n.t('Its background work is stopped.'),
  deleteStopsWork: () => l10n.t('What is still running in them is stopped.'),
  confirmDeleteSeveral: (count: number) =>
    plural(count, {
      one: l10n.t('Permanently delete {0} session?', count),
      other: l10n.t('Permanently delete {0} sessions?', count),
    }),
  andMore: (count: number) => l10n.t('…and {0} more', count),
  confirmDeleteSeveralDetail: () =>
    l10n.t('Their agents are asked to delete them too. Files that they changed are not affected.'),
  confirmDeleteAll: () => l10n.t('Permanently delete the transcripts of all sessions?'),
  confirmDeleteAllDetail: () =>
    l10n.t(
      'This deletes the transcripts and names of sessions in all folders, except sessions that are open in another window. Open sessions are stored again from their next prompt on. What agents store themselves is not deleted.',
    ),
  deleteSeveralFailed: (sessions: string) => l10n.t('Could not delete {0}.', sessions),
  deleteAllButton: () => l10n.t('Delete All'),
  transcriptsDeleted: (count: number) =>
    plural(count, {
      one: l10n.t('Deleted {0} transcript.', count),
      other: l10n.t('Deleted {0} transcripts.', count),
    }),
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
};
