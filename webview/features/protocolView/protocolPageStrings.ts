// The text of the page that shows the protocol.
import * as l10n from '@vscode/l10n';
import type { ProtocolAction } from '../../../src/features/protocolView/core/protocolRow.ts';
import { plural } from '../../../src/core/text/localization.ts';

const action: Readonly<Record<ProtocolAction, () => string>> = {
  record: () => l10n.t('Resume'),
  pause: () => l10n.t('Pause'),
  clear: () => l10n.t('Clear'),
  save: () => l10n.t('Save…'),
  open: () => l10n.t('Open…'),
  'open-session': () => l10n.t('Open as Session'),
  report: () => l10n.t('Report to Maintainers'),
  restart: () => l10n.t('Restart Agent'),
  'other-agent': () => l10n.t('Another Agent…'),
};

export const protocolPageStrings = {
  moreActions: () => l10n.t('More Actions'),
  action,
  copyAll: () => l10n.t('Copy Shown Messages'),
  copy: () => l10n.t('Copy'),
  close: () => l10n.t('Close'),
  selected: () => l10n.t('Selected message'),
  keepsRules: () => l10n.t('No problems found in this message.'),
  messages: (count: number) =>
    plural(count, { one: l10n.t('{0} message.', count), other: l10n.t('{0} messages.', count) }),
  recording: () => l10n.t('Recording in memory while this tab is open.'),
  paused: () => l10n.t('Paused.'),
  dropped: (count: number) =>
    plural(count, {
      one: l10n.t('{0} older message was dropped.', count),
      other: l10n.t('{0} older messages were dropped.', count),
    }),
  skipped: (count: number) =>
    plural(count, {
      one: l10n.t('{0} line could not be read.', count),
      other: l10n.t('{0} lines could not be read.', count),
    }),
  waiting: () => l10n.t('No messages yet.'),
  waitingMidway: () => l10n.t('No messages yet. To see the start of the connection too, restart the agent.'),
  noMatch: () => l10n.t('No message matches the filter.'),
  showEarlier: (count: number) => l10n.t('Show Earlier ({0})', count),
  filter: () => l10n.t('Filter by method, session, id or rule'),
  verdictFilter: {
    all: () => l10n.t('All messages'),
    broken: () => l10n.t('Broken rules'),
    unknown: () => l10n.t('Unknown'),
  },
  verdicts: {
    ok: () => l10n.t('OK'),
    broken: () => l10n.t('Broken'),
    unknown: () => l10n.t('Unknown'),
  },
  time: () => l10n.t('Time'),
  message: () => l10n.t('Message'),
  session: () => l10n.t('Session'),
  size: () => l10n.t('Size'),
  latency: () => l10n.t('Latency'),
  verdict: () => l10n.t('Verdict'),
  pending: () => l10n.t('pending'),
};
