// After all history was deleted, the chats that were open come back with their own agents and drafts, and say what happened.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeAgent } from '../agents/agentSettings.ts';
import { isStored } from '../harness/browserStorage.ts';
import { Chat } from '../harness/chat.ts';
import { keptDrafts } from '../harness/persistedFiles.ts';
import { useParley } from '../harness/useParley.ts';

const parley = useParley({
  machineSettings: {
    'parley.agents': { Forgetful: fakeAgent('Forgetful'), Other: fakeAgent('Other') },
    'parley.defaultAgent': 'Other',
  },
});

/** Everything in Parley's files of that name. */
function storedText(name: string): string {
  const { directory } = parley.server;
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(name))
    .map((file) => readFileSync(join(directory, file), 'utf8'))
    .join('\n');
}

test('chats come back with their own agents: loaded again, or new with the draft', async () => {
  const { window } = parley;
  await window.openChat();
  const sidebar = new Chat(window);
  await sidebar.newSession('Forgetful');
  await sidebar.ask('say Steep it for three minutes');
  const first = storedText('.jsonl');
  await window.runCommand('Parley: Open Chat in Editor');
  await expect.poll(async () => (await window.chatsInSight()).length).toBe(2);
  const [sidebarFrame, tabFrame] = await window.chatsInSight();
  const tab = new Chat(window, tabFrame);
  await tab.input.fill('half a question');
  await expect.poll(() => keptDrafts(parley.server)).toContain('half a question');
  const beside = new Chat(window, sidebarFrame);
  await beside.input.click();
  await beside.newSession('Demo agent');
  await beside.ask('title Darjeeling');
  await expect.poll(() => storedText('.jsonl')).not.toBe(first);
  await expect.poll(() => isStored(window.page, /parley\.chatTab[^]*shown/), { timeout: 90_000 }).toBe(true);
  await window.runCommand('Parley: Delete All History…');
  const dialog = window.page.locator('.monaco-dialog-box');
  await dialog.getByText('transcripts and names of sessions').waitFor();
  await dialog.getByRole('button', { name: 'Delete All' }).click();
  await expect.poll(() => storedText('.jsonl')).toBe('');
  await window.reload();

  await expect.poll(async () => (await window.chatsInSight()).length, { timeout: 60_000 }).toBe(2);
  const [left, right] = await window.chatsInSight();
  const demo = new Chat(window, left);
  await demo.entries('notice').getByText('no longer stored. Demo agent restored it.').waitFor();
  await demo.entries('user').getByText('title Darjeeling').waitFor();
  const again = new Chat(window, right);
  await again
    .entries('notice')
    .getByText('no longer stored, and Forgetful cannot reopen the session. This is a new session.')
    .waitFor();
  expect(await again.draft()).toBe('half a question');
  await window.screenshot('history-deleted');
  // What was deleted is not stored again because an agent has replayed it.
  expect(storedText('.jsonl')).toBe('');
  await again.input.fill('');
  await again.ask('say And again');
  await again.answers.getByText('And again').waitFor();
  await expect.poll(() => storedText('.jsonl')).toContain('And again');
});
