// Recorded messages become a session that can be read.
import { expect, test } from 'vitest';
import { replayRecords } from '../../../../src/features/protocolView/node/replayRecords.ts';
import { readSaved } from '../../../../src/features/protocolView/core/wireRecord.ts';
import { sessionTitle } from '../../../../src/core/session/selectors.ts';

const messages: readonly (readonly ['a2c' | 'c2a', object])[] = [
  ['c2a', { id: 0, method: 'initialize', params: {} }],
  ['a2c', { id: 0, result: { protocolVersion: 1, agentInfo: { name: 'kettle', title: 'Kettle' } } }],
  ['c2a', { id: 1, method: 'session/new', params: { cwd: '/work', mcpServers: [] } }],
  ['a2c', { id: 1, result: { sessionId: 's1' } }],
  [
    'c2a',
    {
      id: 2,
      method: 'session/prompt',
      params: { sessionId: 's1', prompt: [{ type: 'text', text: 'Boil' }] },
    },
  ],
  [
    'a2c',
    {
      method: 'session/update',
      params: {
        sessionId: 's1',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'It boils.' } },
      },
    },
  ],
  ['a2c', { id: 2, result: { stopReason: 'end_turn' } }],
];
const file = messages
  .map(([dir, msg], t) => JSON.stringify({ t, dir, msg: { jsonrpc: '2.0', ...msg } }))
  .join('\n');

const options = {
  agent: 'saved',
  prefersOwnName: true,
  cwd: '/',
  startedAt: 1_000,
  keyOf: (id: string) => `recorded:${id}`,
  readOnlyReason: 'Recorded.',
};

test('a saved file is a read-only session with its prompts and answers', () => {
  const [state] = replayRecords(readSaved(file).records, options);
  expect(state).toMatchObject({
    key: 'recorded:s1',
    agent: 'Kettle',
    cwd: '/work',
    readOnly: 'Recorded.',
  });
  expect(state?.turn).toBeUndefined();
  expect(state === undefined ? '' : sessionTitle(state)).toBe('Boil');
  expect(JSON.stringify(state?.entries)).toContain('It boils.');
});

test('a recording that ends in a turn is not shown as running, and lines that are none are passed over', () => {
  const lines = file.split('\n');
  const damaged = [...lines.slice(0, -1), 'garbage', '{"t":"x"}', '{"t":1,"dir":"a2c","raw":"Hello"}'];
  const { records, skipped } = readSaved(damaged.join('\n'));
  expect(skipped).toBe(2);
  expect(replayRecords(records, options)[0]?.turn).toBeUndefined();
});
