// Sessions that come back: after a reload in mid-turn, after VS Code was closed, after their agent was killed, and after all
// history was deleted.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stillRunning } from '../../../scripts/processTree.mjs';
import { fakeAgent } from '../agents/agentSettings.ts';
import { isStored } from '../harness/browserStorage.ts';
import { Chat } from '../harness/chat.ts';
import { filesLike, keptDrafts } from '../harness/persistedFiles.ts';
import type { ParleyServer } from '../harness/parleyServer.ts';
import { journey } from '../harness/journey.ts';
import { notePanels, panelsDrawn } from '../harness/panelsDrawn.ts';
import { useParley } from '../harness/useParley.ts';

const parley = useParley({
  beforeLoad: notePanels,
  machineSettings: {
    // With two agents the user is asked which.
    'parley.agents': {
      Forgetful: fakeAgent('Forgetful', { embeddedContext: true }),
      Other: fakeAgent('Other'),
    },
    'parley.defaultAgent': 'demo',
  },
});

/** The key of the session in which this was said. */
function keyOf(server: ParleyServer, words: string): string {
  const log = filesLike(server, '.jsonl').find(({ text }) => text.includes(words));
  if (log === undefined) throw new Error(`No history holds “${words}”.`);
  return log.name;
}

/** Waits until the panel shows the session after the window was opened anew, and expects that it has shown no other. */
async function isBackAtOnce(chat: Chat, title: string): Promise<void> {
  await chat.find('session-title').getByText(title, { exact: true }).waitFor({ timeout: 60_000 });
  expect(await panelsDrawn(chat)).toEqual([{ title, isEmpty: false }]);
}

journey(
  'a reload in mid-turn brings the session back at once, says what was interrupted, and goes on',
  async () => {
    const { window } = parley;
    await window.openChat();
    const chat = new Chat(window);
    await chat.newSession('Demo agent');
    await chat.ask('title Green tea');
    await chat.find('session-title').getByText('Green tea', { exact: true }).waitFor();
    await chat.send('slow');
    await chat.answers.getByText('one word after the other').waitFor();
    await chat.input.fill('and a draft');
    await expect.poll(() => keptDrafts(parley.server)).toContain('and a draft');
    await window.reload();
    await isBackAtOnce(chat, 'Green tea');
    await chat.answers.getByText('one word after the other').waitFor();
    await chat.entries('turn').getByText('Interrupted').waitFor();
    expect(await chat.draft()).toBe('and a draft');
    await chat.input.fill('');
    await chat.connected();
    // The agent replays it, and nothing is there twice.
    expect(await chat.entries('user').getByText('slow', { exact: true }).count()).toBe(1);
    await chat.ask('title Green tea, second cup');
    await chat.find('session-title').getByText('Green tea, second cup', { exact: true }).waitFor();
    await window.screenshot('sessions-after-reload');
  },
);

test('after VS Code was closed everything is found again, in tabs too, and by search', async () => {
  const { window, server } = parley;
  const chat = new Chat(window);
  await chat.newSession('Demo agent');
  await chat.ask('title Oolong');
  await chat.newSession('Forgetful');
  await chat.ask('say Steep it for three minutes');
  await chat.ask('say And not longer');
  await chat.input.fill('Now pour');
  await expect.poll(() => keptDrafts(server)).toContain('Now pour');
  await window.runCommand('Parley: Open Chat in Editor');
  await expect.poll(async () => (await window.chatsInSight()).length).toBe(2);
  // A browser is not asked to save what is open before it is closed: VS Code does so every few seconds.
  const key = keyOf(server, 'Steep it');
  const tabWithSession = new RegExp(`parley\\.chatTab[^]*shown\\W+${key}`);
  await expect.poll(() => isStored(window.page, tabWithSession), { timeout: 90_000 }).toBe(true);

  await window.page.goto('about:blank');
  await server.restart();
  await window.load();

  // A window that is opened anew begins with the explorer in its sidebar.
  await expect.poll(async () => (await window.chatsInSight()).length, { timeout: 60_000 }).toBe(1);
  const [tab] = (await window.chatsInSight()).map((frame) => new Chat(window, frame));
  if (tab === undefined) throw new Error('The tab is not back.');
  await isBackAtOnce(tab, 'say Steep it for three minutes');
  await tab.answers.getByText('And not longer').waitFor();
  // This agent cannot open a session again: it can be read, and gone on with in a new one.
  const bar = tab.find('read-only');
  await bar.getByText('Forgetful cannot reopen closed sessions.').waitFor();
  await window.screenshot('sessions-read-only');
  await bar.getByTestId('continue-in-new').click();
  await tab.find('attached-context').waitFor();
  await expect.poll(() => tab.draft()).toBe('Now pour');
  await tab.send('say Go on');
  await tab.answers.getByText('Go on').waitFor();
  await tab.answers.getByText('[resource]').waitFor();
  await window.runCommand('View: Close Editor');
  await expect.poll(async () => (await window.chatsInSight()).length).toBe(0);

  await window.openChat();
  // What the sidebar showed last had nothing in it.
  await chat.find('session-title').getByText('New session', { exact: true }).waitFor();
  await chat.switchTo('Oolong');
  await chat.find('session-title').getByText('Oolong', { exact: true }).waitFor();
  await chat.answers.getByText('This session is called “Oolong” now.').waitFor();

  await window.runCommand('Parley: Search Sessions…');
  await window.page.getByPlaceholder('Search titles and transcripts of all sessions').fill('three minutes');
  await window.quickPick.and(window.page.locator('.focused')).getByText('Steep it for').first().waitFor();
  await window.page.keyboard.press('Enter');
  await chat.answers.getByText('Steep it for three minutes').waitFor();
});

test('an agent that is killed and restarted goes on with its sessions', async () => {
  const { window, server } = parley;
  const chat = new Chat(window);
  await chat.newSession('Demo agent');
  await chat.ask('title First pot');
  await chat.newSession('Demo agent');
  await chat.ask('title Second pot');
  await chat.send('slow');
  await chat.answers.getByText('one word after the other').waitFor();
  const before = (await server.agentProcesses()).filter(({ command }) => command.includes('demo-agent'));
  expect(before).toHaveLength(1);
  for (const { pid } of before) process.kill(pid, 'SIGKILL');
  const failure = chat.error.last();
  await failure.getByText('was terminated').waitFor();
  await failure.locator('[data-action="restart-agent"]').click();
  await chat.entries('notice').getByText('This session continues.').waitFor();
  await chat.ask('title Second pot, again');
  await chat.find('session-title').getByText('Second pot, again', { exact: true }).waitFor();
  await chat.switchTo('First pot');
  await chat.find('session-title').getByText('First pot', { exact: true }).waitFor();
  await chat.entries('notice').getByText('This session continues.').waitFor();
  await chat.ask('title First pot, again');
  await chat.find('session-title').getByText('First pot, again', { exact: true }).waitFor();
  expect(await stillRunning(before.map(({ pid }) => pid))).toEqual([]);
});

/** Everything in Parley's files of that name. */
function storedText(name: string): string {
  const { directory } = parley.server;
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(name))
    .map((file) => readFileSync(join(directory, file), 'utf8'))
    .join('\n');
}

test('after all history was deleted, chats come back with their own agents: loaded again, or new with the draft', async () => {
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
