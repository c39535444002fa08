// The process of a scripted RPC-mode CLI: `node rpcCliProcess.ts PORT …`. All it does is what the test tells it there.
//
// To the test it sends, one JSON object per line: `{hello}` once, `{line}` for each line of its input, `{end}` when its
// input ends. From the test it takes `{out}`, `{err}` (text as it is), `{exit}`, `{stubborn}`, `{child}`.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import * as z from 'zod';
import { eachLine } from './eachLine.ts';

const order = z.union([
  z.strictObject({ out: z.string() }),
  z.strictObject({ err: z.string() }),
  z.strictObject({ exit: z.number() }),
  /** From here on it survives the end of its input and SIGTERM. */
  z.strictObject({ stubborn: z.literal(true) }),
  /** Starts a process that never ends by itself, and tells its id. */
  z.strictObject({ child: z.literal(true) }),
]);

export type Order = z.input<typeof order>;

let stubborn = false;
const socket = connect(Number(process.argv[2]), '127.0.0.1');

function tell(message: object): void {
  socket.write(`${JSON.stringify(message)}\n`);
}

function obey(command: z.output<typeof order>): void {
  if ('out' in command) process.stdout.write(command.out);
  else if ('err' in command) process.stderr.write(command.err);
  else if ('exit' in command) process.exit(command.exit);
  else if ('stubborn' in command) {
    stubborn = true;
    process.on('SIGTERM', () => {});
  } else {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    tell({ child: child.pid });
  }
}

socket.on('connect', () => {
  const { pid, argv, env } = process;
  tell({ hello: { pid, args: argv.slice(3), cwd: process.cwd(), env } });
  eachLine(process.stdin, (line) => tell({ line }));
  process.stdin.on('end', () => {
    tell({ end: true });
    if (!stubborn) process.exit(0);
  });
});
eachLine(socket, (line) => obey(order.parse(JSON.parse(line))));
// The test is over: whatever it has become, nothing is left behind.
socket.on('close', () => process.exit(0));
socket.on('error', () => process.exit(0));
