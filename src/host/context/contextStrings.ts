// The text of what can be mentioned in a prompt, and of why a mention cannot be sent.
import * as l10n from '@vscode/l10n';
import type { MentionKind } from '../../core/mentions/mention.ts';
import { plural } from '../../core/text/localization.ts';

export const contextStrings = {
  /** The entries of the list that narrow it to one kind. */
  kind: (kind: MentionKind): string => KINDS[kind](),

  // Options and details.
  allProblems: () => l10n.t('All Problems'),
  problems: (count: number) =>
    plural(count, { one: l10n.t('{0} problem', count), other: l10n.t('{0} problems', count) }),
  allEditors: () => l10n.t('All Open Editors'),
  editors: (count: number) =>
    plural(count, { one: l10n.t('{0} editor', count), other: l10n.t('{0} editors', count) }),
  selectedLines: (file: string, start: number, end: number) => `${file}:${start}-${end}`,
  workingTree: () => l10n.t('Working Tree Changes'),
  staged: () => l10n.t('Staged Changes'),
  branch: (name: string) =>
    l10n.t({ message: 'Changes Against {0}', args: [name], comment: ['{0} is a branch.'] }),
  running: () => l10n.t('Running'),
  exitCode: (code: number) => l10n.t('Exit code {0}', code),
  webPage: () => l10n.t('Web page'),

  // Notes on a mention in the draft.
  tooLarge: () => l10n.t('Too large to include. It is sent as a link.'),
  notText: () => l10n.t('Not a text file. It is sent as a link.'),

  // Why a mention cannot be sent or opened.
  missing: (path: string) => l10n.t('{0} does not exist.', path),
  unreadable: (path: string) => l10n.t('{0} cannot be read.', path),
  special: (path: string) => l10n.t('{0} is a pipe, a socket or a device, not a file.', path),
  otherComputer: (path: string) => l10n.t('{0} is on another computer.', path),
  tooSlow: (name: string) => l10n.t('Reading {0} took too long.', name),
  noLongerOpen: (name: string) => l10n.t('{0} is no longer open.', name),
  commandGone: () => l10n.t('The output of the terminal command is no longer available.'),
  sessionGone: () => l10n.t('The session is no longer available.'),
  gitFailed: (name: string, reason: string) => l10n.t('Git could not read {0}. {1}', name, reason),
  gitMissing: () => l10n.t('Git is not installed or not on the PATH.'),
  noRepository: () => l10n.t('There is no Git repository.'),
  noResource: (name: string) => l10n.t('The MCP resource {0} is not available.', name),
  unavailable: (name: string) => l10n.t('{0} is no longer available.', name),
};

const KINDS: Readonly<Record<MentionKind, () => string>> = {
  file: () => l10n.t('Files'),
  folder: () => l10n.t('Folders'),
  symbol: () => l10n.t('Symbols'),
  selection: () => l10n.t('Selection'),
  problems: () => l10n.t('Problems'),
  git: () => l10n.t('Git Changes'),
  terminal: () => l10n.t('Terminal Commands'),
  editor: () => l10n.t('Open Editors'),
  session: () => l10n.t('Sessions'),
  url: () => l10n.t('Web Page'),
  resource: () => l10n.t('MCP Resources'),
};
