// The program's own command line.
import type { CommandLine } from './rpcLink.ts';

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
  const env = cliEnvironment(environment);
  return { title, commandLine: { ...named, command, args: [...rest, ...mode], env } };
}

/** Our environment without what only concerns how we were started; titles are wanted. */
function cliEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const env: Record<string, string> = { PI_RPC_EMIT_TITLE: '1' };
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !name.startsWith('ELECTRON_')) env[name] = value;
  }
  return env;
}
