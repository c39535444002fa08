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
  toolCall: () => l10n.t('Tool call'),
  toolOn: (tool: string, subject: string) =>
    l10n.t({
      message: '{0}: {1}',
      args: [tool, subject],
      comment: ['The name of a tool and what it works on'],
    }),
  // Calls of Parley's own tools, for which agents have names of their own.
  ideTools: {
    problems: () => l10n.t('Problems'),
    problemsOf: (file: string) => l10n.t('Problems of {0}', file),
    newProblems: () => l10n.t('New problems'),
    codeNavigation: () => l10n.t('Code navigation'),
    editors: () => l10n.t('Editors'),
    openFile: (file: string) =>
      l10n.t({ message: 'Open {0}', args: [file], comment: ['A tool call that opens a file in an editor'] }),
    editor: {
      open_editors: () => l10n.t('Open editors'),
      selection: () => l10n.t('Selection in the editor'),
      visible_ranges: () => l10n.t('Visible lines in the editor'),
    },
    gitStatus: () => l10n.t('Git status'),
    gitDiff: () => l10n.t('Git diff'),
    refactor: () => l10n.t('Refactoring'),
    refactoring: {
      rename: () => l10n.t('Rename symbol'),
      code_actions: () => l10n.t('Code actions'),
      apply_code_action: () => l10n.t('Apply code action'),
      organize_imports: () => l10n.t('Organize imports'),
      format: () => l10n.t('Format'),
    },
    reviewComments: () => l10n.t('Review comments'),
    resolveComment: () => l10n.t('Resolve review comment'),
    tasks: () => l10n.t('Tasks'),
    runTask: () => l10n.t('Run task'),
    sessionHistory: () => l10n.t('Session history'),
    vscodeTool: () => l10n.t('Tools of VS Code'),
  },
  // The questions of agents that have no form for them.
  severalQuestions: () => l10n.t('The agent has some questions.'),
  plan: () => l10n.t('Plan'),
  acceptPlan: () => l10n.t('Accept Plan'),
  keepPlanning: () => l10n.t('Keep Planning'),
  otherAnswer: () => l10n.t('Other answer'),
  otherAnswerTo: (question: string) =>
    l10n.t({
      message: 'Other answer: {0}',
      args: [question],
      comment: ['Label of a text field below the choices of a question'],
    }),
  cut: (characters: number) =>
    plural(characters, {
      one: l10n.t('{0} more character was not stored', characters),
      other: l10n.t('{0} more characters were not stored', characters),
    }),
};
