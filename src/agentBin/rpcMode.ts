// An ACP agent over stdio in front of a CLI that speaks RPC mode: the CLI's command line follows `--`.
import { readArguments } from './rpcMode/programArguments.ts';
import { createRpcApp } from './rpcMode/rpcApp.ts';
import { serveOnStdio } from './stdio.ts';

// Libraries write to the console, and standard output belongs to ACP alone.
console.log = console.info = console.debug = console.error;

const program = readArguments(process.argv.slice(2), process.env);
if (program === undefined) {
  process.stderr.write('Usage: rpc-agent [--title TITLE] -- COMMAND [ARGUMENT…]\n');
  process.exit(2);
}

const { app, stop } = createRpcApp({ ...program, log: (line) => process.stderr.write(`${line}\n`) });
const connection = serveOnStdio(app);

const end = (): void => {
  void stop().finally(() => process.exit(0));
};
void connection.closed.then(end);
process.on('SIGTERM', end).on('SIGINT', end).on('SIGHUP', end);
