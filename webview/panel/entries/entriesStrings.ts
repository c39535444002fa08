// The text of the transcript's entries that is Parley's and not the agent's.
import * as l10n from '@vscode/l10n';
import { durationText } from '../../text/format.ts';

export const entriesStrings = {
  you: () => l10n.t({ message: 'You', comment: ['Names the user’s prompts in the transcript'] }),
  thoughtEntry: () => l10n.t('Thought'),
  toolCall: () => l10n.t('Tool call'),
  toolCalls: () => l10n.t('Tool calls'),
  notice: () => l10n.t('Notice'),
  endOfTurn: () => l10n.t('End of turn'),
  plan: () => l10n.t('Plan'),
  compaction: () => l10n.t('Context compaction'),

  compacting: () => l10n.t('Compacting context…'),
  compacted: () => l10n.t('Context compacted'),
  compactionFailed: () => l10n.t('Could not compact the context'),
  compactionFailedBecause: (error: string) => l10n.t('Could not compact the context: {0}', error),
  compactionCancelled: () => l10n.t('Compacting the context was stopped'),
  compactionStatus: (status: string) => l10n.t('Compacting context: {0}', status),

  thinking: () => l10n.t('Thinking…'),
  thought: () => l10n.t('Thought'),
  thoughtFor: (durationMs: number) => l10n.t('Thought for {0}', durationText(durationMs)),

  turnFigures: () => l10n.t('Duration, tokens and cost'),
  inputTokens: (tokens: string) => l10n.t({ message: '{0} in', args: [tokens], comment: ['Input tokens'] }),
  outputTokens: (tokens: string) =>
    l10n.t({ message: '{0} out', args: [tokens], comment: ['Output tokens'] }),
  cachedTokens: (tokens: string) =>
    l10n.t({ message: '{0} cached', args: [tokens], comment: ['Tokens read from or written to the cache'] }),
  reasoningTokens: (tokens: string) =>
    l10n.t({ message: '{0} reasoning', args: [tokens], comment: ['Tokens of the model’s reasoning'] }),
  tokens: (tokens: string) => l10n.t('{0} tokens', tokens),
  copyResponse: () => l10n.t('Copy Response'),
  fork: () => l10n.t('Fork from Here'),

  agentFinished: () => l10n.t('The agent finished.'),
  stopped: () => l10n.t('Stopped'),
  interrupted: () => l10n.t('Interrupted'),
  outputLimit: () => l10n.t('Output limit reached. Ask the agent to continue.'),
  stepLimit: () => l10n.t('Step limit reached. Ask the agent to continue.'),
  refused: () => l10n.t('Refused. This prompt is left out of the next turn.'),
  turnEnded: (reason: string) => l10n.t('Turn ended: {0}', reason),

  yourPrompt: () => l10n.t('Your prompt'),
  copy: () => l10n.t('Copy'),
};
