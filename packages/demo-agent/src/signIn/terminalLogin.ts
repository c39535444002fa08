// Signs in to the demo agent in a terminal: exit code 0 means that somebody is signed in.
import { createInterface } from 'node:readline/promises';
import type { DemoAccount } from './demoAccount.ts';

/** Resolves to the exit code. */
export async function terminalLogin(account: DemoAccount): Promise<number> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    process.stdout.write('Sign in to the demo agent. Nothing leaves this machine.\n');
    const name = await lines.question('Your name (leave it empty to cancel): ');
    if (name.trim() === '') return 1;
    account.signIn();
    process.stdout.write(`Hello, ${name.trim()}. You are signed in.\n`);
    return 0;
  } finally {
    lines.close();
  }
}
