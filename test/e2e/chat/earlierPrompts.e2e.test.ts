// Going back to an earlier prompt in a real window: edited in a branch of the session, or rewound, files and conversation.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerPermission } from '../harness/answerPermission.ts';
import { axeViolations } from '../harness/axe.ts';
import { Chat } from '../harness/chat.ts';
import { journey } from '../harness/journey.ts';
import { useParley } from '../harness/useParley.ts';
import { readOnlyFolder } from '../../support/changes/readOnlyFolder.ts';

const parley = useParley({
  files: {
    'notes.txt': 'one\n',
    'package.json': '{ "name": "teas" }\n',
    'src/teas.js': "export const teas = ['oolong', 'sencha'];\n",
  },
});

const path = (name: string): string => join(parley.server.workspace, name);
const read = (name: string): string => readFileSync(path(name), 'utf8');

/** A session with a prompt, and one in which a command changed a file and wrote another. */
async function worked(): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession();
  await chat.connected();
  await chat.ask('first things first');
  const before = await chat.lastRow();
  await chat.send('run sh -c "echo two >> notes.txt; echo new > new.txt"');
  await chat.find('permission').waitFor();
  await answerPermission(chat, '1');
  await chat.turnEnd(before);
  await chat.find('changes').waitFor();
  return chat;
}

const prompt = (chat: Chat, text: string) => chat.entries('user').filter({ hasText: text });
const way = (chat: Chat, what: string) => chat.find('rewind-menu').locator(`[data-value="${what}"]`);

async function openMenu(chat: Chat, text: string): Promise<void> {
  await prompt(chat, text).hover();
  await prompt(chat, text).getByTestId('rewind').click();
  await chat.find('rewind-menu').waitFor();
}

/** Opens it, and waits until it lists the files: what is not listed is asked about once more. */
async function openWithFiles(chat: Chat, text: string, count: number): Promise<void> {
  await openMenu(chat, text);
  await expect.poll(() => chat.find('rewind-menu').locator('.rewind-file').count()).toBe(count);
}

journey('code and conversation go back together, and come back together', async () => {
  const chat = await worked();
  await chat.input.fill('not sent yet');
  await openWithFiles(chat, 'run sh', 2);
  await parley.window.screenshot('rewind-menu', 'chat');
  await chat.find('rewind-menu').getByText('notes.txt').click();
  await parley.window.page.locator('.tab').getByText('notes.txt (Now ↔ After Rewind)').waitFor();
  const sides = parley.window.page.locator('.monaco-diff-editor .view-lines');
  await sides.first().getByText('two').waitFor();
  await sides.last().getByText('one').waitFor();
  expect(await sides.last().getByText('two').count()).toBe(0);
  await parley.window.screenshot('rewind-diff');
  expect(await axeViolations(chat)).toEqual([]);
  await way(chat, 'all').click();
  await chat.find('rewound').waitFor();
  expect([read('notes.txt'), existsSync(path('new.txt'))]).toEqual(['one\n', false]);
  expect(await chat.draft()).toContain('run sh -c');
  expect([await prompt(chat, 'first things').count(), await prompt(chat, 'run sh').count()]).toEqual([1, 0]);
  await parley.window.screenshot('rewound', 'chat');

  await chat.find('rewound').getByText('Redo').click();
  await prompt(chat, 'run sh').waitFor();
  await expect.poll(() => existsSync(path('new.txt'))).toBe(true);
  expect([read('notes.txt'), read('new.txt')]).toEqual(['one\ntwo\n', 'new\n']);
  expect(await chat.draft()).toBe('not sent yet');
  // Nothing was done in the session of the rewind, so it is gone.
  await expect.poll(() => chat.find('branch-switch').count()).toBe(0);
  await chat.input.fill('');
});

test('a rewind outlives a reload, and a changed draft keeps its session', async () => {
  const chat = new Chat(parley.window);
  await openWithFiles(chat, 'run sh', 2);
  await way(chat, 'all').click();
  await chat.find('rewound').waitFor();
  await chat.input.fill('read notes.txt');
  await expect.poll(() => existsSync(path('new.txt'))).toBe(false);
  await parley.window.reload();
  await chat.find('rewound').waitFor();
  expect(await chat.draft()).toBe('read notes.txt');
  await chat.find('rewound').getByText('Redo').click();
  await prompt(chat, 'run sh').waitFor();
  await expect.poll(() => existsSync(path('new.txt'))).toBe(true);
  await chat.find('branch-switch').filter({ hasText: '1 of 2' }).waitFor();
  await chat.find('branch-next').click();
  await chat.find('rewound').waitFor();
  expect(await chat.draft()).toBe('read notes.txt');
});

test('only the code, and only the conversation; while the agent works neither', async () => {
  // The other file is there already, and has the same text.
  const before = read('notes.txt');
  const chat = await worked();
  const after = read('notes.txt');
  await openMenu(chat, 'run sh');
  await way(chat, 'conversation').click();
  await chat.find('rewound').waitFor();
  expect(read('notes.txt')).toBe(after);
  expect(await prompt(chat, 'first things').count()).toBe(1);
  await chat.find('rewound').getByText('Redo').click();
  await prompt(chat, 'run sh').waitFor();
  await openWithFiles(chat, 'run sh', 1);
  await way(chat, 'code').click();
  await expect.poll(() => read('notes.txt')).toBe(before);
  expect(await prompt(chat, 'run sh').count()).toBe(1);

  await chat.send('run sh -c "echo three"');
  await chat.find('permission').waitFor();
  await openMenu(chat, 'echo three');
  expect(await way(chat, 'all').getAttribute('aria-disabled')).toBe('true');
  await parley.window.page.keyboard.press('Escape');
  await chat.find('rewind-menu').waitFor({ state: 'hidden' });
  await chat.find('stop').click();
});

