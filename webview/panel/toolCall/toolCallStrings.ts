// The text of tool cards; titles, input and output are the agent's.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../src/core/text/localization.ts';
import { numberText } from '../../text/format.ts';

export const toolCallStrings = {
  pending: () => l10n.t('Waiting'),
  running: () => l10n.t('Running'),
  background: () => l10n.t('Working in the background'),
  done: () => l10n.t('Done'),
  failed: () => l10n.t('Failed'),
  stopped: () => l10n.t('Stopped'),
  unfinished: () => l10n.t('No result reported'),

  steps: (count: number) =>
    plural(count, {
      one: l10n.t('{0} step', numberText(count)),
      other: l10n.t('{0} steps', numberText(count)),
    }),
  stepsOf: (title: string) => l10n.t('Steps of {0}', title),
  readFiles: (count: number) =>
    plural(count, {
      one: l10n.t('Read {0} file', numberText(count)),
      other: l10n.t('Read {0} files', numberText(count)),
    }),
  searches: (count: number) =>
    plural(count, {
      one: l10n.t('{0} search', numberText(count)),
      other: l10n.t('{0} searches', numberText(count)),
    }),

  editedFiles: (count: number) =>
    plural(count, {
      one: l10n.t('Edited {0} file', numberText(count)),
      other: l10n.t('Edited {0} files', numberText(count)),
    }),
  deletedFiles: (count: number) =>
    plural(count, {
      one: l10n.t('Deleted {0} file', numberText(count)),
      other: l10n.t('Deleted {0} files', numberText(count)),
    }),
  deletedToo: (count: number) =>
    l10n.t({
      message: '{0} deleted',
      args: [numberText(count)],
      comment: ['How many files were deleted, after “Edited 58 files”'],
    }),

  command: () => l10n.t('Command'),
  input: () => l10n.t('Input'),
  title: () => l10n.t('Title'),
  output: () => l10n.t('Output'),
  wholeOutput: () => l10n.t('Whole output'),
  rawOutput: () => l10n.t('Raw output'),
  resourceContent: () => l10n.t('Resource content'),
  noOutput: () => l10n.t('No output'),
  noOutputYet: () => l10n.t('No output yet'),
  outputInAgentTerminal: () => l10n.t('The output is in a terminal of the agent.'),
  unsupportedContent: (kind: string) => l10n.t('Unsupported content: {0}', kind),

  newFile: () => l10n.t({ message: 'New', comment: ['A file that the agent created'] }),
  deletedFile: () => l10n.t({ message: 'Deleted', comment: ['A file that the agent deleted'] }),
  movedFile: () => l10n.t({ message: 'Moved', comment: ['A file that the agent moved'] }),
  openDiff: (file: string) => l10n.t('Open Diff of {0}', file),
  openFile: (file: string) => l10n.t('Open File {0}', file),
  changesIn: (file: string) => l10n.t('Changes in {0}', file),
  emptyFile: () => l10n.t('The file is empty.'),
  noLineChanges: () => l10n.t('No lines changed.'),
  lineEndings: (from: string, to: string) => l10n.t('Line endings: {0} → {1}', from, to),
  lineEndingsChanged: () => l10n.t('Some line endings changed.'),
  mixedLineEndings: () => l10n.t({ message: 'mixed', comment: ['Line endings of several kinds'] }),
  byteOrderMarkAdded: () => l10n.t('Byte order mark (BOM) added.'),
  byteOrderMarkRemoved: () => l10n.t('Byte order mark (BOM) removed.'),
  finalNewlineAdded: () => l10n.t('Newline added at the end.'),
  finalNewlineRemoved: () => l10n.t('Newline removed at the end.'),
  whiteSpaceChanged: () => l10n.t('Some lines differ only in white space.'),
  encodingChanged: () => l10n.t('Some lines look the same, but their characters differ.'),
  mixedWords: (words: string) =>
    l10n.t('Some letters are of another script and look like Latin ones: {0}', words),
  unchangedLines: (count: number) =>
    plural(count, {
      one: l10n.t('{0} unchanged line', numberText(count)),
      other: l10n.t('{0} unchanged lines', numberText(count)),
    }),
  showMoreLines: (count: number) =>
    plural(count, {
      one: l10n.t('Show {0} more line', numberText(count)),
      other: l10n.t('Show {0} more lines', numberText(count)),
    }),
  moreLinesInDiff: (count: number) =>
    plural(count, {
      one: l10n.t('{0} more line. Open the diff to see it.', numberText(count)),
      other: l10n.t('{0} more lines. Open the diff to see them.', numberText(count)),
    }),
  showMoreLocations: (count: number) => l10n.t('Show {0} more', numberText(count)),
  showAllCharacters: (count: number) =>
    plural(count, {
      one: l10n.t('Show all ({0} more character)', numberText(count)),
      other: l10n.t('Show all ({0} more characters)', numberText(count)),
    }),
  charactersNotShown: (count: number) =>
    plural(count, {
      one: l10n.t('{0} more character is not shown.', numberText(count)),
      other: l10n.t('{0} more characters are not shown.', numberText(count)),
    }),

  allowedOnce: () => l10n.t('Allowed once'),
  alwaysAllowed: () => l10n.t('Always allowed'),
  rejected: () => l10n.t('Rejected'),
  alwaysRejected: () => l10n.t('Always rejected'),
  answered: () => l10n.t('Answered'),
  chose: (option: string) => l10n.t('Answered “{0}”', option),
  byRule: (rule: string) => l10n.t('Rule: {0}', rule),
  byUnnamedRule: () => l10n.t('By a rule'),
  edited: () => l10n.t('With your edits'),
  editsNotUsed: () => l10n.t('The agent did not use your edits'),
  withdrawn: () => l10n.t('Request withdrawn'),
  notAnswered: () => l10n.t('Not answered'),
};
