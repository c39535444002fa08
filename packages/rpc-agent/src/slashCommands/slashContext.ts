// What a slash command works with, and how it is stopped.
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { RpcFrame } from '../cli/frames.ts';
import type { RpcCli } from '../cli/rpcCli.ts';

export interface SlashContext {
  readonly cli: Pick<RpcCli, 'ask' | 'request' | 'onFrame'>;
  /** Absolute. */
  readonly cwd: string;
  /** Whether the client shows terminals that it did not make. */
  readonly terminals: boolean;
  readonly send: (update: SessionUpdate) => void;
  /** Shows a frame of the CLI as if it had sent it. */
  readonly show: (frame: RpcFrame) => void;
  /** Aborted by Stop. */
  readonly signal: AbortSignal;
  /** How long the CLI may take to stop. */
  readonly abortMs: number;
}

/**
 * What the CLI answers; undefined where it was stopped and does not answer in time. Stop sends the command `abort`;
 * oh-my-pi reads some of them only when it is done.
 */
export async function unlessStopped(
  answer: Promise<unknown>,
  abort: string,
  { cli, signal, abortMs }: Pick<SlashContext, 'cli' | 'signal' | 'abortMs'>,
): Promise<{ readonly data: unknown } | undefined> {
  let timer: NodeJS.Timeout | undefined;
  let stop = (): void => undefined;
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => {
      cli.request(abort).catch(() => {});
      timer = setTimeout(() => resolve(undefined), abortMs);
    };
  });
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([answer.then((data) => ({ data })), stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