test('a prompt is edited in a fork, both branches stay reachable, and code opens as a file', async () => {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession();
  await chat.ask('first things first');
  await chat.ask('read src/teas.js');
  const prompt = (text: string) => chat.entries('user').filter({ hasText: text });
  const position = chat.find('branch-switch');

  await prompt('read src/teas.js').hover();
  await prompt('read src/teas.js').getByTestId('edit-prompt').click();
  const edited = chat.find('prompt-input');
  await edited.fill('read package.json');
  await parley.window.screenshot('edit-prompt');
  await edited.press('Enter');
  await prompt('read package.json').waitFor();
  await position.filter({ hasText: '2 of 2' }).waitFor();
  expect(await prompt('first things first').count()).toBe(1);
  expect(await prompt('read src/teas.js').count()).toBe(0);
  await chat.answers.getByTestId('code-block').getByText('"name"').first().waitFor();

  await chat.find('branch-previous').click();
  await prompt('read src/teas.js').waitFor();
  await position.filter({ hasText: '1 of 2' }).waitFor();
  await parley.window.screenshot('branch-switch');
  await parley.window.reload();
  await position.filter({ hasText: '1 of 2' }).waitFor();

  await chat.answers.getByTestId('code-block').last().hover();
  await chat.answers.getByTestId('new-file').last().click();
  const editor = parley.window.page.locator('.editor-container .view-lines');
  await editor.filter({ hasText: 'oolong' }).waitFor();
});

test('the buttons of a prompt that is edited at the lower edge come into view, and nothing covers them', async () => {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession();
  await chat.ask('stream 40');
  await chat.ask('read src/teas.js');
  await chat.ask('stream 40');
  const prompt = chat.entries('user').filter({ hasText: 'read src/teas.js' });
  const page = await chat.document();
  const place = () =>
    page.evaluate(() => {
      const jump = document.querySelector('.transcript-jump');
      const hasJump = jump !== null && getComputedStyle(jump).display !== 'none';
      const transcript = document.querySelector('.transcript')?.getBoundingClientRect();
      const edited = document.querySelector('[data-testid="resend"]');
      const box = edited?.getBoundingClientRect();
      if (transcript === undefined || edited === null || box === undefined) return { hasJump };
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return { hasJump, isInSight: box.bottom <= transcript.bottom && edited.contains(hit) };
    });
  await chat.find('transcript').hover();
  await expect
    .poll(async () => {
      await parley.window.page.mouse.wheel(0, -60);
      return prompt.count();
    })
    .toBe(1);
  // There is no room below it for the buttons, and the list is away from its end.
  const roomBelow = () =>
    prompt.evaluate((element) => {
      element.scrollIntoView({ block: 'end' });
      const list = element.closest('.transcript');
      return (list?.getBoundingClientRect().bottom ?? 0) - element.getBoundingClientRect().bottom;
    });
  await expect.poll(roomBelow).toBeLessThan(24);
  expect(await place()).toEqual({ hasJump: true });
  await prompt.hover();
  await prompt.getByTestId('edit-prompt').click();
  await chat.find('prompt-input').waitFor();
  await expect.poll(place).toEqual({ hasJump: false, isInSight: true });
  await parley.window.screenshot('edit-prompt-at-edge');
  await parley.window.page.keyboard.press('Escape');
  await expect.poll(place).toEqual({ hasJump: true });
});

test('says before what still runs in the background, and after what a read-only folder kept', async ({
  onTestFinished,
}) => {
  // The command changes the other file alone.
  writeFileSync(path('new.txt'), 'new\n');
  const chat = await worked();
  const before = await chat.lastRow();
  await chat.send('background long');
  await chat.turnEnd(before);
  await openWithFiles(chat, 'run sh', 1);
  const running = chat.find('rewind-running');
  await running.getByText('1 background task is still running').waitFor();
  expect(await axeViolations(chat)).toEqual([]);
  await parley.window.screenshot('rewind-running', 'chat');
  const readOnly = readOnlyFolder(parley.server.workspace);
  onTestFinished(() => readOnly?.dispose());
  if (readOnly !== undefined) {
    const changed = read('notes.txt');
    await way(chat, 'all').click();
    const { notifications } = parley.window;
    await notifications.getByText('Could not write notes.txt: Permission denied.').waitFor();
    await chat.entries('notice').getByText('1 file could not be restored to the checkpoint.').waitFor();
    expect([read('notes.txt'), await chat.find('rewound').count()]).toEqual([changed, 0]);
    readOnly.dispose();
    await openWithFiles(chat, 'run sh', 1);
  }
  await way(chat, 'all').click();
  await chat.find('rewound').waitFor();
  expect(await chat.draft()).toContain('run sh -c');
});
