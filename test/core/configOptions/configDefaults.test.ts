// Values chosen last, applied again.
import { expect, test } from 'vitest';
import { applyWanted } from '../../../src/core/configOptions/configDefaults.ts';
import type { ConfigOption, SelectOption } from '../../../src/core/session/configOptions/state.ts';

function select(id: string, currentValue: string, ...values: readonly string[]): SelectOption {
  const groups = [{ values: values.map((value) => ({ value, name: value })) }];
  return { id, name: id, setBy: 'config_option', type: 'select', currentValue, groups };
}

test('each answer decides what is applied next', async () => {
  const big = [select('model', 'big', 'small', 'big'), select('thought', 'low', 'low', 'high')];
  const asked: string[] = [];
  await applyWanted(
    [select('model', 'small', 'small', 'big')],
    { model: 'big', thought: 'high' },
    async (option) => {
      asked.push(option.id);
      return big;
    },
  );
  expect(asked).toEqual(['model', 'thought']);
});

test('a refused value is not tried again, and the loop ends', async () => {
  const options: readonly ConfigOption[] = [select('a', 'x', 'x', 'y'), select('b', 'x', 'x', 'y')];
  let asked = 0;
  await applyWanted(options, { a: 'y', b: 'y' }, async () => {
    asked++;
    return options;
  });
  expect(asked).toBe(2);
});

test('values that are not offered, options that are gone, and values already there ask nothing', async () => {
  const options: readonly ConfigOption[] = [select('a', 'x', 'x', 'y'), select('b', 'y', 'x', 'y')];
  await applyWanted(options, { a: 'gone', b: 'y', c: 'z' }, () => Promise.reject(new Error('asked')));
});
