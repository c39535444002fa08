// An ACP agent over stdio in front of a CLI that speaks RPC mode: the CLI's command line follows `--`.
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MARKER_VARIABLE } from '../../process/marker.ts';
import { useKeeper } from '../../process/ownedProcesses.ts';
import { readArguments } from './programArguments.ts';
import { createRpcApp } from './rpcApp.ts';
import { serveOnStdio } from '../../agent/stdio.ts';

// Libraries write to the console, and standard output belongs to ACP alone.
console.log = console.info = console.debug = console.error;

const program = readArguments(process.argv.slice(2), process.env);
if ('exitCode' in program) {
  (program.exitCode === 0 ? process.stdout : process.stderr).write(program.text);
  process.exit(program.exitCode);
}

// Below Parley its keeper finds all that is started here, by the marker; on Windows there is none to find it by.
const keeper = join(dirname(realpathSync(process.argv[1] ?? '.')), 'keeper.js');
const hasOwner = process.env[MARKER_VARIABLE] !== undefined && process.platform !== 'win32';
if (!hasOwner && existsSync(keeper)) useKeeper(keeper);

const { app, stop } = createRpcApp({ ...program, log: (line) => process.stderr.write(`${line}\n`) });
const connection = serveOnStdio(app);

const end = (): void => {
  void stop().finally(() => process.exit(0));
};
void connection.closed.then(end);
process.on('SIGTERM', end).on('SIGINT', end).on('SIGHUP', end);
