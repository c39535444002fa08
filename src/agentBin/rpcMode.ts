// An ACP agent over stdio in front of a CLI that speaks RPC mode: the CLI's command line stands behind `--`.
import { Writable } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import { readArguments } from './rpcMode/programArguments.ts';
import { createRpcApp } from './rpcMode/rpcApp.ts';

// Libraries write to the console, and standard output belongs to ACP alone.
console.log = console.info = console.debug = console.error;

const program = readArguments(process.argv.slice(2), process.env);
if (program === undefined) {
  process.stderr.write('Usage: rpc-agent [--title TITLE] -- COMMAND [ARGUMENT…]\n');
  process.exit(2);
}

// A client that is gone reads nothing more: there is nobody left to tell.
process.stdout.on('error', () => process.exit(0));

const input = new ReadableStream<Uint8Array>({
  start(controller) {
    process.stdin.on('data', (chunk: Buffer) => controller.enqueue(chunk));
    process.stdin.on('end', () => controller.close());
  },
});
const { app, stop } = createRpcApp({
  ...program,
  log: (line) => process.stderr.write(`${line}\n`),
});
const connection = app.connect(ndJsonStream(Writable.toWeb(process.stdout), input));

const end = (): void => {
  void stop().finally(() => process.exit(0));
};
void connection.closed.then(end);
process.on('SIGTERM', end).on('SIGINT', end).on('SIGHUP', end);
