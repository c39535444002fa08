// Rules for commands in a real window: commands that an agent starts in terminals without having asked the user.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RawStep } from '../support/programs/rawAgent.ts';
import { fakeAgent, rawSession } from './agents/agentSettings.ts';
import { answerPermission, selectAnswer } from './harness/answerPermission.ts';
import { Chat } from './harness/chat.ts';
import { useParley } from './harness/useParley.ts';

/** The agent starts these commands one after the other in one turn. */
function starting(...commands: readonly (readonly string[])[]): readonly RawStep[] {
  const steps = commands.flatMap(([command, ...args], index): RawStep[] => [
    {
      send: {
        id: `command-${index}`,
        method: 'terminal/create',
        params: { sessionId: 's1', command, args },
      },
    },
    { expect: 'response' },
  ]);
  return [
    { expect: 'session/prompt' },
    ...steps,
    { text: 'all answered' },
    { reply: { stopReason: 'end_turn' } },
  ];
}

const denied = [
  ['git', '-C', '.', 'push'],
  ['sh', '-c', 'echo rm zzz | sh'],
];
const written = ['git', 'diff', '--no-index', '--output=written.txt', '/dev/null', 'notes.txt'];

const parley = useParley({
  files: { 'notes.txt': 'one\n', zzz: 'stays\n' },
  machineSettings: {
    'parley.permissions.rules': [
      { action: 'deny', command: ['git push', 'rm'] },
      { action: 'allow', command: ['git status', 'git diff', 'npm test'] },
      { action: 'ask', kind: 'execute', name: 'The rest' },
    ],
    'parley.agents': {
      Other: fakeAgent('Other'),
      Starter: rawSession('Starter', starting(...denied, written)),
    },
    'parley.defaultAgent': 'Other',
  },
});

test('F8 F9 a denied command in another spelling does not run, and an option that writes is asked about', async () => {
  const chat = new Chat(parley.window);
  await parley.window.openChat();
  await chat.newSession('Starter');
  await chat.send('go');
  const request = chat.find('permission');
  // The plain one is denied without a question; what a shell reads from a pipe is asked about.
  await request.getByText('echo rm zzz | sh').first().waitFor();
  await parley.window.screenshot('command-rules', 'chat');
  await selectAnswer(chat, '2');
  await chat.input.press('Enter');
  // The next one writes to a file.
  await request.getByText('--output=written.txt').first().waitFor();
  await answerPermission(chat, '2');
  await chat.answers.getByText('all answered').waitFor();
  const cards = chat.find('tool-card');
  expect(await cards.count()).toBe(3);
  await cards.nth(0).getByText('Rejected · Rule: user rule 1').waitFor();
  for (const [index, text] of ['echo rm zzz | sh', '--output=written.txt'].entries()) {
    await cards
      .nth(index + 1)
      .getByText(text)
      .first()
      .waitFor();
    expect(
      await cards
        .nth(index + 1)
        .getByTestId('tool-decision')
        .textContent(),
    ).toBe('Rejected');
  }
  expect(parley.server.readFile('zzz')).toBe('stays\n');
  expect(existsSync(join(parley.server.directory, 'written.txt'))).toBe(false);
});
