// What a prompt turn and a session have used: tokens, cost, context window.
import type { UsageUpdate } from '@agentclientprotocol/sdk';
import type { MessageUsage, SessionStats } from '../cli/frames.ts';

/** `PromptResponse.usage`, which is not stable in ACP yet. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedReadTokens: number;
  readonly cachedWriteTokens: number;
  readonly thoughtTokens: number;
  readonly totalTokens: number;
}

/** Adds up the messages of one turn. */
export class TurnUsage {
  #usage: Usage | undefined;

  add({ input = 0, output = 0, cacheRead = 0, cacheWrite = 0, reasoning = 0, ...rest }: MessageUsage): void {
    const before = this.#usage;
    const total = rest.totalTokens ?? input + output + cacheRead + cacheWrite;
    this.#usage = {
      inputTokens: (before?.inputTokens ?? 0) + input,
      outputTokens: (before?.outputTokens ?? 0) + output,
      cachedReadTokens: (before?.cachedReadTokens ?? 0) + cacheRead,
      cachedWriteTokens: (before?.cachedWriteTokens ?? 0) + cacheWrite,
      thoughtTokens: (before?.thoughtTokens ?? 0) + reasoning,
      totalTokens: (before?.totalTokens ?? 0) + total,
    };
  }

  /** Undefined when no message had a usage. */
  total(): Usage | undefined {
    return this.#usage;
  }
}

/** What is known beside what the CLI says about the context. */
export interface KnownUsage {
  /** The context window of the model. */
  readonly contextWindow: number | undefined;
  readonly lastMessage: MessageUsage | undefined;
  /** Whether the conversation was compacted since the last message. */
  readonly isCompacted: boolean;
}

/**
 * The usage of the session, from `get_session_stats`; where it does not say how full the context window is, the
 * model's window and the last message do. Undefined where the size of the window is not known, and after a compaction
 * until it is known what was left.
 */
export function usageUpdate(stats: SessionStats | undefined, known: KnownUsage): UsageUpdate | undefined {
  const size = stats?.contextUsage?.contextWindow ?? known.contextWindow;
  if (size === undefined || size <= 0) return undefined;
  const used = stats?.contextUsage?.tokens ?? usedByLastMessage(stats, known);
  if (used === undefined) return undefined;
  const cost = stats?.cost === undefined ? {} : { cost: { amount: stats.cost, currency: 'USD' } };
  return { used: Math.round(used), size: Math.round(size), ...cost };
}

/** A CLI that says null has just compacted: then the last message had another context. */
function usedByLastMessage(
  stats: SessionStats | undefined,
  { lastMessage, isCompacted }: KnownUsage,
): number | undefined {
  const isUnknown = isCompacted || stats?.contextUsage?.tokens === null;
  return isUnknown ? undefined : (lastMessage?.totalTokens ?? 0);
}
