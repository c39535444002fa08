// A replay as the agent's turns: each prompt with what follows it.
import { splitPrompts, type MessageChunk, type ReplayedPrompt } from './gluedPrompts.ts';
import type { UpdateEvent } from '../events.ts';
import { isFact, isHistory, makesEntry } from '../status/updateTraits.ts';

export interface ReplayedTurn extends ReplayedPrompt {
  readonly messageId?: string;
  /** Whether the agent replayed it as one message with the prompt before it. */
  readonly isGlued: boolean;
  /** What the agent said and did after the prompt. */
  readonly rest: readonly UpdateEvent[];
}

export interface ReplayParts {
  /** What says how the session is, and nothing of what happened in it. */
  readonly facts: readonly UpdateEvent[];
  /** What the agent said and did before the first prompt. */
  readonly before: readonly UpdateEvent[];
  readonly turns: readonly ReplayedTurn[];
}

/** Splits a replay, and the prompts in it that the agent glues together, by the keys of the prompts that are known. */
export function replayParts(replay: readonly UpdateEvent[], known: ReadonlySet<string>): ReplayParts {
  const turns: ReplayedTurn[] = [];
  let chunks: MessageChunk[] = [];
  let rest: UpdateEvent[] = [];
  let before: readonly UpdateEvent[] = [];
  const endTurn = (): void => {
    const prompts = chunks.length === 0 ? [] : splitPrompts(chunks, known);
    const messageId = prompts.length === 1 ? chunks[0]?.messageId : undefined;
    for (const [index, prompt] of prompts.entries()) {
      const isLast = index === prompts.length - 1;
      turns.push({
        ...prompt,
        ...(messageId === undefined ? {} : { messageId }),
        isGlued: index > 0,
        rest: isLast ? rest : [],
      });
    }
    chunks = [];
    rest = [];
  };
  for (const update of replay) {
    if (!isHistory(update) || isEmpty(update)) continue;
    if (update.type !== 'message_chunk' || update.role !== 'user') {
      rest.push(update);
      continue;
    }
    const isSeparate = rest.some(makesEntry) || chunks.at(-1)?.messageId !== update.messageId;
    if (chunks.length > 0 && isSeparate) endTurn();
    if (chunks.length === 0 && turns.length === 0) {
      before = rest;
      rest = [];
    }
    chunks.push(update);
  }
  endTurn();
  return { facts: replay.filter(isFact), before, turns };
}

function isEmpty(update: UpdateEvent): boolean {
  return update.type === 'message_chunk' && update.content.type === 'text' && update.content.text === '';
}
