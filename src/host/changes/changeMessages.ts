// What the user is told about the changes of an agent, in their language.
import * as vscode from 'vscode';
import type { Uncovered } from '../../changes/folderSnapshots.ts';

/** The words, for code that knows no VS Code. */
export interface ChangeMessages {
  readonly stopFirst: () => string;
  readonly notKept: () => string;
  readonly nothingToRestore: () => string;
  /** After `count` files were brought back. */
  readonly restored: (count: number) => string;
  /** Why no copy of a folder is kept. */
  readonly uncovered: (folder: string, reason: Uncovered) => string;
  readonly late: () => string;
  /** `names`: some of the files; `more`: how many others. */
  readonly gaps: (names: string, more: number) => string;
}

export const changeMessages: ChangeMessages = {
  stopFirst: () => vscode.l10n.t('Stop the running turn before you restore files.'),
  notKept: () => vscode.l10n.t('The files as they were before this prompt are not kept any more.'),
  nothingToRestore: () => vscode.l10n.t('The files are as they were before this prompt.'),
  restored: (count) =>
    count === 1
      ? vscode.l10n.t('1 file is as before the prompt again.')
      : vscode.l10n.t('{0} files are as before the prompt again.', count),
  uncovered: (folder, reason) => {
    const why = uncoveredReason(folder, reason);
    return vscode.l10n.t('{0} Only files that tool calls name are covered.', why);
  },
  late: () =>
    vscode.l10n.t('The prompt was sent before all files had been read, so there is no checkpoint for it.'),
  gaps: (names, more) =>
    more === 0
      ? vscode.l10n.t('Not covered, because too big or not readable: {0}.', names)
      : vscode.l10n.t('Not covered, because too big or not readable: {0} and {1} more.', names, more),
};

function uncoveredReason(folder: string, reason: Uncovered): string {
  switch (reason) {
    case 'files':
    case 'bytes':
      return vscode.l10n.t('{0} is too big to keep a copy of.', folder);
    case 'time':
      return vscode.l10n.t('Reading {0} took too long to keep a copy of it.', folder);
    case 'home':
      return vscode.l10n.t('No copy is kept of a home folder or a whole disk.');
    case 'no git':
      return vscode.l10n.t('Git was not found. Install Git or set “git.path”, then reload the window.');
    case 'failed':
      return vscode.l10n.t('No copy of {0} could be kept; the log says why.', folder);
  }
}
