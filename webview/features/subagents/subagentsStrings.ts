// The text of the sub-agents above the composer; what they are called and what they do is the agent's.
import * as l10n from '@vscode/l10n';
import { plural } from '../../../src/core/text/localization.ts';
import { numberText } from '../../text/format.ts';

export const subagentsStrings = {
  count: (count: number) =>
    plural(count, {
      one: l10n.t('{0} sub-agent', numberText(count)),
      other: l10n.t('{0} sub-agents', numberText(count)),
    }),
  openTranscript: (title: string) => l10n.t('Open Transcript of {0}', title),
  stop: (title: string) => l10n.t('Stop {0}', title),
  running: (count: number) =>
    l10n.t({
      message: '{0} running',
      args: [numberText(count)],
      comment: ['How many of the sub-agents, after “3 sub-agents”'],
    }),
};
