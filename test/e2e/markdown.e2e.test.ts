// An agent's text in a real window: links open where they may, nothing else is opened, loaded or run, and what no line has
// room for is not pushed out of a panel of 200 px.
import { expect, test } from 'vitest';
import { fakeAgent, rawSession } from './agents/agentSettings.ts';
import { answerPermission } from './harness/answerPermission.ts';
import { axeViolations } from './harness/axe.ts';
import { Chat } from './harness/chat.ts';
import { useParley } from './harness/useParley.ts';

const WORD = `/home/ada/${'deep'.repeat(20)}`;
const prompted = { expect: 'session/prompt' } as const;

const option = (kind: string) => ({ optionId: kind, kind, name: `Allow ${WORD}` });
const permission = {
  sessionId: 's1',
  toolCall: { toolCallId: 't', title: WORD, kind: 'other' },
  options: [option('allow_once'), option('allow_always')],
};
const property = { type: 'string', title: WORD, description: WORD };
const elicitation = {
  sessionId: 's1',
  mode: 'form',
  message: WORD,
  requestedSchema: {
    type: 'object',
    title: WORD,
    description: WORD,
    properties: { a: property, b: { ...property, oneOf: [{ const: 'x', title: WORD, description: WORD }] } },
  },
};

const WIDE = [
  `$$${'a + b + c + d + e + f + '.repeat(8)}g$$`,
  '```mermaid\ngraph LR\n  The[The first of them] --> Second[The second one] --> Third[The third one] --> Last[The last]\n```',
].join('\n\n');
const answer = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: WIDE } };

const parley = useParley({
  machineSettings: {
    'parley.agents': {
      Scribe: fakeAgent('Scribe'),
      Wordy: rawSession('Wordy', [
        prompted,
        { send: { id: 1, method: 'session/request_permission', params: permission } },
        { expect: 'response' },
        { send: { id: 2, method: 'elicitation/create', params: elicitation } },
        { expect: 'response' },
        { reply: { stopReason: 'end_turn' } },
      ]),
      Wide: rawSession('Wide', [
        prompted,
        { send: { method: 'session/update', params: { sessionId: 's1', update: answer } } },
        { reply: { stopReason: 'end_turn' } },
      ]),
    },
    'parley.defaultAgent': 'Scribe',
  },
});

/** A new session of the default agent in which it has said that. */
async function said(text: string): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession();
  await chat.ask(`say ${text}`);
  return chat;
}

test('the agent of the setting is the one that is used', async () => {
  const chat = await said('hello **there**');
  await chat.answers.locator('strong', { hasText: 'there' }).waitFor();
  expect(await parley.window.chat.locator('.agent-name').textContent()).toBe('Scribe');
  expect(await parley.window.chat.getByText('demo', { exact: true }).count()).toBe(0);
});

test('a link to a file of the workspace opens an editor at the line', async () => {
  const { page } = parley.window;
  const chat = await said('see [the countdown](src/countdown.js#L3) for it');
  await chat.answers.getByRole('link', { name: 'the countdown' }).click();
  await page.locator('.tab.active', { hasText: 'countdown.js' }).waitFor();
  await page.locator('.statusbar-item', { hasText: 'Ln 3, Col 1' }).waitFor();
});

test('a file outside the workspace is not opened, and the user is notified', async () => {
  const chat = await said('see [the passwords](/etc/passwd)');
  await chat.answers.getByRole('link', { name: 'the passwords' }).click();
  await parley.window.notifications.getByText('outside the workspace').waitFor();
  expect(await parley.window.page.locator('.tab', { hasText: 'passwd' }).count()).toBe(0);
});

test('script, command and data links are plain text', async () => {
  const chat = await said(
    '[script](javascript:alert(1)) [command](command:workbench.action.quit) [data](data:text/html,hi) words',
  );
  await chat.answers.getByText('script command data words').waitFor();
  expect(await chat.answers.getByRole('link').count()).toBe(0);
  expect(await chat.answers.locator('a').count()).toBe(0);
  await chat.answers.getByText('script', { exact: true }).click();
  expect(await chat.answers.getByText('script', { exact: true }).isVisible()).toBe(true);
});

test('a web link is asked about by VS Code and leads nowhere on its own', async () => {
  const { page } = parley.window;
  const chat = await said('[the docs](https://docs.example/start) and more');
  const address = page.url();
  const pages = page.context().pages().length;
  await chat.answers.getByRole('link', { name: 'the docs' }).click();
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.getByText('https://docs.example/start').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).toBe(address);
  expect(page.context().pages()).toHaveLength(pages);
  await chat.answers.getByText('and more').waitFor();
});

test('raw HTML is text, and neither it nor a remote image loads or runs anything', async () => {
  const requested: string[] = [];
  parley.window.page.on('request', (request) => requested.push(request.url()));
  const html =
    '<img src="https://image.example/a.png" onerror="document.title=1"> <b onclick="x()">raw</b> ![a chart](https://image.example/chart.png)';
  const chat = await said(html);
  await chat.answers.getByText('<b onclick="x()">raw</b>').waitFor();
  await chat.answers.getByRole('link', { name: 'a chart' }).waitFor();
  expect(await chat.answers.locator('img, b').count()).toBe(0);
  expect(requested.filter((url) => url.includes('image.example'))).toEqual([]);
  expect(await axeViolations(chat)).toEqual([]);
});

/** What is wider than it may be. */
async function tooWide(chat: Chat): Promise<readonly string[]> {
  const panel = await chat.document();
  return panel.evaluate(() => {
    const boxes = [
      ...document.querySelectorAll('.dock, .dock-card, .elicitation-fields, .permission-details'),
    ];
    const scrolls = boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
    return scrolls.map(
      ({ className, scrollWidth, clientWidth }) => `${className}: ${scrollWidth} in ${clientWidth}`,
    );
  });
}

test('requests and forms wrap what has no spaces', async () => {
  const { window } = parley;
  const chat = new Chat(window);
  await window.openChat();
  await chat.newSession('Wordy');
  await window.setChatWidth(200);
  await chat.send('go');
  await chat.find('permission-option').first().waitFor();
  expect(await tooWide(chat)).toEqual([]);
  await answerPermission(chat, '1');
  await chat.find('elicitation').waitFor();
  expect(await tooWide(chat)).toEqual([]);
});

test('a wide formula and a wide diagram scroll by keyboard in boxes of their own, in the colors of the user', async () => {
  const { window, server } = parley;
  const chat = new Chat(window);
  await window.openChat();
  await chat.newSession('Wide');
  await window.setChatWidth(300);
  await chat.ask('go');
  for (const drawn of [chat.find('math'), chat.find('diagram')]) {
    await drawn.focus();
    await window.page.keyboard.press('ArrowRight');
    await expect.poll(() => drawn.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    expect(await drawn.getAttribute('role')).toBe('group');
  }
  const panel = await chat.document();
  expect(await panel.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(300);
  expect(await axeViolations(chat)).toEqual([]);

  const colors = { 'editorWidget.background': '#123456', 'editorWidget.foreground': '#fedcba' };
  server.changeSettings({ 'workbench.colorCustomizations': colors }, 'machine');
  const picture = chat.find('diagram').locator('img');
  await expect.poll(() => picture.getAttribute('src')).toMatch(/123456.*fedcba|fedcba.*123456/i);
});
