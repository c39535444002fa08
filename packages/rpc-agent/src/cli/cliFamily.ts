// Which family of RPC-mode CLI it is, recognized by what it says and never by its name.
import { readyFrame, type RpcFrame } from './frames.ts';
import type { RpcCli } from './rpcCli.ts';
import { RpcRefusal } from './rpcErrors.ts';

/**
 * `pi` serves `get_commands`; `omp` (oh-my-pi) greets with `ready` or serves `get_available_commands`; everything
 * else counts as the protocol as it is documented (xcsh), which has the commands of oh-my-pi but neither of these.
 */
export type Family = 'pi' | 'omp' | 'xcsh';

export interface Recognized {
  readonly family: Family;
  /** The data of the reply that lists the slash commands; undefined where the family has no such command. */
  readonly commands: unknown;
}

/** Asks the CLI what it knows. Rejects with RpcGone when it ends meanwhile. `greeting` is its `ready`, if it sent one. */
export async function recognize(
  cli: Pick<RpcCli, 'request'>,
  greeting: RpcFrame | undefined,
): Promise<Recognized> {
  const ready = readyFrame.safeParse(greeting);
  if (ready.success) {
    // Without it, oh-my-pi cuts what is longer than a line may be.
    const chunks = ready.data.supportedProtocolVersions?.includes(2) === true;
    if (chunks) await answerOf(cli, 'negotiate_protocol', { protocolVersion: 2 });
    return { family: 'omp', commands: (await answerOf(cli, 'get_available_commands'))?.data };
  }
  const pi = await answerOf(cli, 'get_commands');
  if (pi !== undefined) return { family: 'pi', commands: pi.data };
  const omp = await answerOf(cli, 'get_available_commands');
  return omp === undefined ? { family: 'xcsh', commands: undefined } : { family: 'omp', commands: omp.data };
}

/** The answer to a command; undefined where the CLI refuses it. Rejects with RpcGone. */
export async function answerOf(
  cli: Pick<RpcCli, 'request'>,
  command: string,
  fields: object = {},
): Promise<{ readonly data: unknown } | undefined> {
  try {
    return { data: await cli.request(command, fields) };
  } catch (error) {
    if (error instanceof RpcRefusal) return undefined;
    throw error;
  }
}
