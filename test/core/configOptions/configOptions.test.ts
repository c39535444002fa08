// Config options: order, categories, cycling, pending and confirmed values.
import { describe, expect, test } from 'vitest';
import {
  categoriesOf,
  firstOfCategory,
  nextValue,
  shownValue,
  valueName,
} from '../../../src/core/configOptions/configOptions.ts';
import type { ConfigOption, SelectOption } from '../../../src/core/session/configOptions/state.ts';
import type { SessionEvent } from '../../../src/core/session/events.ts';
import { emptySession, type SessionState } from '../../../src/core/session/model.ts';
import { reduce } from '../../../src/core/session/reduce.ts';

function select(
  id: string,
  category: string | undefined,
  currentValue = 'a',
  values = ['a', 'b', 'c'],
): SelectOption {
  return {
    id,
    name: id.toUpperCase(),
    ...(category === undefined ? {} : { category }),
    setBy: 'config_option',
    type: 'select',
    currentValue,
    groups: [{ values: values.map((value) => ({ value, name: value.toUpperCase() })) }],
  };
}

const flag: ConfigOption = {
  id: 'f',
  name: 'Flag',
  setBy: 'config_option',
  type: 'boolean',
  currentValue: false,
};

function fold(...events: readonly SessionEvent[]): SessionState {
  return events.reduce(reduce, emptySession('s', 'agent', '/work'));
}

function opened(...options: readonly ConfigOption[]): SessionEvent {
  return { type: 'config_options', at: 1, options };
}

describe('R94 the first of a category', () => {
  test('a shortcut acts on the first of its category', () => {
    const options = [select('provider', 'model'), select('model', 'model')];
    expect(firstOfCategory(options, 'model')?.id).toBe('provider');
    expect(firstOfCategory(options, '_x')).toBeUndefined();
    expect(categoriesOf(options)).toEqual(['model']);
  });
});

describe('cycling', () => {
  test('goes around both ends', () => {
    const option = select('m', 'mode');
    expect(nextValue(option, 'a')).toBe('b');
    expect(nextValue(option, 'c')).toBe('a');
    expect(nextValue(option, 'a', -1)).toBe('c');
  });

  test('a value that is not listed goes to the first; one value goes nowhere', () => {
    expect(nextValue(select('m', 'mode', 'gone'), 'gone')).toBe('a');
    expect(nextValue(select('m', 'mode', 'a', ['a']), 'a')).toBeUndefined();
    expect(nextValue(select('m', 'mode', 'a', []), 'a')).toBeUndefined();
  });

  test('only among favorites when there are any', () => {
    const option = select('m', 'model');
    expect(nextValue(option, 'a', 1, ['c', 'a', 'not offered'])).toBe('c');
    expect(nextValue(option, 'b', 1, ['c'])).toBe('c');
    expect(nextValue(option, 'a', 1, ['not offered'])).toBe('b');
  });

  test('a boolean toggles', () => {
    expect(nextValue(flag, false)).toBe(true);
    expect(nextValue(flag, true)).toBe(false);
  });
});

describe('R93, R99 changes', () => {
  const change: SessionEvent = { type: 'config_change_requested', at: 2, configId: 'm', value: 'b' };

  test('a change shows at once and becomes final with the answer, which replaces everything', () => {
    const pending = fold(opened(select('m', 'model'), select('t', 'thought_level')), change);
    const [option] = pending.configOptions;
    expect(option && shownValue(option, pending.pendingConfigChanges)).toBe('b');
    expect(option?.currentValue).toBe('a');
    const answered = reduce(pending, {
      type: 'config_options_answered',
      at: 3,
      configId: 'm',
      options: [select('m', 'model', 'b')],
    });
    expect(answered.pendingConfigChanges).toEqual([]);
    expect(answered.configOptions).toMatchObject([{ id: 'm', currentValue: 'b' }]);
    expect(answered.entries).toEqual([]);
  });

  test('a refused change rolls back and says why', () => {
    const error = { code: 'agent-error', message: 'No such model.', actions: [] };
    const failed = fold(opened(select('m', 'model')), change, {
      type: 'config_change_failed',
      at: 3,
      configId: 'm',
      error,
    });
    expect(failed.pendingConfigChanges).toEqual([]);
    expect(failed.configOptions).toMatchObject([{ currentValue: 'a' }]);
    expect(failed.entries.flat()).toMatchObject([{ kind: 'notice', error }]);
  });

  test('a change by the agent has one notice', () => {
    const after: SessionEvent = { type: 'config_options', at: 4, options: [select('m', 'model', 'c')] };
    const state = fold(opened(select('m', 'model')), after, after);
    expect(state.entries.flat()).toMatchObject([{ kind: 'notice', text: 'M is now C.' }]);
  });

  test('an update while the user’s change is pending has no notice', () => {
    const state = fold(opened(select('m', 'model')), change, {
      type: 'config_options',
      at: 4,
      options: [select('m', 'model', 'b')],
    });
    expect(state.entries).toEqual([]);
  });
});

test('R91, R92 current_mode_update moves the option that stands for the legacy modes, and nothing else', () => {
  const legacy: ConfigOption = { ...select('mode', 'mode'), setBy: 'mode' };
  const update: SessionEvent = { type: 'current_mode', at: 2, modeId: 'b' };
  expect(fold(opened(legacy), update).configOptions).toMatchObject([{ currentValue: 'b' }]);
  expect(fold(opened(select('mode', 'mode')), update).configOptions).toMatchObject([{ currentValue: 'a' }]);
});

test('names are shown on one line, and a value without a name is its own', () => {
  const option: SelectOption = {
    ...select('m', 'model'),
    groups: [
      {
        values: [
          { value: 'a', name: ' big\nmodel ' },
          { value: 'b', name: '\n' },
        ],
      },
    ],
  };
  expect(valueName(option, 'a')).toBe('big model');
  expect(valueName(option, 'b')).toBe('b');
  expect(valueName(option, 'gone')).toBe('gone');
});
