// Budgets: limits per session, per day, per unit.
import { expect, test } from 'vitest';
import { Budget, daySpending, limitText } from '../../../src/core/usage/budget.ts';

const setting = {
  EUR: { session: { warn: 1, stop: 2 }, day: { stop: 3 } },
  credits: { session: { stop: 100 } },
};

function budget(): Budget {
  const made = new Budget({ day: '2026-01-01', spent: {} });
  made.configure(setting);
  return made;
}

function eur(amount: number) {
  return { amount, currency: 'EUR' };
}

test('a limit is reported once, when it is reached', () => {
  const made = budget();
  expect(made.spend('a', eur(0.99), '2026-01-01')).toEqual([]);
  expect(made.spend('a', eur(1), '2026-01-01')).toMatchObject([{ kind: 'warn', scope: 'session', limit: 1 }]);
  expect(made.spend('a', eur(1.5), '2026-01-01')).toEqual([]);
  expect(made.spend('a', eur(2), '2026-01-01')).toMatchObject([{ kind: 'stop', scope: 'session' }]);
});

test('the day adds up what sessions spend, without counting a cumulative cost twice', () => {
  const made = budget();
  made.spend('a', eur(1.4), '2026-01-01');
  made.spend('a', eur(1.4), '2026-01-01');
  expect(made.spend('b', eur(1.5), '2026-01-01').map(({ scope }) => scope)).toEqual(['session']);
  expect(made.today.spent['EUR']).toBeCloseTo(2.9);
  expect(made.spend('b', eur(1.6), '2026-01-01')).toMatchObject([{ kind: 'stop', scope: 'day' }]);
  expect(made.stopFor('c', '2026-01-01')).toMatchObject({ scope: 'day' });
});

test('a new day starts at nothing', () => {
  const made = budget();
  made.spend('a', eur(1.9), '2026-01-01');
  made.spend('a', eur(1.95), '2026-01-02');
  expect(made.today).toEqual({ day: '2026-01-02', spent: { EUR: expect.closeTo(0.05) } });
  expect(made.stopFor('x', '2026-01-02')).toBeUndefined();
});

test('an agent that counts anew after a restart adds up', () => {
  const made = budget();
  made.spend('a', eur(1.5), '2026-01-01');
  expect(made.spend('a', eur(0.2), '2026-01-01')).toEqual([]);
  expect(made.spend('a', eur(0.6), '2026-01-01')).toMatchObject([{ kind: 'stop', scope: 'session' }]);
  expect(made.today.spent['EUR']).toBeCloseTo(2.1);
});

test('what a session had cost before the window was opened is not spent again', () => {
  const made = budget();
  expect(made.spend('a', eur(2.1), '2026-01-02', eur(1.9))).toMatchObject([
    { kind: 'warn', scope: 'session', spent: { amount: 2.1 } },
    { kind: 'stop', scope: 'session', spent: { amount: 2.1 } },
  ]);
  expect(made.today).toEqual({ day: '2026-01-02', spent: { EUR: expect.closeTo(0.2) } });
  made.spend('a', eur(2.2), '2026-01-02', eur(2.1));
  expect(made.today.spent['EUR']).toBeCloseTo(0.3);
});

test('an agent that counts anew with a session from before adds up too', () => {
  const made = budget();
  expect(made.spend('a', eur(0.2), '2026-01-01', eur(1.9))).toMatchObject([
    { kind: 'warn' },
    { kind: 'stop', spent: { amount: expect.closeTo(2.1) } },
  ]);
  expect(made.today.spent['EUR']).toBeCloseTo(0.2);
});

test('a cost below nothing is nothing, and sums stay numbers', () => {
  const made = budget();
  made.spend('a', eur(-5), '2026-01-01');
  made.spend('a', eur(0.5), '2026-01-01');
  expect(made.today.spent['EUR']).toBeCloseTo(0.5);
  made.spend('b', eur(Number.MAX_VALUE), '2026-01-01');
  made.spend('c', eur(Number.MAX_VALUE), '2026-01-01');
  expect(daySpending.safeParse(JSON.parse(JSON.stringify(made.today))).success).toBe(true);
});

test('a unit may be called like something of the language', () => {
  const made = budget();
  made.spend('a', { amount: 1, currency: 'constructor' }, '2026-01-01');
  made.spend('b', { amount: 1, currency: 'toString' }, '2026-01-01');
  expect(made.today.spent).toEqual({ constructor: 1, toString: 1 });
});

test('units are counted separately', () => {
  const made = budget();
  expect(made.spend('a', { amount: 99, currency: 'credits' }, '2026-01-01')).toEqual([]);
  expect(made.spend('b', eur(0.5), '2026-01-01')).toEqual([]);
  expect(made.spend('c', { amount: 1e9, currency: 'USD' }, '2026-01-01')).toEqual([]);
  expect(made.stopFor('c', '2026-01-01')).toBeUndefined();
});

test('what costs nothing more leaves the day as it is, so that it need not be stored again', () => {
  const made = budget();
  made.spend('a', eur(0.5), '2026-01-01');
  const { today } = made;
  made.spend('a', eur(0.5), '2026-01-01');
  expect(made.today).toBe(today);
});

test('a stop holds until the user releases the session', () => {
  const made = budget();
  made.spend('a', eur(2.5), '2026-01-01');
  expect(made.stopFor('a', '2026-01-01')).toMatchObject({ scope: 'session', limit: 2 });
  made.release('a');
  expect(made.stopFor('a', '2026-01-01')).toBeUndefined();
});

test('a stop holds for what a session had cost before the window was opened', () => {
  const made = budget();
  expect(made.stopFor('a', '2026-01-01', eur(2.5))).toMatchObject({ scope: 'session', spent: eur(2.5) });
  expect(made.stopFor('a', '2026-01-01', eur(1.5))).toBeUndefined();
  made.spend('a', eur(0.1), '2026-01-01', eur(1.5));
  expect(made.stopFor('a', '2026-01-01', eur(2.5))).toBeUndefined();
});

test('a cost that is no number changes nothing', () => {
  const made = budget();
  expect(made.spend('a', eur(Number.NaN), '2026-01-01')).toEqual([]);
  expect(made.today.spent).toEqual({});
});

test('the sentence has both figures', () => {
  expect(limitText({ kind: 'stop', scope: 'session', spent: eur(2.5), limit: 2 })).toMatch(
    /^This session has cost €2\.50 and reached its budget of €2\.00\.$/,
  );
});
