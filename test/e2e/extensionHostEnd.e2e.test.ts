// The extension host ends by a signal while commands of an agent run: nothing of them goes on.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stillRunning } from '../../scripts/processTree.mjs';
import { answerPermission } from './harness/answerPermission.ts';
import { Chat } from './harness/chat.ts';
import { useParley } from './harness/useParley.ts';

/** Commands that never end, 50 of them plain and the others such that leave what they were started in. */
const COUNT = 56;
const COMMANDS = [
  `for i in $(seq 50); do sh -c 'echo $$ > pids/$0; exec sleep 1000' $i & done`,
  `sh -c 'trap "" TERM HUP INT; echo $$ > pids/stubborn; while :; do sleep 0.2; done' &`,
  `setsid sh -c 'echo $$ > pids/setsid; exec sleep 1000' &`,
  `(setsid sh -c 'echo $$ > pids/fork; exec sleep 1000' &)`,
  `((setsid sh -c 'echo $$ > pids/forks; exec sleep 1000' &) &)`,
  `nohup sh -c 'echo $$ > pids/nohup; exec sleep 1000' &`,
  `nohup setsid sh -c 'echo $$ > pids/both; exec sleep 1000' &`,
  'wait',
];

const parley = useParley({ files: { 'commands.sh': COMMANDS.join('\n') } });

/** Lets the demo agent run the commands; resolves to their ids and those of all that Parley has started. */
async function runCommands(): Promise<{ readonly commands: number[]; readonly others: number[] }> {
  const folder = join(parley.server.workspace, 'pids');
  if (!existsSync(folder)) mkdirSync(folder);
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.connected();
  await chat.newSession();
  await chat.send('run sh commands.sh');
  await chat.find('permission').waitFor();
  await answerPermission(chat, '1');
  const pids = (): number[] =>
    readdirSync(folder)
      .map((file) => Number(readFileSync(join(folder, file), 'utf8')))
      // A file is there before the number is in it.
      .filter((pid) => pid > 0);
  await expect.poll(async () => (await stillRunning(pids())).length).toBe(COUNT);
  return { commands: pids(), others: (await parley.server.agentProcesses()).map(({ pid }) => pid) };
}

async function killHosts(signal: NodeJS.Signals): Promise<void> {
  for (const pid of await parley.server.extensionHosts()) process.kill(pid, signal);
}

test('R16 by SIGKILL', async () => {
  const { commands, others } = await runCommands();
  await killHosts('SIGKILL');
  await expect.poll(() => stillRunning([...commands, ...others])).toEqual([]);
});

test('R16 by SIGTERM', async () => {
  await parley.window.reload();
  const { commands, others } = await runCommands();
  await killHosts('SIGTERM');
  await expect.poll(() => stillRunning([...commands, ...others])).toEqual([]);
});

test('R16 R87 a session that is closed leaves none of its commands behind', async () => {
  await parley.window.reload();
  const { commands } = await runCommands();
  await parley.window.runCommand('Parley: Close Session');
  const dialog = parley.window.page.locator('.monaco-dialog-box');
  await dialog.getByRole('button', { name: 'Close Session', exact: true }).click();
  await expect.poll(() => stillRunning(commands)).toEqual([]);
});
