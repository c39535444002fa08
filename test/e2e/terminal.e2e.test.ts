// Commands of an agent in a real window: live output with colours, stopped by the user, opened as a terminal, a flood.
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { answerPermission } from './harness/answerPermission.ts';
import { Chat } from './harness/chat.ts';
import { journey } from './harness/journey.ts';
import { useParley } from './harness/useParley.ts';

const parley = useParley();

/** A session in which the demo agent was allowed to run a command. */
async function running(command: string): Promise<Chat> {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.connected();
  await chat.newSession();
  await chat.send(`run ${command}`);
  await chat.find('permission').waitFor();
  await answerPermission(chat, '1');
  await chat.find('terminal-output').waitFor();
  return chat;
}

journey('R69 a command shows its output as it comes, in colours, and can be stopped', async () => {
  const chat = await running(`printf '\\033[32mgreen\\033[0m plain\\n'; echo still here; sleep 1000`);
  const terminal = chat.find('terminal-output');
  await terminal.getByText('still here', { exact: true }).waitFor();
  expect(await terminal.getAttribute('data-state')).toBe('running');
  expect(await chat.find('tool-card').getAttribute('data-status')).toBe('in_progress');
  const green = terminal.getByText('green', { exact: true });
  const colours = await green.evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(element.parentElement ?? element).color,
  ]);
  expect(colours[0]).not.toBe(colours[1]);
  expect(await axeViolations(chat)).toEqual([]);
  await parley.window.screenshot('terminal-running', 'chat');

  await chat.find('terminal-stop').click();
  await terminal.and(parley.window.chat.locator('[data-state="failed"]')).waitFor();
  expect(await terminal.textContent()).toContain('Stopped by SIGTERM');
  await chat.answers.getByText('ended with signal SIGTERM').waitFor();
  // The agent has released it, and what it printed is still there.
  expect(await terminal.textContent()).toContain('still here');
  expect(await chat.find('terminal-stop').count()).toBe(0);
});

test('a command opens as a terminal of VS Code', async () => {
  const chat = await running('echo first words; sleep 1000');
  await chat.find('terminal-output').getByText('first words', { exact: true }).waitFor();
  await chat.find('terminal-open').click();
  const { page } = parley.window;
  await page.locator('.terminal-wrapper.active .xterm').waitFor();
  // The text is drawn on a canvas; copying all of it shows what is there.
  const copied = async (): Promise<string> => {
    await parley.window.runCommand('Terminal: Select All');
    await parley.window.runCommand('Terminal: Copy Selection');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await expect.poll(copied, { timeout: 20_000 }).toContain('first words');
  await chat.find('stop').click();
  await chat.entries('turn').getByText('Stopped').waitFor();
  await expect.poll(copied, { timeout: 20_000 }).toContain('Terminated by SIGTERM');
});

test('a command that prints without end leaves the panel awake, and can be stopped', async () => {
  const chat = await running('yes');
  const terminal = chat.find('terminal-output');
  await terminal.getByText(/were discarded/).waitFor();
  await chat.input.fill('typed meanwhile');
  expect(await chat.draft()).toBe('typed meanwhile');
  await chat.input.fill('');
  expect(await terminal.getAttribute('data-state')).toBe('running');
  await chat.find('terminal-stop').click();
  await terminal.and(parley.window.chat.locator('[data-state="failed"]')).waitFor();
  await chat.answers.getByText('ended with signal').waitFor();
});

test('100 MB of output come to their end, and the page holds no more than the last lines', async () => {
  const chat = await running('yes | head -c 100000000; echo the end');
  await chat.answers.getByText('ended with exit code 0').waitFor({ timeout: 60_000 });
  const terminal = chat.find('terminal-output');
  await terminal.getByText('the end', { exact: true }).waitFor();
  expect(await terminal.textContent()).toMatch(/99\.\d MB were discarded/);
  expect(await terminal.locator('.terminal-line').count()).toBeLessThanOrEqual(400);
});
