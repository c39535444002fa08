// The program's own command line.
import { parseArgs } from 'node:util';
import { withoutElectron } from '../../process/environment.ts';
import { version } from '../package.json';
import type { CommandLine } from './cli/rpcLink.ts';

export interface ProgramArguments {
  readonly title: string | undefined;
  readonly commandLine: CommandLine;
}

/** What is printed in the place of serving a client. */
export interface PrintedText {
  readonly text: string;
  readonly exitCode: number;
}

const USAGE = `Usage: parley-rpc-agent [--title TITLE] -- COMMAND [ARGUMENT…]

Serves the Agent Client Protocol over standard input and output, in front of a CLI with an RPC mode.

  --title TITLE  what the agent is called
  --help         print this text
  --version      print the version
`;

/** Names of arguments that choose a mode. */
const MODE = /^(--mode(=|$)|--print$|-p$|--version$|--help$)/;

/** Reads `[--title TITLE] -- COMMAND [ARGUMENT…]`. */
export function readArguments(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ProgramArguments | PrintedText {
  const separator = args.indexOf('--');
  const own = ownOptions(separator === -1 ? args : args.slice(0, separator));
  if (typeof own === 'string') return { text: `${own}\n\n${USAGE}`, exitCode: 2 };
  if (own.help === true) return { text: USAGE, exitCode: 0 };
  if (own.version === true) return { text: `${version}\n`, exitCode: 0 };
  const [command, ...rest] = separator === -1 ? [] : args.slice(separator + 1);
  if (command === undefined) return { text: USAGE, exitCode: 2 };
  const { title } = own;
  const mode = rest.some((argument) => MODE.test(argument)) ? [] : ['--mode', 'rpc'];
  const named = title === undefined ? {} : { name: title };
  // Titles are wanted.
  const env = { PI_RPC_EMIT_TITLE: '1', ...withoutElectron(environment) };
  return { title, commandLine: { ...named, command, args: [...rest, ...mode], env } };
}

/** The options before `--`, or what is wrong with them. */
function ownOptions(
  args: readonly string[],
): { title?: string | undefined; help?: boolean | undefined; version?: boolean | undefined } | string {
  try {
    return parseArgs({
      args: [...args],
      options: { title: { type: 'string' }, help: { type: 'boolean' }, version: { type: 'boolean' } },
    }).values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
