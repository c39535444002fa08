// The agent that a task names.
import { expect, test } from 'vitest';
import { agentNamed, splitAgent } from '../../../../src/features/vscodeChat/core/namedAgent.ts';

const agents = ['Claude', 'Claude Opus', 'demo'].map((name) => ({
  name,
  label: name === 'demo' ? 'Demo Agent' : name,
}));

test.each([
  ['claude: fix it', 'Claude', 'fix it'],
  ['Claude Opus, fix it', 'Claude Opus', 'fix it'],
  ['CLAUDE opus\nfix it', 'Claude Opus', 'fix it'],
  ['demo agent help', 'demo', 'help'],
  ['demo help', 'demo', 'help'],
  ['demonstrate it', undefined, 'demonstrate it'],
  ['  fix it ', undefined, 'fix it'],
  ['Claude', 'Claude', ''],
  ['', undefined, ''],
])('%j', (text, name, task) => {
  const split = splitAgent(agents, text);
  expect([split.agent?.name, split.task]).toEqual([name, task]);
});

test('a name is found in any case, and as the user knows it', () => {
  expect(agentNamed(agents, 'claude opus ')?.name).toBe('Claude Opus');
  expect(agentNamed(agents, 'Demo Agent')?.name).toBe('demo');
  expect(agentNamed(agents, 'Clau')).toBeUndefined();
});
