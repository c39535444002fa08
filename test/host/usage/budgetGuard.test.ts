// The question before a prompt whose session has reached its budget: nothing is spent by Enter alone.
import { beforeEach, expect, test } from 'vitest';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { BudgetGuard } from '../../../src/host/usage/budgetGuard.ts';
import { StoredChoices } from '../../../src/host/settings/storedChoices.ts';
import { ManualClock } from '../../support/clock.ts';
import { resetVscode, vscode } from '../../support/vscode.ts';

const KEY = 'session-1';

beforeEach(resetVscode);

/** The guard of a session that has cost 6 of 5 euros. */
function guardOfSpent(): BudgetGuard {
  vscode.settings.set('budget', { EUR: { session: { stop: 5 } } });
  const store = new SessionStore();
  store.create(KEY, 'Birch', '/w');
  const choices = new StoredChoices({ get: () => undefined, keys: () => [], update: async () => undefined });
  const guard = new BudgetGuard({ store, clock: new ManualClock(), choices });
  const usage = { used: 1, size: 100, cost: { amount: 6, currency: 'EUR' } };
  store.dispatch(KEY, { type: 'usage', at: 1, usage });
  return guard;
}

const SEND = 'Send Anyway';
const ALWAYS = 'Send and Don’t Ask Again in This Session';

test('the button with the focus opens the setting, and sends nothing', async () => {
  const guard = guardOfSpent();
  vscode.answers.push(([first]) => first);
  expect(await guard.ask(KEY)).toBe(false);
  expect(vscode.buttons).toEqual([['Change Budget…', SEND, ALWAYS]]);
  expect(vscode.commands).toEqual([['workbench.action.openSettings', '@id:parley.budget']]);
  expect(guard.isClosed(KEY)).toBe(true);
});

test.each([
  [undefined, false, true],
  [SEND, true, true],
  [ALWAYS, true, false],
])('the answer %s sends: %s, and is asked again: %s', async (answer, isSent, isClosed) => {
  const guard = guardOfSpent();
  vscode.answers.push(() => answer);
  expect(await guard.ask(KEY)).toBe(isSent);
  expect(guard.isClosed(KEY)).toBe(isClosed);
  expect(vscode.commands).toEqual([]);
});
