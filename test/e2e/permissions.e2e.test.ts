// What an agent may do, in a real window: proposals edited before they are allowed, files outside, rules for all of it.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import type { RawStep } from '../support/programs/rawAgent.ts';
import { rawSession } from './agents/agentSettings.ts';
import { axeViolations } from './harness/axe.ts';
import { answerPermission } from './harness/answerPermission.ts';
import { Chat } from './harness/chat.ts';
import { journey } from './harness/journey.ts';
import { useParley } from './harness/useParley.ts';

/** A folder outside of the workspace. */
const outside = mkdtempSync(join(tmpdir(), 'parley-outside-'));

afterAll(() => rmSync(outside, { recursive: true, force: true }));

/** The agent goes on when the test has seen its request: {@link seen}. */
function untilSeen(agent: string): RawStep {
  return { waitForFile: join(outside, `seen-${agent}`) };
}

function seen(agent: string): void {
  writeFileSync(join(outside, `seen-${agent}`), '');
}

const prompted = { expect: 'session/prompt' } as const;
const answered = { expect: 'response' } as const;
const endOfTurn = { reply: { stopReason: 'end_turn' } } as const;
const harmless = { title: 'Read README.md', kind: 'read', content: [], locations: [{ path: 'README.md' }] };

const usualOptions = [
  { optionId: 'yes', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

function writes(path: string): RawStep {
  const params = { sessionId: 's1', path, content: 'bad\n' };
  return { send: { id: 'write', method: 'fs/write_text_file', params } };
}

function asks(toolCall: object, options: readonly object[] = usualOptions): RawStep {
  const params = { sessionId: 's1', toolCall: { toolCallId: 'call', ...toolCall }, options };
  return { send: { id: 'ask', method: 'session/request_permission', params } };
}

function changes(toolCallId: string, fields: object): RawStep {
  return { update: { sessionUpdate: 'tool_call_update', toolCallId, ...fields } };
}

/** What an agent sends under the ids that Parley's own questions had, and may have. */
const forgeries = Array.from({ length: 12 }, (_, count) => changes(`parley:access-${count}`, harmless));

const agents = {
  Forger: rawSession('Forger', [
    prompted,
    ...forgeries,
    writes(join(outside, 'forged')),
    untilSeen('Forger'),
    ...forgeries,
    { text: 'I forged it.' },
    answered,
    endOfTurn,
  ]),
  Hider: rawSession('Hider', [
    prompted,
    asks({ title: 'Test', kind: 'execute', rawInput: { command: 'npm test', to: join(outside, 'hidden') } }),
    answered,
    writes(join(outside, 'hidden')),
    answered,
    endOfTurn,
  ]),
  Swapper: rawSession('Swapper', [
    prompted,
    asks({ title: 'Touch', kind: 'execute', rawInput: { command: `touch ${join(outside, 'swapped')}` } }),
    untilSeen('Swapper'),
    changes('call', { title: 'git status', rawInput: { command: 'git status' } }),
    answered,
    {
      send: {
        id: 'run',
        method: 'terminal/create',
        params: { sessionId: 's1', command: 'touch', args: [join(outside, 'swapped')] },
      },
    },
    answered,
    endOfTurn,
  ]),
  Leaver: rawSession('Leaver', [
    prompted,
    asks({ title: 'Too late', kind: 'execute', rawInput: { command: 'make' } }),
    writes(join(outside, 'late')),
    untilSeen('Leaver'),
    endOfTurn,
  ]),
  Bender: rawSession('Bender', [
    prompted,
    asks(
      { title: `A title ${'x'.repeat(10_000)}\u202E end`, kind: 'execute', rawInput: { command: 'make' } },
      [
        { optionId: 'evil', name: 'Reject', kind: 'allow_always' },
        ...Array.from({ length: 48 }, (_, count) => ({
          optionId: `allow-${count}`,
          name: `Allow ${'y'.repeat(400)}\u200B${count}`,
          kind: 'allow_once',
        })),
        { optionId: 'no', name: 'Reject', kind: 'reject_once' },
      ],
    ),
    answered,
    { text: 'I was answered.' },
    endOfTurn,
  ]),
};

const parley = useParley({
  files: { 'notes.txt': 'one\ntwo\n', 'secret.txt': 'old\n', 'README.md': 'Hello\n' },
  machineSettings: {
    'parley.agents': agents,
    'parley.defaultAgent': 'demo',
    'parley.permissions.rules': [
      { action: 'deny', path: 'secret.txt', name: 'Leave the secret alone' },
      { action: 'ask', kind: 'edit' },
      { action: 'ask', command: 'touch' },
    ],
  },
});

async function newSession(): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession();
  return chat;
}

const beside = (): string => join(parley.server.directory, 'parley-demo.txt');

journey(
  'a proposed text is edited before it is allowed, asked about once, and written as edited',
  async () => {
    const chat = await newSession();
    await chat.send('edit notes.txt');
    const request = chat.find('permission');
    await request.getByTestId('permission-rule').getByText('user rule 2').waitFor();
    await chat.find('edit-proposal').click();
    const { page } = parley.window;
    const right = page.locator('.editor.modified');
    await right.getByText('Edited by the Parley demo agent').waitFor();
    await right.locator('.view-lines').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('mine too');
    await parley.window.screenshot('permission-edit');
    await chat.input.click();
    await answerPermission(chat, '1');
    await chat.answers.getByText('Done:').waitFor();
    expect(parley.server.readFile('notes.txt')).toBe('one\ntwo\nEdited by the Parley demo agent.\nmine too');
    await chat.find('tool-decision').getByText('Allowed once · With your edits').waitFor();
    // One question, and so one card: the write is what was allowed. Its editor is closed.
    expect(await chat.find('tool-card').count()).toBe(1);
    await expect.poll(() => page.locator('.tab', { hasText: 'edit on the right' }).count()).toBe(0);
    expect(await page.locator('.monaco-dialog-box').count()).toBe(0);
  },
);

test('R78 a write outside asks in the dock with the full path, and a rejection is an error for the agent', async () => {
  const chat = await newSession();
  await chat.send('outside');
  const request = chat.find('permission');
  await request.getByText('Write a file outside the folders of this session').waitFor();
  expect(await request.textContent()).toContain(beside());
  expect(await chat.find('permission-option').allTextContents()).toEqual([
    'Allow Once1',
    'Reject2',
    'Allow for This Session3',
  ]);
  expect(await axeViolations(chat)).toEqual([]);
  await parley.window.screenshot('permission-outside', 'chat');
  await answerPermission(chat, '2');
  await chat.answers.getByText('the user did not allow it to be written').waitFor();
  expect(existsSync(beside())).toBe(false);

  await chat.send('outside');
  await request.waitFor();
  await chat.find('stop').click();
  await expect.poll(() => request.count()).toBe(0);
  await chat.entries('turn').getByText('Stopped').waitFor();
  expect(existsSync(beside())).toBe(false);

  await chat.send('outside');
  await request.waitFor();
  await answerPermission(chat, '1');
  await chat.answers.getByText('Parley wrote it for me').waitFor();
  expect(existsSync(beside())).toBe(true);
});

test('while the chat is hidden, questions are answered from the palette and from a notification', async () => {
  const chat = await newSession();
  const written = join(parley.server.directory, 'hidden.txt');
  await chat.send('edit ../hidden.txt');
  const request = chat.find('permission');
  await request.getByText('Read a file outside the folders of this session').waitFor();
  await parley.window.runCommand('View: Show Explorer');
  await parley.window.runCommand('Parley: Allow Once');
  // The agent has looked whether there is such a file, and now asks whether it may make it.
  const notice = parley.window.notifications.filter({ hasText: 'asks for permission' });
  await notice.getByText('Create').waitFor();
  expect(await notice.textContent()).toContain(written);
  expect(existsSync(written)).toBe(false);
  await notice.getByRole('button', { name: 'Allow once' }).click();
  // What it has asked for itself, with the full path, is not asked again.
  await expect.poll(() => existsSync(written)).toBe(true);
});

test('a file that runs on its own is asked about, with what runs it, and not written before the answer', async () => {
  const chat = await newSession();
  const request = chat.find('permission');
  for (const [name, reason] of [
    ['.vscode/tasks.json', 'editor'],
    ['.GIT/config', 'versionControl'],
  ] as const) {
    const before = await chat.lastRow();
    await chat.send(`outside ${name}`);
    const note = request.getByTestId('permission-protected');
    await note.locator(`[data-reason="${reason}"]`).getByText('can run code').waitFor();
    expect(await note.textContent()).toContain(join(parley.server.workspace, name));
    expect(existsSync(join(parley.server.workspace, name))).toBe(false);
    expect(await chat.find('permission-option').allTextContents()).toEqual(['Allow Once1', 'Reject2']);
    expect(await axeViolations(chat)).toEqual([]);
    await parley.window.screenshot(`permission-protected-${reason}`, 'chat');
    await answerPermission(chat, '2');
    await chat.turnEnd(before);
    expect(existsSync(join(parley.server.workspace, name))).toBe(false);
  }
});

test('a rule that denies holds for an agent that asks nobody, and is named', async () => {
  const chat = await newSession();
  await chat.send('outside secret.txt');
  await chat.answers.getByText('permission rules do not allow this').waitFor();
  expect(parley.server.readFile('secret.txt')).toBe('old\n');
  await chat.find('tool-decision').getByText('Rejected · Rule: Leave the secret alone').waitFor();
  expect(await chat.find('permission').count()).toBe(0);
});

describe('an agent that would be allowed what its user was not shown', () => {
  async function opened(agent: string): Promise<Chat> {
    const chat = new Chat(parley.window);
    await parley.window.openChat();
    await chat.newSession(agent);
    return chat;
  }

  /** Allows the request with this text once; another may follow at once. */
  async function allow(chat: Chat, text: string): Promise<void> {
    const asked = chat.find('permission').filter({ hasText: text });
    await expect
      .poll(async () => {
        const yes = asked.locator('[data-option-id="yes"]');
        if ((await yes.count()) > 0) await yes.click({ timeout: 1_000 }).catch(() => undefined);
        return asked.count();
      })
      .toBe(0);
  }

  test('F1 what an agent sends under the ids of Parley’s own questions changes nothing of them', async () => {
    const chat = await opened('Forger');
    await chat.send('go');
    const request = chat.find('permission');
    await request.getByText('Write a file outside the folders of this session').waitFor();
    seen('Forger');
    await chat.answers.getByText('I forged it.').waitFor();
    const text = await request.textContent();
    expect(text).toContain(join(outside, 'forged'));
    expect(text).not.toContain('README');
    expect(await request.getByTestId('permission-changed').count()).toBe(0);
    await answerPermission(chat, '2');
    await chat.entries('turn').waitFor();
    expect(existsSync(join(outside, 'forged'))).toBe(false);
  });

  test('F2 a file that the card does not show is asked about separately', async () => {
    const chat = await opened('Hider');
    await chat.send('go');
    const request = chat.find('permission');
    await request.getByText('npm test').first().waitFor();
    await allow(chat, 'npm test');
    await request.getByText('Write a file outside the folders of this session').waitFor();
    expect(await request.textContent()).toContain(join(outside, 'hidden'));
    await answerPermission(chat, '2');
    await chat.entries('turn').waitFor();
    expect(existsSync(join(outside, 'hidden'))).toBe(false);
  });

  test('F3 a request that changes is asked anew, and what was shown first is not granted', async () => {
    const chat = await opened('Swapper');
    await chat.send('go');
    const request = chat.find('permission');
    await request.getByText(join(outside, 'swapped')).first().waitFor();
    seen('Swapper');
    await chat.find('permission-changed').waitFor();
    expect(await request.textContent()).not.toContain('swapped');
    await parley.window.screenshot('permission-changed', 'chat');
    expect(await axeViolations(chat)).toEqual([]);
    await allow(chat, 'git status');
    // The rule asks about touch, and nobody has allowed it.
    await request.getByText(join(outside, 'swapped')).first().waitFor();
    await answerPermission(chat, '2');
    await chat.entries('turn').waitFor();
    expect(existsSync(join(outside, 'swapped'))).toBe(false);
  });

  test('F20 the questions of a turn outlive it, until the user stops the session', async () => {
    const chat = await opened('Leaver');
    await chat.send('go');
    const request = chat.find('permission');
    await request.getByText('1 of 2').waitFor();
    seen('Leaver');
    await chat.entries('turn').waitFor();
    await request.getByText('1 of 2').waitFor();
    await chat.find('stop').click();
    await expect.poll(() => request.count()).toBe(0);
    await chat.find('tool-decision').getByText('Not answered').first().waitFor();
    expect(existsSync(join(outside, 'late'))).toBe(false);
  });

  test('F16 a long title and 50 options leave an answer in view, and say what they do', async () => {
    const chat = await opened('Bender');
    await chat.send('go');
    const request = chat.find('permission');
    await request.waitFor();
    const { page } = parley.window;
    const reject = request.locator('[data-option-id="no"]');
    const size = page.viewportSize() ?? { width: 1280, height: 800 };
    for (const width of [800, 420, 300]) {
      await parley.window.setChatWidth(width);
      expect(await isInView(reject), `at ${width} px`).toBe(true);
      await parley.window.screenshot(`permission-bent-${width}`);
    }
    // What 200 % of the window's zoom leaves.
    await page.setViewportSize({ width: size.width / 2, height: size.height / 2 });
    await parley.window.setChatWidth(170);
    await expect.poll(() => isInView(reject), { message: 'at 200 %' }).toBe(true);
    await parley.window.screenshot('permission-bent-zoomed');
    await page.setViewportSize(size);
    await parley.window.setChatWidth(420);
    const evil = request.locator('[data-option-id="evil"]');
    expect(await evil.textContent()).toContain('Always allows');
    expect(await request.textContent()).not.toMatch(/[\u202E\u200B]/);
    expect(await axeViolations(chat)).toEqual([]);
    await request.getByRole('button', { name: /Show all/ }).click();
    await request.getByText('\\u{202e} end').waitFor();
    expect(await isInView(reject)).toBe(true);
    await reject.click();
    await chat.answers.getByText('I was answered.').waitFor();
  });
});

/** Whether the middle of an element can be clicked as things stand. */
function isInView(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && node.contains(hit);
  });
}
