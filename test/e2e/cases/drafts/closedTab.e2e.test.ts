// What the user has typed in a chat among the editors whose tab they close, in a real window.
import { expect, test } from 'vitest';
import { Chat } from '../../harness/chat.ts';
import { useParley } from '../../harness/useParley.ts';

const parley = useParley({});

/** The last chats in sight, once there are as many: those in tabs come after the sidebar's. */
async function lastOf(count: number): Promise<Chat> {
  await expect.poll(async () => (await parley.window.chatsInSight()).length).toBe(count);
  const frame = (await parley.window.chatsInSight()).at(-1);
  if (frame === undefined) throw new Error('There is no chat.');
  return new Chat(parley.window, frame);
}

async function typeInto(chat: Chat, text: string): Promise<void> {
  await chat.input.click();
  await parley.window.page.keyboard.type(text);
}

test('in a session without a prompt, it is in the sidebar’s new session', async () => {
  const { window } = parley;
  await window.openChat();
  await new Chat(window).newSession('Demo agent');
  await window.runCommand('Parley: Open Chat in Editor');
  await typeInto(await lastOf(2), 'an idea');
  await window.runCommand('View: Close Editor');
  const sidebar = await lastOf(1);
  await expect.poll(() => sidebar.draft()).toBe('an idea');
});

test('in a session with prompts, it is there when the session is opened again', async () => {
  const { window } = parley;
  const sidebar = await lastOf(1);
  await sidebar.input.fill('');
  await sidebar.ask('title Oolong');
  await window.runCommand('Parley: Open Chat in Editor');
  await typeInto(await lastOf(2), 'a second idea');
  await window.runCommand('View: Close Editor');
  await (await lastOf(1)).switchTo('Oolong');
  await expect.poll(() => sidebar.draft()).toBe('a second idea');
});

test('beside a sidebar that is in use, it is in the next new session', async () => {
  const { window } = parley;
  await window.runCommand('Parley: Open Chat in Editor');
  await (await lastOf(2)).input.click();
  await window.runCommand('Parley: New Session');
  await typeInto(await lastOf(2), 'a third idea');
  const [sidebar] = (await window.chatsInSight()).map((frame) => new Chat(window, frame));
  await sidebar?.ask('title Sencha');
  await (await lastOf(2)).input.click();
  await window.runCommand('View: Close Editor');
  const left = await lastOf(1);
  expect(await left.draft()).toBe('');
  await left.openSession('Demo agent');
  await expect.poll(() => left.draft()).toBe('a third idea');
});
