// The groups of config options: the agent's order, categories of every kind, names and icons.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { categoryIcon, categoryLabel, optionGroups } from '../../../src/core/configOptions/optionGroups.ts';
import type { ConfigOption } from '../../../src/core/session/configOptions/state.ts';

function select(id: string, category: string | undefined): ConfigOption {
  return {
    id,
    name: id.toUpperCase(),
    ...(category === undefined ? {} : { category }),
    setBy: 'config_option',
    type: 'select',
    currentValue: 'a',
    groups: [{ values: [{ value: 'a', name: 'A' }] }],
  };
}

const flag: ConfigOption = {
  id: 'f',
  name: 'Flag',
  setBy: 'config_option',
  type: 'boolean',
  currentValue: false,
};

describe('R94, R95, R96 order', () => {
  /** The ids as they are shown, those of a group in one text. */
  const shown = (...options: readonly ConfigOption[]): readonly string[] =>
    optionGroups(options).map((group) => group.options.map(({ id }) => id).join(' '));

  test('the agent’s order holds, whatever the categories are', () => {
    const options = [
      select('thought', 'thought_level'),
      select('none', undefined),
      select('model', 'model'),
      select('own', '_z'),
      select('mode', 'mode'),
      select('other', 'permissions'),
    ];
    expect(shown(...options)).toEqual(options.map(({ id }) => id));
  });

  test('a category stands where its first option stands, in the agent’s order', () => {
    expect(
      shown(
        select('x1', '_x'),
        select('m1', 'model'),
        select('y', '_y'),
        select('x2', '_x'),
        select('m2', 'model'),
      ),
    ).toEqual(['x1 x2', 'm1 m2', 'y']);
  });

  test('options without a category stay where they are', () => {
    const empty = { ...select('b', 'x'), category: '' };
    expect(shown(flag, select('m', 'model'), empty, select('c', undefined), select('n', 'model'))).toEqual([
      'f',
      'm n',
      'b c',
    ]);
  });

  test('the options of a model stand beside it, first where they are first', () => {
    const [mode, model] = [select('mode', 'mode'), select('model', 'model')];
    const near = select('near', 'model_config');
    expect(shown(model, mode, near)).toEqual(['model', 'near', 'mode']);
    expect(shown(near, mode, model)).toEqual(['near', 'model', 'mode']);
    expect(shown(mode, near)).toEqual(['mode', 'near']);
  });

  test('nothing is lost, and within a category nothing changes places', () => {
    const category = fc.constantFrom(undefined, '', 'mode', 'model', 'model_config', '_x', '__proto__');
    fc.assert(
      fc.property(fc.array(category), (categories) => {
        const options = categories.map((each, index) => select(`o${index}`, each));
        const groups = optionGroups(options);
        const flat = groups.flatMap((group) => group.options);
        expect(flat.toSorted((a, b) => options.indexOf(a) - options.indexOf(b))).toEqual(options);
        expect(flat[0]).toBe(options[0]);
        for (const each of new Set(categories)) {
          const own = (list: readonly ConfigOption[]) => list.filter((option) => option.category === each);
          expect(own(flat)).toEqual(own(options));
        }
      }),
    );
  });

  test('every category has a name and an icon', () => {
    expect(
      ['mode', 'model', 'model_config', 'thought_level', '_queue', '_my__own_thing', undefined, '_'].map(
        categoryLabel,
      ),
    ).toEqual([
      'Mode',
      'Model',
      'Model Options',
      'Thinking',
      'Queue',
      'My own thing',
      'Other Options',
      'Other Options',
    ]);
    const icons = ['mode', 'model', 'model_config', 'thought_level', '_queue', undefined].map(categoryIcon);
    expect(new Set(icons).size).toBe(icons.length);
  });
});
