// Subscriptions to the session store: to all events, to events of a type, to a selected value; and a search by id.
import { expect, test } from 'vitest';
import { hasQuestion, isRunning } from '../../../src/core/session/selectors.ts';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';

const AT = 1;

function storeWith(...keys: readonly string[]): SessionStore {
  const store = new SessionStore();
  for (const key of keys) store.create(key, 'agent', '/folder');
  return store;
}

function prompt(store: SessionStore, key: string): void {
  store.dispatch(key, { type: 'prompt_started', at: AT, content: [{ type: 'text', text: 'Hello' }] });
}

function endTurn(store: SessionStore, key: string): void {
  store.dispatch(key, { type: 'turn_ended', at: AT, stopReason: 'end_turn' });
}

test('a listener for one event type gets the events of that type, narrowed to it', () => {
  const store = storeWith('a');
  const reasons: string[] = [];
  store.onEvent('turn_ended', ({ event }) => reasons.push(event.stopReason));
  prompt(store, 'a');
  endTurn(store, 'a');
  expect(reasons).toEqual(['end_turn']);
});

test('a listener for several event types gets each event once, in order', () => {
  const store = storeWith('a', 'b');
  const events: string[] = [];
  store.onEvent(['turn_ended', 'prompt_started'], ({ key, event }) => events.push(`${key} ${event.type}`));
  prompt(store, 'a');
  prompt(store, 'b');
  endTurn(store, 'a');
  expect(events).toEqual(['a prompt_started', 'b prompt_started', 'a turn_ended']);
});

test('a listener to a selected value is called only when the value of a session changes', () => {
  const store = storeWith('a', 'b');
  const changes: string[] = [];
  store.onSelect(isRunning, ({ key, state }) => changes.push(`${key} ${String(isRunning(state))}`));
  prompt(store, 'a');
  store.dispatch('a', { type: 'renamed', at: AT, alias: 'Name' });
  prompt(store, 'b');
  endTurn(store, 'a');
  expect(changes).toEqual(['a true', 'b true', 'a false']);
});

test('an event that changes several selected values calls the listener once', () => {
  const store = storeWith('a');
  let calls = 0;
  store.onSelect([isRunning, ({ entries }) => entries, hasQuestion], () => calls++);
  prompt(store, 'a');
  expect(calls).toBe(1);
});

test('a disposed subscription is not called any more', () => {
  const store = storeWith('a');
  let calls = 0;
  const count = (): void => void calls++;
  for (const subscription of [
    store.onChange(count),
    store.onEvent(['prompt_started', 'turn_ended'], count),
    store.onSelect(isRunning, count),
  ]) {
    subscription.dispose();
  }
  prompt(store, 'a');
  endTurn(store, 'a');
  expect(calls).toBe(0);
});

test('listeners to all events get them in order, even where another listener dispatches one', () => {
  const store = storeWith('a');
  store.onEvent('prompt_started', ({ key }) => endTurn(store, key));
  const numbers: number[] = [];
  store.onChange(({ seq }) => numbers.push(seq));
  prompt(store, 'a');
  expect(numbers).toEqual([1, 2]);
});

test('a listener that throws does not keep the others from an event', () => {
  const store = storeWith('a');
  const fail = (): never => {
    throw new Error('broken');
  };
  const called: string[] = [];
  store.onChange(fail);
  store.onEvent('prompt_started', fail);
  store.onEvent('prompt_started', () => called.push('event'));
  store.onSelect(isRunning, () => called.push('select'));
  expect(() => prompt(store, 'a')).toThrow('broken');
  expect(called).toEqual(['event', 'select']);
});

test('a session is found by its agent’s own id, as long as it has that id', () => {
  const store = storeWith('a', 'b');
  store.create('other', 'other agent', '/folder');
  const open = (key: string, sessionId: string): void =>
    store.dispatch(key, { type: 'opened', at: AT, sessionId });
  open('a', 's1');
  open('b', 's2');
  open('other', 's1');
  expect(store.ofAgent('agent', 's1')?.key).toBe('a');
  expect(store.ofAgent('other agent', 's1')?.key).toBe('other');
  expect(store.ofAgent('other agent', 's2')).toBeUndefined();
  open('a', 's3');
  expect(store.ofAgent('agent', 's1')).toBeUndefined();
  store.remove('b');
  expect(store.ofAgent('agent', 's2')).toBeUndefined();
});
