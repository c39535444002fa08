// The settings of a CLI as config options, and back as commands.
import { describe, expect, test } from 'vitest';
import {
  configOptionsOf,
  settingCommand,
  thinkingLevelsOf,
  type Settings,
} from '../../../../packages/rpc-agent/src/session/cliConfigOptions.ts';
import { rpcModel, stateIn } from '../../../../packages/rpc-agent/src/cli/frames.ts';

const MODELS = [
  { provider: 'a', id: 'one', name: 'One', reasoning: true },
  { provider: 'b', id: 'x/y', reasoning: false },
  { provider: 'a', id: 'two' },
].map((model) => rpcModel.parse(model));

function settings(fields: Partial<Settings> = {}, state: object = {}): Settings {
  return {
    family: 'omp',
    state: stateIn({ model: MODELS[0], thinkingLevel: 'low', ...state }),
    models: MODELS,
    thinkingLevels: undefined,
    autoRetry: true,
    ...fields,
  };
}

function option(of: Settings, id: string, booleans = true): unknown {
  return configOptionsOf(of, booleans).find((each) => each.id === id);
}

describe('the model', () => {
  test('is chosen among all, grouped by provider', () => {
    expect(option(settings(), 'model')).toMatchObject({
      category: 'model',
      currentValue: 'a/one',
      options: [
        {
          group: 'a',
          options: [
            { value: 'a/one', name: 'One' },
            { value: 'a/two', name: 'two' },
          ],
        },
        { group: 'b', options: [{ value: 'b/x/y', name: 'x/y' }] },
      ],
    });
  });

  test('is offered even where the list leaves it out', () => {
    const of = settings({}, { model: { provider: 'c', id: 'own' } });
    expect(option(of, 'model')).toMatchObject({ currentValue: 'c/own', options: [{ group: 'c' }, {}, {}] });
  });

  test('is no option where there is none', () => {
    expect(option(settings({ models: [] }, { model: undefined }), 'model')).toBeUndefined();
  });

  test('is set with its provider, whatever its id looks like', () => {
    expect(settingCommand(settings(), 'model', 'b/x/y')).toEqual({
      command: 'set_model',
      fields: { provider: 'b', modelId: 'x/y' },
    });
  });
});

describe('the thinking levels are those that', () => {
  test.each<[string, object, readonly string[] | undefined, readonly string[]]>([
    ['the CLI lists', {}, ['off', 'high'], ['off', 'high']],
    ['the model names', { thinking: { efforts: ['low', 'high'] } }, undefined, ['off', 'low', 'high']],
    ['the protocol has', {}, undefined, ['off', 'minimal', 'low', 'medium', 'high', 'xhigh']],
    [
      'the model maps',
      { thinkingLevelMap: { minimal: null, xhigh: 'extra' } },
      undefined,
      ['off', 'low', 'medium', 'high', 'xhigh'],
    ],
    ['a model without thinking has', { reasoning: false }, undefined, ['off']],
  ])('%s', (_, model, thinkingLevels, expected) => {
    const of = settings({ thinkingLevels }, { model: { provider: 'a', id: 'm', ...model } });
    expect(thinkingLevelsOf(of)).toEqual(expected);
  });

  test('are no option where there is nothing to choose', () => {
    expect(option(settings({}, { model: MODELS[1], thinkingLevel: undefined }), 'thinking')).toBeUndefined();
  });

  test('hold the current one, even an unknown one', () => {
    expect(option(settings({}, { thinkingLevel: 'auto' }), 'thinking')).toMatchObject({
      category: 'thought_level',
      currentValue: 'auto',
      options: expect.arrayContaining([{ value: 'auto', name: 'auto' }]),
    });
  });
});

test('the interrupt mode is an option of the families that have it', () => {
  const of = settings({}, { interruptMode: 'immediate' });
  expect(option(of, 'interrupt_mode')).toMatchObject({ currentValue: 'immediate', category: '_queue' });
  expect(option({ ...of, family: 'pi' }, 'interrupt_mode')).toBeUndefined();
  expect(settingCommand({ ...of, family: 'pi' }, 'interrupt_mode', 'wait')).toBeUndefined();
});

describe('a switch', () => {
  test('is a boolean for clients that know them, else a list of two', () => {
    const of = settings({}, { autoCompactionEnabled: false });
    expect(option(of, 'auto_compaction')).toMatchObject({ type: 'boolean', currentValue: false });
    expect(option(of, 'auto_compaction', false)).toMatchObject({ type: 'select', currentValue: 'off' });
  });

  test.each([true, 'on'])('is set with %j', (value) => {
    expect(settingCommand(settings(), 'auto_retry', value)).toEqual({
      command: 'set_auto_retry',
      fields: { enabled: true },
    });
  });
});

test.each<[string, string | boolean]>([
  ['model', 'a/none'],
  ['model', true],
  ['thinking', 'loud'],
  ['steering_mode', 'some'],
  ['auto_retry', 'perhaps'],
  ['colour', 'red'],
])('there is no %s with the value %j', (configId, value) => {
  expect(settingCommand(settings(), configId, value)).toBeUndefined();
});
