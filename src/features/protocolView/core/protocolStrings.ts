// The text of the protocol view and of its report.
import * as l10n from '@vscode/l10n';
import type { MessageKind } from './protocolRow.ts';

const kind: Readonly<Record<MessageKind, () => string>> = {
  request: () => l10n.t('request'),
  response: () => l10n.t('response'),
  error: () => l10n.t('error'),
  notification: () => l10n.t('notification'),
  raw: () => l10n.t('no message'),
};

export const protocolStrings = {
  kind,
  title: (name: string) => l10n.t('Protocol: {0}', name),
  fromAgent: () => l10n.t('From the agent'),
  toAgent: () => l10n.t('To the agent'),
  milliseconds: (ms: number) => l10n.t('{0} ms', String(Math.round(ms))),
  readOnlyReason: () => l10n.t('This session was recorded. It can be read but not continued.'),

  // The report.
  reportTitle: (agent: string) => l10n.t('Protocol problem of {0}', agent),
  versions: () => l10n.t('Versions'),
  verdict: () => l10n.t('Verdict'),
  noProblem: () => l10n.t('No problems found.'),
  exchange: () => l10n.t('Exchange'),
  rulesAt: () =>
    l10n.t(
      'The rules are numbered as in docs/PROTOCOL.md of Parley, which names the page of the Agent Client Protocol for each.',
    ),
};
