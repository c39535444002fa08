// What a person does with a CLI of the pi family in the panel: the same for each of them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stillRunning } from '../../scripts/processTree.mjs';
import { READ_ANSWER, type ModelServer } from '../support/modelServer.ts';
import { EDIT_AFTER, WRITTEN_TEXT } from '../support/modelToolCalls.ts';
import { type RpcLaunch } from '../support/rpcAgents.ts';
import { RpcModeClient } from '../support/rpcModeClient.ts';
import { Chat } from './harness/chat.ts';
import type { Parley } from './harness/useParley.ts';

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
    await queued.getByRole('button', { name: /^Steer/ }).click();
    await queued.waitFor({ state: 'detached' });
    await chat.turnEnd(row);
    await chat.answers.getByText('After some thought: forty-two.').waitFor();
    // In the turn that ran, and not as a prompt of its own.
    expect(await chat.entries('turn').count()).toBe(1);
    expect(await chat.entries('user').getByText('Rather think.').count()).toBe(1);
  });

  test('the model and how it thinks are chosen', async () => {
    const chat = await open();
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
    await second.getByTestId('fork-here').click();
    await expect.poll(() => chat.input.inputValue()).toContain('Two.');
    expect(await chat.entries('user').filter({ hasText: 'Two.' }).count()).toBe(0);
    await chat.entries('user').filter({ hasText: 'One.' }).waitFor();
    await chat.input.fill('');
    await chat.ask('[[text]] Another two.');
    const texts = model.requests.findLast(({ scenario }) => scenario === 'text')?.userTexts.join('\n');
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
    const texts = model.requests.findLast(({ scenario }) => scenario === 'text')?.userTexts.join('\n');
    expect(texts).toContain('Remember the kettle.');
    expect(await chat.entries('user').getByText('Remember the kettle.').count()).toBe(1);
  });
}
