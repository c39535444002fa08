// What follows when an agent was added: a session with it, unless the user works in the chat by then.
import { beforeEach, expect, test } from 'vitest';
import { openAdded } from '../../../../src/features/addAgent/host/openAdded.ts';
import { resetVscode, vscode } from '../../../support/vscode.ts';

beforeEach(resetVscode);

test('a session with the agent is opened', async () => {
  await openAdded('Zeta', false);
  expect(vscode.messages[0]).toBe('Zeta was added.');
  expect(vscode.commands).toEqual([['parley.newSession', 'Zeta']]);
});

test.each([
  ['New Session', [['parley.newSession', 'Zeta']]],
  [undefined, []],
])(
  'no session takes the place of a prompt that was sent meanwhile: %s is selected',
  async (answer, expected) => {
    vscode.answers.push(() => answer);
    await openAdded('Zeta', true);
    expect(vscode.buttons).toEqual([['New Session']]);
    expect(vscode.commands).toEqual(expected);
  },
);
