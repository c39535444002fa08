// Runs a program for as long as this program's standard input stays open, then ends it with everything below it.
// Whoever holds the other end may be interrupted or killed: nothing is left behind. Arguments: the command line.
import { spawn } from 'node:child_process';
import { endTree } from './processTree.mjs';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

let ending = false;
async function end() {
  if (ending) return;
  ending = true;
  if (child.pid !== undefined) await endTree(child.pid);
  process.exit();
}

child.once('error', () => process.exit(127));
child.once('exit', (code) => {
  if (!ending) process.exit(code ?? 1);
});
process.stdin.resume();
process.stdin.once('close', end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end);
