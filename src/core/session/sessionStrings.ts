// The text that Parley itself puts into a transcript.
import * as l10n from '@vscode/l10n';
import { plural } from '../text/localization.ts';

export const sessionStrings = {
  renamedByAgent: (title: string) =>
    l10n.t('The agent renamed this session to “{0}”. The name you chose stays.', title),
  // What a tool call does, where its agent gives it no readable title.
  read: (file: string) =>
    l10n.t({ message: 'Read {0}', args: [file], comment: ['A tool call that reads a file'] }),
  edit: (file: string) =>
    l10n.t({ message: 'Edit {0}', args: [file], comment: ['A tool call that edits a file'] }),
  deleteFile: (file: string) =>
    l10n.t({ message: 'Delete {0}', args: [file], comment: ['A tool call that deletes a file'] }),
  move: (file: string) =>
    l10n.t({ message: 'Move {0}', args: [file], comment: ['A tool call that moves a file'] }),
  search: (text: string) =>
    l10n.t({ message: 'Search {0}', args: [text], comment: ['A tool call that searches for a text'] }),
  fetch: (address: string) =>
    l10n.t({ message: 'Fetch {0}', args: [address], comment: ['A tool call that fetches a page'] }),
  andMore: (file: string, count: number) => l10n.t('{0} and {1} more', file, count),
  toolOn: (tool: string, subject: string) =>
    l10n.t({
      message: '{0}: {1}',
      args: [tool, subject],
      comment: ['The name of a tool and what it works on'],
    }),
  // The questions of agents that have no form for them.
  severalQuestions: () => l10n.t('The agent has some questions.'),
  otherAnswer: () => l10n.t('Other answer'),
  cut: (characters: number) =>
    plural(characters, {
      one: l10n.t('{0} more character was not stored', characters),
      other: l10n.t('{0} more characters were not stored', characters),
    }),
};
