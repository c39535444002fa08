// What a user does with a CLI of the pi family in the panel: the same for each of them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stillRunning } from '../../../scripts/processTree.mjs';
import { READ_ANSWER, type ModelServer } from '../../support/modelServer.ts';
import { EDIT_AFTER, WRITTEN_TEXT } from '../../support/modelToolCalls.ts';
import { type RpcLaunch } from '../../support/rpcAgents.ts';
import { RpcModeClient } from '../../support/rpcModeClient.ts';
import { Chat } from '../harness/chat.ts';
import { saidToModel } from './journeyActions.ts';
import type { Parley } from '../harness/useParley.ts';

/** A file of the workspace. */
export const POEM = 'first line\nsecond line\nthird line\n';

export interface PanelOptions {
  readonly parley: Parley;
  readonly model: ModelServer;
  /** Name in `parley.agents`. */
  readonly agent: string;
  readonly launch: RpcLaunch;
}

/** Defines the tests, in the order in which they build on each other. */
export function rpcAgentPanel({ parley, model, agent, launch }: PanelOptions): void {
  const open = async (): Promise<Chat> => {
    await parley.window.openChat();
    const chat = new Chat(parley.window);
    await chat.newSession();
    return chat;
  };
  const path = (name: string): string => join(parley.server.workspace, name);

  test('a session that was begun elsewhere is listed, and read in the panel', async () => {
    const { command, args, env } = launch;
    const elsewhere = await RpcModeClient.start({
      asProcess: true,
      commandLine: [command, ...args],
      env,
      folder: parley.server.workspace,
    });
    const { sessionId } = await elsewhere.newSession();
    await elsewhere.prompt(sessionId, `[[read:path=${path('poem.txt')}]] Read the poem.`);
    await elsewhere.context.request('session/set_title', { sessionId, title: 'Begun elsewhere' });
    await elsewhere.end();

    const chat = await open();
    const row = await chat.sessionRow('Begun elsewhere');
    await row.click();
    await chat.find('session-title').getByText('Begun elsewhere', { exact: true }).waitFor();
    await chat.entries('user').getByText('Read the poem.').waitFor();
    await chat.find('tool-card').getByText('Read poem.txt').waitFor();
    await chat.answers.getByText(READ_ANSWER).waitFor();
    await chat.connected();
    await chat.ask('[[text]] And now?');
    await chat.answers.getByRole('heading', { name: 'An answer' }).waitFor();
    await parley.window.screenshot(`${agent}-loaded`, 'chat');
  });

  test('answers stream, and tools show what they read, write, change and run', async () => {
    const chat = await open();
    await chat.ask('[[text]] Say hello.');
    await chat.answers.getByRole('heading', { name: 'An answer' }).waitFor();
    await chat.answers.locator('strong', { hasText: 'hello' }).waitFor();

    await chat.ask(`[[read:path=${path('poem.txt')}]] Read it.`);
    const card = chat.find('tool-card');
    await card.last().getByText('Read poem.txt').waitFor();

    await chat.ask(`[[write:path=${path('made.txt')}]] Write it.`);
    expect(parley.server.readFile('made.txt')).toBe(WRITTEN_TEXT);
    await card.last().getByText('written by the scripted model').waitFor();

    await chat.ask(`[[edit:path=${path('poem.txt')}]] Change it.`);
    expect(parley.server.readFile('poem.txt')).toContain(EDIT_AFTER);
    await card.last().getByText(EDIT_AFTER).waitFor();
    await chat.find('changes').getByText('2 files').waitFor();

    await chat.ask('[[shell:command=echo tea is ready]] Run it.');
    await card.last().getByText('tea is ready', { exact: true }).waitFor();
    await parley.window.screenshot(`${agent}-tools`, 'chat');

    await parley.window.runCommand('Parley: Undo Changes');
    await expect.poll(() => parley.server.readFile('poem.txt')).toBe(POEM);
    await expect.poll(() => existsSync(path('made.txt'))).toBe(false);
  });

  test('Stop ends a turn, and the session goes on', async () => {
    const chat = await open();
    const row = await chat.lastRow();
    await chat.send('[[slow]] Count.');
    await chat.answers.getByText(/word2\b/).waitFor();
    await chat.find('stop').click();
    await chat.turnEnd(row);
    await expect.poll(() => model.abandoned).toBeGreaterThan(0);
    expect(await chat.answers.last().textContent()).not.toContain('word119');
    await chat.ask('[[text]] Say hello.');
    await chat.answers.getByRole('heading', { name: 'An answer' }).waitFor();
  });

  test('a message steers the turn that runs', async () => {
    const chat = await open();
    const row = await chat.lastRow();
    await chat.send('[[slow:words=40]] Count.');
    await chat.answers.getByText(/word2\b/).waitFor();
    await chat.send('[[think]] Rather think.');
    const queued = chat.find('queued').filter({ hasText: 'Rather think.' });
    await queued.hover();
    await queued.getByRole('button', { name: 'Send Without Stopping' }).click();
    await queued.waitFor({ state: 'detached' });
    await chat.turnEnd(row);
    await chat.answers.getByText('After some thought: forty-two.').waitFor();
    // In the turn that ran, and not as a prompt of its own.
    expect(await chat.entries('turn').count()).toBe(1);
    expect(await chat.entries('user').getByText('Rather think.').count()).toBe(1);
  });

  test('the model and how it thinks are chosen', async () => {
    const chat = await open();
    // In a bar with room for all options.
    await parley.window.setChatWidth(700);
    await chat.option('thinking').click();
    await chat.choice('high').click();
    await expect.poll(() => chat.option('thinking').getAttribute('data-value')).toBe('high');
    await chat.ask('[[text]] One.');
    expect(model.requests.findLast(({ scenario }) => scenario === 'text')?.effort).toBe('high');
    await chat.option('model').click();
    await chat.choice(`scripted/${model.otherModel}`).click();
    await expect
      .poll(() => chat.option('model').getAttribute('data-value'))
      .toBe(`scripted/${model.otherModel}`);
    // This one cannot think.
    await chat.option('thinking').waitFor({ state: 'detached' });
    await chat.ask('[[text]] Two.');
    expect(model.requests.findLast(({ scenario }) => scenario === 'text')?.model).toBe(model.otherModel);
  });

  test('a session is forked at a prompt', async () => {
    const chat = await open();
    await chat.ask('[[text]] One.');
    await chat.ask('[[think]] Two.');
    const second = chat.entries('user').filter({ hasText: 'Two.' });
    await second.hover();
    await second.getByTestId('edit-prompt').click();
    await chat.entries('user').getByRole('textbox').fill('[[text]] Another two.');
    await chat.entries('user').getByTestId('resend').click();
    await chat.entries('user').filter({ hasText: 'Another two.' }).waitFor();
    await chat.entries('user').filter({ hasText: 'One.' }).waitFor();
    expect(await chat.entries('user').filter({ hasText: '] Two.' }).count()).toBe(0);
    await expect.poll(() => saidToModel(model)).toContain('Another two.');
    const texts = saidToModel(model);
    expect(texts).toContain('One.');
    expect(texts).not.toMatch(/\] Two\./);
  });

  test('after a reload the session is there and goes on, and no process is left of before', async () => {
    const chat = await open();
    await chat.ask('[[think]] Remember the kettle.');
    const before = (await parley.server.agentProcesses()).map(({ pid }) => pid);
    expect(before.length).toBeGreaterThan(1);
    await parley.window.reload();
    await chat.entries('user').getByText('Remember the kettle.').waitFor({ timeout: 60_000 });
    await chat.answers.getByText('After some thought: forty-two.').waitFor();
    await expect.poll(async () => await stillRunning(before)).toEqual([]);
    await chat.connected();
    await chat.ask('[[text]] What did I say?');
    expect(saidToModel(model)).toContain('Remember the kettle.');
    expect(await chat.entries('user').getByText('Remember the kettle.').count()).toBe(1);
  });

  test('extensions of the agent ask in forms and in an editor, and show what they have to show', async () => {
    const { page } = parley.window;
    const chat = await open();
    // Its commands come a moment after its session.
    await expect
      .poll(async () => {
        await chat.input.fill('/uites');
        return chat.find('suggestion').filter({ hasText: 'uitest' }).count();
      })
      .toBe(1);
    await chat.send('/uitest ');
    const card = chat.find('elicitation');
    const accept = card.locator('[data-action="accept"]');
    await card.getByText('Pick one').waitFor();
    await card.getByLabel('Allow').check();
    await accept.click();
    await card.getByText('Really?').waitFor();
    await card.getByLabel('Yes').check();
    await accept.click();
    await card.getByText('Branch name').waitFor();
    await card.locator('input').fill('feature/x');
    await accept.click();
    await card.getByText('Edit text').waitFor();
    const editor = page.locator('.editor-instance .view-lines', { hasText: 'prefill' });
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('edited');
    await page.keyboard.press('Control+s');
    await chat.entries('notice').getByText('"late":false').waitFor();
    const lateNotice = await chat.entries('notice').filter({ hasText: '"late":false' }).textContent();
    expect(lateNotice).toContain('"select":"Allow","confirm":true,"input":"feature/x","editor":"edited"');
    // Nobody answered the last one, and it is not asked any more.
    await card.waitFor({ state: 'detached' });
    const lines = parley.window.chat.locator('.extension-lines');
    await lines.getByText('working').waitFor();
    await lines.getByText('line 2').waitFor();
    await chat.find('session-title').getByText('title from extension', { exact: true }).waitFor();
    expect(await chat.draft()).toBe('text for the editor');
    await parley.window.screenshot(`${agent}-extensions`, 'chat');
    await chat.input.fill('');
  });

  test('a command that the user runs shows its output, and the conversation is saved as a page', async () => {
    const chat = await open();
    await chat.ask('[[text]] Say hello.');
    await chat.ask('/bash echo the kettle sings');
    await chat.find('tool-card').last().getByText('the kettle sings', { exact: true }).waitFor();
    const page = path('talk.html');
    await chat.ask(`/export_html ${page}`);
    expect(existsSync(page)).toBe(true);
    await chat.answers.getByText('talk.html').first().waitFor();
    // The window is in a browser, which cannot open a file of the machine that the agent works on.
    await parley.window.page.locator('.tab[data-resource-name="talk.html"]').waitFor();
  });
}
