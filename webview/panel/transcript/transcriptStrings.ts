// The text of the transcript itself, and what screen readers announce of it.
import * as l10n from '@vscode/l10n';
import { percentText } from '../../../src/core/usage/usageFigures.ts';
import { plural } from '../../../src/core/text/localization.ts';
import { durationText, numberText } from '../../text/format.ts';

export const transcriptStrings = {
  conversation: () => l10n.t('Conversation'),
  jumpToLatest: () => l10n.t('Jump to Latest'),
  newMessages: () => l10n.t('New Messages'),
  stopping: () => l10n.t('Stopping…'),
  working: () => l10n.t('Working…'),
  preparingUndo: () => l10n.t('Preparing undo…'),
  sendWithoutUndo: () => l10n.t('Send Without Undo'),
  sendWithoutUndoHint: () =>
    l10n.t(
      'Send the prompt now. Changes that the agent makes before all files have been read cannot be undone.',
    ),
  noResponse: () => l10n.t('No response'),
  showLog: () => l10n.t('Show Log'),
  elapsed: (seconds: number) => durationText(seconds * 1_000),
  sessionRenamed: (title: string) => l10n.t('Session renamed to “{0}”.', title),
  permissionChanged: (title: string) => l10n.t('The request has changed: “{0}”.', title),
  permissionRequestedFor: (title: string) => l10n.t('The agent asks for permission: “{0}”.', title),
  permissionKeys: (allow: string, reject: string) =>
    l10n.t('{0} allows it once, {1} rejects it.', allow, reject),

  // Spoken by screen readers.
  toolFailed: (title: string) => l10n.t('Failed: {0}', title),
  queued: (count: number) =>
    plural(count, {
      one: l10n.t('{0} prompt waits in the queue.', numberText(count)),
      other: l10n.t('{0} prompts wait in the queue.', numberText(count)),
    }),
  queueEmpty: () => l10n.t('No prompt waits in the queue.'),
  queuedSent: () => l10n.t('A queued prompt was sent.'),
  taskDone: (task: string) => l10n.t('Done: {0}', task),
  taskOpen: (task: string) => l10n.t('To do: {0}', task),
  table: (columns: number, rows: number) =>
    l10n.t('Table, {0}, {1}.', transcriptStrings.columns(columns), transcriptStrings.rows(rows)),
  columns: (count: number): string =>
    plural(count, {
      one: l10n.t('{0} column', numberText(count)),
      other: l10n.t('{0} columns', numberText(count)),
    }),
  rows: (count: number): string =>
    plural(count, {
      one: l10n.t('{0} row', numberText(count)),
      other: l10n.t('{0} rows', numberText(count)),
    }),
  cell: (heading: string, cell: string) =>
    l10n.t({
      message: '{0}: {1}',
      args: [heading, cell],
      comment: ['The heading of a column and a cell in it'],
    }),
  entryLabel: (name: string, text: string) =>
    l10n.t({
      message: '{0}: {1}',
      args: [name, text],
      comment: ['Who or what an entry is from, and its text'],
    }),
  /** What the warning about the context says as a sentence, for screen readers. */
  contextIsFull: (percent: number) => l10n.t('Context {0} full.', percentText(percent)),
  startNewSession: () => l10n.t('Start a new session soon.'),
  mayFail: () => l10n.t('The next prompt may fail.'),
};
