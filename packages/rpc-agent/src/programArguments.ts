// The program's own command line.
import { withoutElectron } from '../../process/environment.ts';
import type { CommandLine } from './cli/rpcLink.ts';

export interface ProgramArguments {
  readonly title: string | undefined;
  readonly commandLine: CommandLine;
}

/** Names of arguments that choose a mode. */
const MODE = /^(--mode(=|$)|--print$|-p$|--version$|--help$)/;

/** Reads `[--title TITLE] -- COMMAND [ARGUMENT…]`; undefined where there is no command. */
export function readArguments(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ProgramArguments | undefined {
  const separator = args.indexOf('--');
  const [command, ...rest] = separator === -1 ? [] : args.slice(separator + 1);
  if (command === undefined) return undefined;
  const own = args.slice(0, separator);
  const title = own[0] === '--title' ? own[1] : undefined;
  const mode = rest.some((argument) => MODE.test(argument)) ? [] : ['--mode', 'rpc'];
  const named = title === undefined ? {} : { name: title };
  // Titles are wanted.
  const env = { PI_RPC_EMIT_TITLE: '1', ...withoutElectron(environment) };
  return { title, commandLine: { ...named, command, args: [...rest, ...mode], env } };
}
