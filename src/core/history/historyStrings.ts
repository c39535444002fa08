// The text of a session that is exported as Markdown.
import * as l10n from '@vscode/l10n';
import { ownValue } from '../base/ownValue.ts';
import { localizedRuleLabel } from '../permissions/policy/ruleLabel.ts';
import type { EntriesByKind } from '../session/entries.ts';
import type { PermissionDecision } from '../session/permission/permissionDecision.ts';
import { oneLine } from '../text/oneLine.ts';

type Severity = EntriesByKind['notice']['severity'];

export const historyStrings = {
  untitled: () => l10n.t('Session'),
  agent: (agent: string) => l10n.t('Agent: {0}', agent),
  folder: (folder: string) => l10n.t('Folder: {0}', folder),
  session: (id: string) => l10n.t('Session ID: {0}', id),
  you: () => l10n.t('You'),
  thought: () => l10n.t('Thought'),
  plan: () => l10n.t('Plan'),
  task: () => l10n.t({ message: 'Task', comment: ['Before what a sub-agent was asked to do'] }),
  input: () => l10n.t('Input'),
  output: () => l10n.t('Output'),
  compaction: (status: string) => l10n.t('Summary of earlier context ({0})', statusText(status)),
  notice: (severity: Severity, text: string) => NOTICES[severity](text),
  tool: (title: string, status: string) =>
    l10n.t({ message: '{0} ({1})', args: [title, statusText(status)], comment: ['Tool call (its status)'] }),
  toolOfKind: (kind: string, title: string, status: string) =>
    l10n.t({
      message: '{0}: {1} ({2})',
      args: [kind, title, statusText(status)],
      comment: ['Kind of a tool call: its title (its status)'],
    }),
  /** A kind that is not ACP's is shown as it is. */
  toolKind: (kind: string) => ownValue(KINDS, kind)?.() ?? capitalized(readable(kind)),
  decision: (option: string, { by, rule }: PermissionDecision) => {
    if (by !== 'rule') {
      return l10n.t({
        message: '{0} (by you)',
        args: [option],
        comment: ['Answer to a permission request (who gave it)'],
      });
    }
    return rule === undefined
      ? l10n.t({
          message: '{0} (by a rule)',
          args: [option],
          comment: ['Answer to a permission request (who gave it)'],
        })
      : l10n.t({
          message: '{0} (by rule: {1})',
          args: [option, localizedRuleLabel(rule)],
          comment: ['Answer to a permission request (who gave it)'],
        });
  },
  exitCode: (exitCode: number) => l10n.t('exit code {0}', exitCode),
  /** A stop reason that is not ACP's or Parley's is shown as it is. */
  turnEnd: (stopReason: string) =>
    ownValue(TURN_ENDS, stopReason)?.() ?? l10n.t('Ended: {0}', readable(stopReason)),
};

const NOTICES: Readonly<Record<Severity, (text: string) => string>> = {
  info: (text) => l10n.t('Note: {0}', text),
  warning: (text) => l10n.t('Warning: {0}', text),
  error: (text) => l10n.t('Error: {0}', text),
};

const KINDS: Readonly<Record<string, () => string>> = {
  read: () => l10n.t({ message: 'Read', comment: ['Kind of a tool call'] }),
  edit: () => l10n.t({ message: 'Edit', comment: ['Kind of a tool call'] }),
  delete: () => l10n.t({ message: 'Delete', comment: ['Kind of a tool call'] }),
  move: () => l10n.t({ message: 'Move', comment: ['Kind of a tool call'] }),
  search: () => l10n.t({ message: 'Search', comment: ['Kind of a tool call'] }),
  execute: () => l10n.t({ message: 'Run', comment: ['Kind of a tool call'] }),
  think: () => l10n.t({ message: 'Think', comment: ['Kind of a tool call'] }),
  fetch: () => l10n.t({ message: 'Fetch', comment: ['Kind of a tool call'] }),
  switch_mode: () => l10n.t({ message: 'Switch mode', comment: ['Kind of a tool call'] }),
};

const STATUSES: Readonly<Record<string, () => string>> = {
  pending: () => l10n.t({ message: 'pending', comment: ['Status of a tool call'] }),
  in_progress: () => l10n.t({ message: 'running', comment: ['Status of a tool call'] }),
  completed: () => l10n.t({ message: 'done', comment: ['Status of a tool call'] }),
  failed: () => l10n.t({ message: 'failed', comment: ['Status of a tool call'] }),
  rejected: () => l10n.t({ message: 'rejected', comment: ['Status of a tool call'] }),
  cancelled: () => l10n.t({ message: 'stopped', comment: ['Status of a tool call'] }),
  disconnected: () => l10n.t({ message: 'disconnected', comment: ['Status of a tool call'] }),
  unfinished: () => l10n.t({ message: 'no result reported', comment: ['Status of a tool call'] }),
};

const TURN_ENDS: Readonly<Record<string, () => string>> = {
  cancelled: () => l10n.t('Stopped'),
  error: () => l10n.t('Failed'),
  interrupted: () => l10n.t('Interrupted'),
  max_tokens: () => l10n.t('Output limit reached'),
  max_turn_requests: () => l10n.t('Step limit reached'),
  refusal: () => l10n.t('The agent refused to continue'),
};

function statusText(status: string): string {
  return ownValue(STATUSES, status)?.() ?? readable(status);
}

/** A word of the protocol or of an agent. */
function readable(word: string): string {
  return oneLine(word).replaceAll('_', ' ');
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
