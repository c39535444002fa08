// What an agent changed, in a real window: reviewed beside the text before, undone and kept in the gutter, restored.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerPermission } from './harness/answerPermission.ts';
import { Chat } from './harness/chat.ts';
import { journey } from './harness/journey.ts';
import { useParley } from './harness/useParley.ts';

const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`);
const parley = useParley({ files: { 'notes.txt': lines.join(''), 'other.txt': 'other\n' } });

function read(name: string): string {
  return readFileSync(join(parley.server.workspace, name), 'utf8');
}

/** A session in which the demo agent ran a command that changes files behind Parley's back. */
async function changed(command: string): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession();
  const before = await chat.lastRow();
  await chat.send(`run ${command}`);
  await chat.find('permission').waitFor();
  await answerPermission(chat, '1');
  await chat.turnEnd(before);
  return chat;
}

/** Opens a file of the workspace in an editor, with its first line in sight. */
async function openFile(name: string): Promise<void> {
  const { page } = parley.window;
  await parley.window.openFile(name);
  await page.locator('.monaco-editor.focused').first().waitFor();
  await page.keyboard.press('Control+Home');
}

test('what a command wrote to the disk is marked in the gutter, and one of two changes is undone there', async () => {
  const chat = await changed(`sed -i -e 's/^line 3$/CHANGED 3/' -e 's/^line 30$/CHANGED 30/' notes.txt`);
  expect(read('notes.txt')).toContain('CHANGED 30');
  await chat.find('changes').waitFor();
  await openFile('notes.txt');
  const { page } = parley.window;
  await page.locator('.dirty-diff-glyph').first().waitFor();
  await parley.window.screenshot('changes-gutter');
  await page.locator('.monaco-editor .view-lines').first().click();
  await page.locator('.monaco-editor.focused').first().waitFor();
  // One press: each further one would lead to the next change.
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Alt+F3');
  const peek = page.locator('.peekview-widget');
  await peek.waitFor();
  const undo = peek.locator('.action-label.codicon-discard');
  await undo.waitFor();
  await parley.window.screenshot('changes-peek');
  await undo.click();
  await expect.poll(() => read('notes.txt')).toBe(lines.with(30, 'CHANGED 30\n').join(''));
  // The editor gets the focus back when the peek closes: it would get what is typed into the palette too.
  await peek.waitFor({ state: 'hidden' });
  await page.locator('.monaco-editor.focused').first().waitFor();
  await parley.window.runCommand('Parley: Keep Changes');
  await expect.poll(() => page.locator('.dirty-diff-glyph').count()).toBe(0);
  expect(read('notes.txt')).toBe(lines.with(30, 'CHANGED 30\n').join(''));
});

journey('several files are reviewed in one editor, undone at once, and brought back', async () => {
  await changed(`sh -c "echo new > new.txt; rm other.txt; echo more >> notes.txt"`);
  const after = read('notes.txt');
  await parley.window.runCommand('Parley: Review Changes');
  const { page } = parley.window;
  await page.locator('.monaco-component.multiDiffEditor .multiDiffEntry').first().waitFor();
  // All that is shown is marked, kept or undone from the title bar.
  const inTitle = (name: string) => page.locator(`.editor-actions .action-label[aria-label^="${name}"]`);
  await inTitle('Mark Changes as Reviewed').click();
  await page.locator('.statusbar').getByText('3 of 3 reviewed').waitFor();
  await inTitle('Mark Changes as Not Reviewed').click();
  await page.locator('.statusbar').getByText('0 of 3 reviewed').waitFor();
  await inTitle('Keep Changes').waitFor();
  await parley.window.screenshot('changes-review');
  await inTitle('Undo Changes').click();
  await expect.poll(() => read('other.txt')).toBe('other\n');
  await expect.poll(() => page.locator('.monaco-component.multiDiffEditor').count()).toBe(0);
  expect(() => read('new.txt')).toThrow('ENOENT');
  expect(read('notes.txt')).not.toBe(after);
  await parley.window.runCommand('Parley: Redo Changes');
  await expect.poll(() => read('notes.txt')).toBe(after);
  expect(read('new.txt')).toBe('new\n');
  await parley.window.runCommand('Parley: Keep Changes');
});

test('files are restored to before a prompt, and redone', async () => {
  const before = read('notes.txt');
  const chat = await changed(`sh -c "echo last >> notes.txt"`);
  const after = read('notes.txt');
  await parley.window.runCommand('Parley: Rewind to Prompt…');
  await parley.window.quickPick.first().click();
  await chat.find('rewind-menu').getByText('notes.txt').waitFor();
  await chat.find('rewind-menu').getByText('Only Code').click();
  await expect.poll(() => read('notes.txt')).toBe(before);
  await parley.window.runCommand('Parley: Redo Changes');
  await expect.poll(() => read('notes.txt')).toBe(after);
});

test('what a command wrote to a file that runs on its own is marked, and asked about before it is kept', async () => {
  const chat = await changed(
    `mkdir -p .vscode .git/hooks; echo '{}' > .vscode/tasks.json; echo x > .git/hooks/pre-commit`,
  );
  const bar = chat.find('changes');
  await bar.getByText('1 file runs code').waitFor();
  await chat.entries('notice').getByText('.git/hooks/pre-commit').waitFor();
  await bar.locator('.changes-summary').click();
  const row = bar.locator('li[data-runs-code="editor"]');
  await row.getByText('runs code').waitFor();
  await parley.window.screenshot('changes-runs-code', 'chat');
  const { page } = parley.window;
  const dialog = page.locator('.monaco-dialog-box');
  await row.locator('button').last().click();
  await dialog.getByText('.vscode/tasks.json can run code').waitFor();
  await parley.window.screenshot('changes-keep-runs-code');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await row.count()).toBe(1);
  await row.locator('button').last().click();
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await expect.poll(() => row.count()).toBe(0);
});

test('changes of two sessions in one file are marked and named each, and the list groups them', async () => {
  const { page } = parley.window;
  await parley.window.runCommand('Parley: Keep Changes');
  const before = read('notes.txt').split('\n');
  const first = await changed(`sed -i -e 's/^line 5$/FIRST 5/' notes.txt`);
  await first.ask('title First tea');
  const second = await changed(`sed -i -e 's/^line 20$/SECOND 20/' notes.txt`);
  await second.ask('title Second tea');
  await openFile('notes.txt');
  await expect.poll(() => page.locator('.dirty-diff-glyph').count()).toBeGreaterThanOrEqual(2);
  await page.locator('.monaco-editor .view-lines').first().click();
  await page.locator('.monaco-editor.focused').first().waitFor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Alt+F3');
  const peek = page.locator('.peekview-widget');
  await peek.waitFor();
  const title = peek.locator('.head');
  await expect.poll(() => title.textContent()).toContain('First tea');
  await parley.window.screenshot('changes-two-sessions');
  // An open peek goes through the changes of its own session only.
  await peek.locator('.action-label.codicon-close').click();
  await peek.waitFor({ state: 'hidden' });
  await page.locator('.monaco-editor .view-line', { hasText: 'SECOND 20' }).click();
  await page.locator('.monaco-editor.focused').first().waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('Alt+F3');
  await expect.poll(() => title.textContent()).toContain('Second tea');
  await peek.locator('.action-label.codicon-discard').click();
  await expect.poll(() => read('notes.txt').split('\n')).toEqual(before.with(5, 'FIRST 5'));
  await parley.window.runCommand('Source Control: Focus on Changes View');
  await page.locator('.scm-view').getByText('notes.txt').first().waitFor();
  await parley.window.screenshot('changes-source-control');
});

test('a comment on a changed line is sent with the review, and shown as sent', async () => {
  const { page } = parley.window;
  const chat = await changed(`sed -i -e 's/^line 12$/COMMENTED 12/' notes.txt`);
  await openFile('notes.txt');
  const widget = page.locator('.review-widget');
  const line = page.locator('.monaco-editor .view-line', { hasText: 'COMMENTED 12' }).first();
  const box = widget.locator('.comment-form .monaco-editor').first();
  // The editor offers comments once VS Code has asked where there can be any.
  await expect
    .poll(async () => {
      if (await box.isVisible()) return true;
      await line.click();
      await parley.window.runCommand('Comments: Add Comment on Current Selection');
      return box.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
  await box.click();
  await page.keyboard.type('Why twelve?');
  await widget.getByRole('button', { name: 'Add Comment' }).click();
  const unsent = chat.find('unsent-comments');
  await unsent.getByText('1 comment not sent').waitFor();
  await parley.window.screenshot('changes-comment');
  await unsent.getByText('Send Review').click();
  await chat.entries('user').getByText('Why twelve?').waitFor();
  await unsent.waitFor({ state: 'hidden' });
  await widget.getByText('Sent', { exact: true }).first().waitFor();
  await parley.window.screenshot('changes-comment-sent');
});
