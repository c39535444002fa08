// The text of a sub-agent in its card; what it is called and says is the agent's.
import * as l10n from '@vscode/l10n';
import { numberText } from '../../../text/format.ts';

export const subagentStrings = {
  task: () => l10n.t({ message: 'Task', comment: ['Before what a sub-agent was asked to do'] }),
  thinking: () => l10n.t('Thinking…'),
  thought: () => l10n.t('Thought'),
  tokens: (tokens: string) => l10n.t('{0} tokens', tokens),
  openTranscript: () => l10n.t('Open Transcript'),
  showEarlier: (count: number) => l10n.t('Show Earlier ({0})', numberText(count)),
  disconnected: () =>
    l10n.t({ message: 'Disconnected', comment: ['A sub-agent of which no end was reported'] }),
};
