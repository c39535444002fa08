// The text of the transcript itself, and what screen readers announce of it.
import * as l10n from '@vscode/l10n';
import { durationText } from '../../format.ts';

export const transcriptStrings = {
  conversation: () => l10n.t('Conversation'),
  jumpToLatest: () => l10n.t('Jump to Latest'),
  newMessages: () => l10n.t('New Messages'),
  stopping: () => l10n.t('Stopping…'),
  working: () => l10n.t('Working…'),
  noResponse: (agent: string) => l10n.t('{0} is not responding', agent),
  showLog: () => l10n.t('Show Log'),
  elapsed: (seconds: number) => durationText(seconds * 1_000),
  sessionRenamed: (title: string) => l10n.t('Session renamed to {0}.', title),
  permissionChanged: (title: string) => l10n.t('The agent changed its request: {0}.', title),
  permissionRequestedFor: (title: string) => l10n.t('The agent asks for permission: {0}.', title),
};
