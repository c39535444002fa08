// Sub-agents as sessions with a parent, with the demo agent: their rows, their transcripts, their questions, Stop.
import { expect, test } from 'vitest';
import { answerPermission } from '../../harness/answerPermission.ts';
import { axeViolations } from '../../harness/axe.ts';
import { isStored } from '../../harness/browserStorage.ts';
import { Chat } from '../../harness/chat.ts';
import { filesLike } from '../../harness/persistedFiles.ts';
import { useParley } from '../../harness/useParley.ts';

const parley = useParley();

async function freshSession(): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.connected();
  await chat.newSession();
  return chat;
}

const states = (chat: Chat) =>
  chat.find('subagent').evaluateAll((all) => all.map(({ dataset }) => dataset['state']));

test('are folded rows, which open to what they were asked, said and did, and to their own sub-agents', async () => {
  const chat = await freshSession();
  await chat.send('agents 2');
  await chat.find('subagents').getByText('3 sub-agents').waitFor();
  await chat.turnEnd(-1);
  await chat.find('subagents').waitFor({ state: 'detached' });
  expect(await states(chat)).toEqual(['completed', 'completed']);
  expect(await chat.find('subagent').first().textContent()).toContain('1,200 tokens');
  await chat.answers.getByText('All of them have answered.').waitFor();
  expect(await chat.find('subagent-message').count()).toBe(0);

  await chat.find('tool-card').first().getByRole('button').first().click();
  const said = chat.find('subagent-message');
  await said.first().waitFor();
  expect(await said.evaluateAll((all) => all.map(({ dataset }) => dataset['role']))).toEqual([
    'user',
    'agent',
  ]);
  expect(await said.last().textContent()).toContain('They are used in one file');
  expect(await states(chat)).toEqual(['completed', 'completed', 'completed']);
  expect(await axeViolations(chat)).toEqual([]);
});

test('open in tabs with their transcripts, which go on while they work', async () => {
  const { page } = parley.window;
  const chat = await freshSession();
  await chat.send('agents 2 background long');
  await chat.turnEnd(-1);
  const strip = chat.find('subagents');
  const tests = 'Check the tests (Tester)';
  await strip.getByRole('button').first().click();
  await strip.getByRole('button', { name: `Open Transcript of ${tests}` }).click();
  // The preview has a frame of its own in that of the webview.
  const preview = page.frameLocator('iframe.webview[src*="markdown-language-features"]');
  const shown = preview.frameLocator('iframe#active-frame');
  await shown.getByText('Check the tests. Answer with a list.').waitFor();
  await shown.getByRole('heading', { name: `${tests} (running)` }).waitFor();
  await strip.getByRole('button', { name: `Stop ${tests}` }).click();
  await shown.getByRole('heading', { name: `${tests} (stopped)` }).waitFor();

  const row = chat.find('tool-card').filter({ hasText: 'Find where rates are used' }).first();
  await row.click({ button: 'right' });
  const entry = page.locator('.monaco-menu').getByRole('menuitem', { name: 'Open Sub-agent Transcript' });
  await parley.window.chooseInMenu(entry);
  await page.locator('.tab.active', { hasText: 'Find where rates are used Explorer' }).waitFor();
  expect(await page.locator('.tab', { hasText: 'Check the tests Tester' }).count()).toBe(1);
});

test('are in their tabs again after a reload', { timeout: 240_000 }, async () => {
  const { page } = parley.window;
  const chat = await freshSession();
  await parley.window.runCommand('View: Close All Editors');
  await chat.send('agents 1');
  await chat.turnEnd(-1);
  await chat.find('tool-card').first().getByRole('button').first().click();
  await chat.find('tool-card').first().getByRole('button', { name: 'Open Transcript' }).first().click();
  const preview = page.frameLocator('iframe.webview[src*="markdown-language-features"]');
  const heading = preview.frameLocator('iframe#active-frame').getByRole('heading').first();
  await heading.getByText('Find where rates are used (Explorer) (done)').waitFor();
  const stored = /resource\W{1,20}parley-transcript:/;
  await expect.poll(() => isStored(page, stored), { timeout: 90_000 }).toBe(true);
  await parley.window.reload();
  await heading.getByText('Find where rates are used (Explorer) (done)').waitFor();
  await parley.window.runCommand('View: Close All Editors');
});

