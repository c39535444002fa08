// Budgets of several places: the lower limit holds, and what cannot be used spoils nothing else.
import { describe, expect, test } from 'vitest';
import { budgetFromSettings } from '../../../src/core/usage/budgetSetting.ts';

const user = { EUR: { session: { warn: 1, stop: 5 }, day: { stop: 20 } } };

test('a budget of the user alone holds as it is', () => {
  const { budget, problems } = budgetFromSettings([user]);
  expect(budget).toEqual({ EUR: { session: { warn: 1, stop: 5 }, day: { stop: 20 } } });
  expect(problems).toEqual([]);
});

describe('A workspace', () => {
  test.each([
    ['raises a limit', { EUR: { session: { stop: 1e308 }, day: { stop: 1e6 } } }],
    ['replaces a stop by a warning', { EUR: { session: { warn: 100 }, day: { warn: 100 } } }],
    ['empties a unit', { EUR: {} }],
    ['empties all', {}],
    ['says nonsense', { EUR: { session: { stop: 'never' }, day: 0 } }],
    ['says null', null],
    ['says a text', 'none'],
  ])('that %s does not loosen the stops of the user', (_what, workspace) => {
    const { budget } = budgetFromSettings([user, workspace]);
    expect(budget['EUR']?.session?.stop).toBe(5);
    expect(budget['EUR']?.session?.warn).toBe(1);
    expect(budget['EUR']?.day?.stop).toBe(20);
  });

  test('can lower a limit and add one', () => {
    const { budget } = budgetFromSettings([
      user,
      { EUR: { session: { stop: 2 } }, credits: { day: { stop: 7 } } },
      { EUR: { day: { stop: 30, warn: 3 } } },
    ]);
    expect(budget).toEqual({
      EUR: { session: { warn: 1, stop: 2 }, day: { stop: 20, warn: 3 } },
      credits: { session: {}, day: { stop: 7 } },
    });
  });
});

test.each([
  ['a text', '5'],
  ['a negative number', -1],
  ['zero', 0],
  ['no number', Number.NaN],
  ['an infinite number', Number.POSITIVE_INFINITY],
])('%s as a limit is reported, and the others hold', (_what, stop) => {
  const { budget, problems } = budgetFromSettings([
    { EUR: { session: { stop, warn: 1 }, day: { stop: 9 } } },
  ]);
  expect(budget).toEqual({ EUR: { session: { warn: 1 }, day: { stop: 9 } } });
  expect(problems).toEqual([expect.stringContaining('EUR.session.stop')]);
});

test('parts that nobody knows are reported', () => {
  const { budget, problems } = budgetFromSettings([{ EUR: { week: { stop: 1 }, day: { halt: 1 } } }, 5]);
  expect(budget).toEqual({ EUR: { session: {}, day: {} } });
  expect(problems).toHaveLength(3);
});

test('thousands of problems are cut', () => {
  const units = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`U${index}`, 5]));
  expect(budgetFromSettings([units]).problems.length).toBeLessThanOrEqual(20);
});
