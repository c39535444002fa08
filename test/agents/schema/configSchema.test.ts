// Config options as agents really send them: repeated, unlisted, huge, odd.
import { expect, test } from 'vitest';
import { readSessionUpdate } from '../../../src/agents/schema/updateSchema.ts';
import { configOptions, sessionOptions } from '../../../src/agents/schema/configSchema.ts';

const select = (id: string, currentValue: string, ...values: readonly string[]) => ({
  id,
  name: id,
  type: 'select',
  currentValue,
  options: values.map((value) => ({ value, name: value })),
});

function update(fields: object) {
  const reading = readSessionUpdate({ sessionId: 's', update: fields });
  return reading.kind === 'parsed' ? reading.update : reading.kind;
}

test('of options with one id, and of values that stand twice, the first counts', () => {
  const parsed = configOptions.parse([select('a', 'x', 'x', 'y', 'x'), select('a', 'z', 'z')]);
  expect(parsed).toHaveLength(1);
  expect(parsed[0]).toMatchObject({ groups: [{ values: [{ value: 'x' }, { value: 'y' }] }] });
});

test.each([
  [
    ['a', { value: 'b', name: 'B' }],
    ['a', 'B'],
  ],
  [
    [{ value: 'b' }, 3, null, {}],
    ['b', '3'],
  ],
  [
    [{ name: 'G', options: ['x', { value: 'y' }] }, 'a'],
    ['x', 'y', 'a'],
  ],
])('of the values %j each that has an id is one', (options, names) => {
  const [parsed] = configOptions.parse([{ ...select('a', 'a'), options }]);
  const groups = parsed?.type === 'select' ? parsed.groups : [];
  expect(groups.flatMap(({ values }) => values.map(({ name }) => name))).toEqual(names);
});

test.each([[['m']], [[{ id: 'm' }]], [[{ modelId: 'm', id: 'other' }]], [[{ name: 'N' }, { id: 'm' }, 'n']]])(
  'of the models %j the first with an id is m',
  (availableModels) => {
    const [parsed] = sessionOptions.parse({ models: { currentModelId: 'm', availableModels } });
    expect(parsed).toMatchObject({ currentValue: 'm' });
    expect(parsed?.type === 'select' && parsed.groups[0]?.values[0]).toMatchObject({ value: 'm' });
  },
);

test('a current value that is not listed is accepted', () => {
  expect(configOptions.parse([select('provider', 'openai-compatible', 'cline')])).toMatchObject([
    { currentValue: 'openai-compatible' },
  ]);
});

test('ids and values may be any text: addresses, brackets, signs', () => {
  const value = 'https://agentclientprotocol.com/protocol/session-modes#agent';
  expect(configOptions.parse([select('$m|(x)[]', value, value)])).toMatchObject([
    { id: '$m|(x)[]', currentValue: value },
  ]);
});

test('two options of one category stay in their order, unknown types are left out (R97)', () => {
  const parsed = configOptions.parse([
    { ...select('provider', 'a', 'a'), category: 'model' },
    { id: 'slider', name: 'Slider', type: 'slider', currentValue: 3 },
    { ...select('model', 'm', 'm'), category: 'model' },
  ]);
  expect(parsed.map(({ id }) => id)).toEqual(['provider', 'model']);
});

test('modes beside config options are not shown twice; without them they stand for one (R92)', () => {
  const modes = { currentModeId: 'plan', availableModes: [{ id: 'plan', name: 'Plan' }] };
  const own = select('mode', 'plan', 'plan');
  expect(sessionOptions.parse({ configOptions: [own], modes })).toMatchObject([{ setBy: 'config_option' }]);
  expect(sessionOptions.parse({ configOptions: [], modes })).toMatchObject([
    { setBy: 'mode', category: 'mode' },
  ]);
});

test('5,000 values and names of 10,000 characters are read', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => `value ${index}`);
  expect(configOptions.parse([select('model', 'x'.repeat(10_000), ...many)])).toHaveLength(1);
});

test.each([
  [
    { used: -1, size: 10 },
    { type: 'usage', usage: { size: 10 } },
  ],
  [
    { used: 'many', cost: { amount: 1, currency: null } },
    { type: 'usage', usage: { cost: { amount: 1, currency: '' } } },
  ],
  [{ used: 'many', size: 0, cost: {} }, 'malformed'],
  [
    { used: 5, size: null },
    { type: 'usage', usage: { used: 5 } },
  ],
  [
    { used: 5, size: 0 },
    { type: 'usage', usage: { used: 5 } },
  ],
  [
    { used: 1e18, size: 10 },
    { type: 'usage', usage: { used: 1e18, size: 10 } },
  ],
  [
    { used: 5, size: 10, cost: { amount: 3, currency: 'credits' } },
    { type: 'usage', usage: { used: 5, size: 10, cost: { amount: 3, currency: 'credits' } } },
  ],
])('usage %j', (fields, expected) => {
  expect(update({ sessionUpdate: 'usage_update', ...fields })).toEqual(expected);
});

test('a title of any length is cut to 500 characters', () => {
  expect(update({ sessionUpdate: 'session_info_update', title: 'x'.repeat(9_000) })).toMatchObject({
    patch: { title: 'x'.repeat(500) },
  });
});
