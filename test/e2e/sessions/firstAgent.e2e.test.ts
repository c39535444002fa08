// Adding the first agent in the settings while the chat with the demo agent is open.
import { expect, test } from 'vitest';
import { fakeAgent } from '../agents/agentSettings.ts';
import { agentName, Chat } from '../harness/chat.ts';
import { keptDrafts } from '../harness/persistedFiles.ts';
import { useParley } from '../harness/useParley.ts';

const parley = useParley();

test('a chat in which nothing was said goes over to the first agent that is added, with what was typed', async () => {
  const { window, server } = parley;
  await window.openChat();
  const chat = new Chat(window);
  await chat.find('suggestion').first().waitFor();
  await chat.input.fill('half a thought');
  await expect.poll(() => keptDrafts(server)).toContain('half a thought');
  server.changeSettings({ 'parley.agents': { Alder: fakeAgent('Alder') } }, 'machine');
  await agentName(window.chat, 'Alder').waitFor();
  await chat.find('suggestion').first().waitFor({ state: 'detached' });
  expect(await chat.draft()).toBe('half a thought');
  await chat.input.press('Enter');
  await chat.answers.first().waitFor();
});