test('ask in the session of the user by their names', async () => {
  const chat = await freshSession();
  await chat.send('agents 1 ask');
  await chat.find('permission-subagent').getByText('Find where rates are used').waitFor();
  await answerPermission(chat, '1');
  await chat.turnEnd(-1);
  expect(await states(chat)).toEqual(['completed']);
});

test('that go on after the turn are counted as work, and each is stopped alone', async () => {
  const chat = await freshSession();
  await chat.send('agents 2 background long');
  await chat.turnEnd(-1);
  const strip = chat.find('subagents');
  await strip.getByRole('button').first().click();
  await strip.getByRole('button', { name: 'Stop Check the tests (Tester)' }).click();
  await expect.poll(() => states(chat)).toEqual(['in_progress', 'cancelled']);
  await strip.getByText('1 running').waitFor();
  await strip.getByRole('button', { name: 'Stop Find where rates are used (Explorer)' }).click();
  await expect.poll(() => states(chat)).toEqual(['cancelled', 'cancelled']);
  await strip.waitFor({ state: 'detached' });
});

test('stay under their parent after a reload, in find and in the search of sessions', async () => {
  const { page, quickPick } = parley.window;
  const chat = await freshSession();
  await chat.send('agents 2');
  await chat.turnEnd(-1);
  await parley.window.reload();
  await chat.find('subagent').first().waitFor();
  await chat.connected();
  expect(await states(chat)).toEqual(['completed', 'completed']);

  await chat.newSession();
  await chat.send('agents 2 background long');
  await chat.turnEnd(-1);
  await chat.find('subagents').waitFor();
  await parley.window.reload();
  await chat.find('subagent').first().waitFor();
  await chat.connected();
  expect(await states(chat)).toEqual(['disconnected', 'disconnected']);
  expect(await chat.find('subagents').count()).toBe(0);

  await parley.window.runCommand('Parley: Search Sessions…');
  await page
    .locator('.quick-input-widget:visible .quick-input-box input')
    .fill('Find where rates are used. Answer');
  await quickPick.filter({ hasText: 'Demo: agents 2 background long' }).first().waitFor();
  // Before the search has come to a session, it is not known that the words stand together there.
  await quickPick
    .filter({ hasText: /Demo: agents 2(?! background)/ })
    .filter({ hasText: 'rates are used. Answer' })
    .first()
    .click();
  await chat.find('find-count').getByText('1 of 1', { exact: true }).waitFor();
  await chat.find('subagent-message').getByText('Find where rates are used. Answer').waitFor();
  expect(await states(chat)).toEqual(['completed', 'completed', 'completed']);
});

test('are replayed by their agent where Parley has stored nothing', async () => {
  const { page } = parley.window;
  const chat = await freshSession();
  await chat.send('agents 2');
  await chat.turnEnd(-1);
  await chat.find('subagents').waitFor({ state: 'detached' });
  await parley.window.runCommand('Parley: Delete All History…');
  await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Delete All' }).click();
  await expect.poll(() => filesLike(parley.server, '.jsonl')).toEqual([]);
  await parley.window.reload();
  await chat.entries('notice').getByText('Demo agent restored it.').waitFor();
  await chat.connected();
  expect(await states(chat)).toEqual(['completed', 'completed']);
  await chat.find('tool-card').first().getByRole('button').first().click();
  const said = chat.find('subagent-message');
  await said.getByText('Find where rates are used. Answer').waitFor();
  expect(await said.count()).toBe(2);
  expect(await states(chat)).toEqual(['completed', 'completed', 'completed']);
});
