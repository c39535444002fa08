// The mode in which an agent changes nothing, among what agents call theirs.
import { expect, test } from 'vitest';
import { readOnlyMode } from '../../../src/core/configOptions/readOnlyMode.ts';
import type { SelectOption } from '../../../src/core/session/configOptions/state.ts';

const select = (category: string, ...values: readonly (readonly [string, string])[]): SelectOption => ({
  id: category,
  name: category,
  category,
  setBy: 'config_option',
  type: 'select',
  currentValue: values[0]?.[0] ?? '',
  groups: [{ values: values.map(([value, name]) => ({ value, name })) }],
});

const modes: readonly (readonly (readonly [string, string])[])[] = [
  [
    ['default', 'Always Ask'],
    ['acceptEdits', 'Accept Edits'],
    ['plan', 'Plan Mode'],
  ],
  [
    ['auto', 'Agent'],
    ['read-only', 'Read Only'],
    ['plan', 'Plan'],
  ],
  [
    ['code', 'Code'],
    ['1', 'Ask'],
  ],
];

test('is found by the id or the name of a mode, the strictest first', () => {
  const found = modes.map((values) =>
    readOnlyMode([select('model', ['plan', 'Plan']), select('mode', ...values)]),
  );
  expect(found.map((each) => each?.option.id)).toEqual(['mode', 'mode', 'mode']);
  expect(found.map((each) => each?.value)).toEqual(['plan', 'read-only', '1']);
});

test('is none where the agent has no mode of the kind', () => {
  const option = select('mode', ['default', 'Ask before edits'], ['yolo', 'YOLO']);
  expect(readOnlyMode([option])).toBeUndefined();
  expect(readOnlyMode([])).toBeUndefined();
});
