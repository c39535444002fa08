// Measures floods: what no agent should send, and the panel has to stand.
import type { CDPSession, Frame } from 'playwright-core';
import type { TurnRecord } from './turnRecorder.ts';

/** Words, updates that are hard to render, or characters in one chunk. */
export type FloodKind = 'tokens' | 'nasty' | 'unbroken';

/** Between two looks at the heap, in milliseconds. */
const SAMPLE_MS = 250;

export interface FloodRecord {
  /** From the agent sending the end of the flood until that is painted, in milliseconds. */
  readonly afterLast: number;
  /** The longest task of the main thread, in milliseconds. */
  readonly longestTask: number;
  /** The largest heap of the page meanwhile, in bytes. VS Code's window is in it. */
  readonly largestHeap: number;
  /** The same after a garbage collection. */
  readonly heap: number;
}

/** Watches a turn that asks for a flood. */
export async function measuredFlood(
  session: CDPSession,
  frame: Frame,
  runTurn: () => Promise<TurnRecord>,
): Promise<FloodRecord> {
  const largestHeap = heapWatch(session);
  const { paintedAt, longestTask } = await runTurn();
  const largest = await largestHeap.stop();
  const text = await frame.getByTestId('transcript').innerText();
  const sentAt = /Sent at (\d+)\./.exec(text)?.[1];
  if (sentAt === undefined) throw new Error('The end of the flood is not in the transcript.');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return { afterLast: paintedAt - Number(sentAt), longestTask, largestHeap: largest, heap: usedSize };
}

/** Looks at the heap again and again until it is stopped. */
function heapWatch(session: CDPSession): { readonly stop: () => Promise<number> } {
  let largest = 0;
  let isStopped = false;
  const look = async (): Promise<void> => {
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    largest = Math.max(largest, usedSize);
    if (isStopped) return;
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    await look();
  };
  const ended = look();
  return {
    async stop() {
      isStopped = true;
      await ended;
      return largest;
    },
  };
}
