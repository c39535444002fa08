// What an `mcp.json` says: servers and inputs of any form, of which only what can be used is used.
import { expect, test } from 'vitest';
import { mcpConfigFile } from '../../../src/core/mcp/mcpConfigFile.ts';

test('servers and inputs are read, and fields that Parley does not know are left alone', () => {
  const servers = { it: { command: 'x', dev: { watch: '*' } } };
  const inputs = [
    { type: 'promptString', id: 'a', description: 'A', password: true, new: 1 },
    { type: 'pickString', id: 'b', options: ['1', { label: 'Two', value: '2' }] },
    { type: 'command', id: 'c', command: 'ext.token' },
  ];
  const file = mcpConfigFile({ servers, inputs, sandbox: {} });
  expect(file).toMatchObject({ servers, problems: [] });
  expect(file.inputs).toMatchObject([{ id: 'a', password: true }, { options: ['1', '2'] }, { id: 'c' }]);
});

test.each([undefined, null, {}])('%j means no servers', (value) => {
  expect(mcpConfigFile(value)).toEqual({ servers: {}, inputs: [], problems: [] });
});

test.each([5, 'x', [], { servers: [] }, { servers: 'x' }])('%j is a problem', (value) => {
  expect(mcpConfigFile(value)).toMatchObject({ servers: {}, problems: [expect.any(String)] });
});

test('inputs that cannot be used are counted, and of two with one id the first holds', () => {
  const inputs = [
    { type: 'promptString', id: 'a', description: 'first' },
    { type: 'unknown', id: 'x' },
    { type: 'promptString', id: 'a', description: 'second' },
    { type: 'pickString', id: 'b', options: [] },
  ];
  const file = mcpConfigFile({ inputs });
  expect(file.inputs).toMatchObject([{ description: 'first' }]);
  expect(file.problems).toHaveLength(2);
});

test('no more servers are read than can be looked through, and none without a usable name', () => {
  const servers = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [`s${index}`, { command: 'x' }]),
  );
  const file = mcpConfigFile({ servers: { '': {}, ['x'.repeat(1_000)]: {}, ...servers } });
  expect(Object.keys(file.servers)).toHaveLength(100);
  expect(file.problems).toHaveLength(2);
});
