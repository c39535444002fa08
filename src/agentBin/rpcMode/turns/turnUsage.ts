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

/**
 * The usage of the session, from `get_session_stats`; where it does not say how full the context window is, the
 * model's window and the last message do. Undefined where the size of the window is not known.
 */
export function usageUpdate(
  stats: SessionStats | undefined,
  known: { readonly contextWindow: number | undefined; readonly lastMessage: MessageUsage | undefined },
): UsageUpdate | undefined {
  const size = stats?.contextUsage?.contextWindow ?? known.contextWindow;
  if (size === undefined || size <= 0) return undefined;
  // Right after a compaction nobody knows until the next answer.
  const used = stats?.contextUsage?.tokens ?? known.lastMessage?.totalTokens ?? 0;
  const cost = stats?.cost === undefined ? {} : { cost: { amount: stats.cost, currency: 'USD' } };
  return { used: Math.round(used), size: Math.round(size), ...cost };
}
