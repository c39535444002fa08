// The process of a scripted RPC-mode CLI: `node rpcCliProcess.ts PORT …`. All it does is what the test asks of it there.
//
// To the test it sends, one JSON object per line: `{hello}` once, `{line}` for each line of its input, `{end}` when its
// input ends. From the test it takes `{out}`, `{err}` (text as it is), `{exit}`, `{stubborn}`, `{child}`.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { eachLine } from '../eachLine.ts';

export interface Order {
  readonly out?: string;
  readonly err?: string;
  readonly exit?: number;
  /** From here on it survives the end of its input and SIGTERM. */
  readonly stubborn?: true;
  /** Starts a process that never ends on its own, and reports its id. */
  readonly child?: true;
}

let stubborn = false;
const socket = connect(Number(process.argv[2]), '127.0.0.1');

function report(message: object): void {
  socket.write(`${JSON.stringify(message)}\n`);
}

function obey({ out, err, exit, stubborn: isStubborn, child: hasChild }: Order): void {
  if (out !== undefined) process.stdout.write(out);
  if (err !== undefined) process.stderr.write(err);
  if (exit !== undefined) process.exit(exit);
  if (isStubborn === true) {
    stubborn = true;
    process.on('SIGTERM', () => {});
  }
  if (hasChild === true) {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    report({ child: child.pid });
  }
}

socket.on('connect', () => {
  const { pid, argv, env } = process;
  report({ hello: { pid, args: argv.slice(3), cwd: process.cwd(), env } });
  eachLine(process.stdin, (line) => report({ line }));
  process.stdin.on('end', () => {
    report({ end: true });
    if (!stubborn) process.exit(0);
  });
});
eachLine(socket, (line) => obey(JSON.parse(line)));
// The test is over: whatever it has become, nothing is left behind.
socket.on('close', () => process.exit(0));
socket.on('error', () => process.exit(0));
