// The steps of the walkthrough are ticked by what has happened, in this window or in an earlier one.
import { beforeEach, expect, test } from 'vitest';
import { SessionStore } from '../../../src/core/sessionLifecycle/sessionStore.ts';
import { SignInCards } from '../../../src/core/ports/signInCards.ts';
import { watchWalkthrough } from '../../../src/host/window/walkthroughProgress.ts';
import { changeSettings, resetVscode, vscode } from '../../support/vscode.ts';

const KEY = 'session-1';
let stored: Map<string, unknown>;

beforeEach(() => {
  resetVscode();
  stored = new Map();
});

function open() {
  const store = new SessionStore();
  store.create(KEY, 'A', '/w');
  const signInCards = new SignInCards();
  const card = { methods: [], isOpen: false, canSignOut: false, storedVariables: [] };
  const signIn = (state: 'running' | 'done'): void => {
    signInCards.readWith(() => ({ ...card, progress: { state } }));
    signInCards.changed('A');
  };
  // With the parts that a test comes to.
  const state = Object.assign(Object.create(null), {
    get: (key: string) => stored.get(key),
    update: async (key: string, value: unknown) => void stored.set(key, value),
  });
  watchWalkthrough({ store, signInCards, state });
  return { store, signIn };
}

/** The context keys that are set now. */
function keys(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    vscode.commands.flatMap(([command, key, value]) =>
      command === 'setContext' ? [[String(key), value]] : [],
    ),
  );
}

test('an agent is there once one is configured', () => {
  open();
  expect(keys()).toEqual({ 'parley.hasAgent': false });
  vscode.settings.set('agents', { A: { command: 'a' } });
  changeSettings();
  expect(keys()).toEqual({ 'parley.hasAgent': true });
});

test('an answer counts, and a turn that failed or was stopped does not', () => {
  const { store } = open();
  const prompt = { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'hi' }] } as const;
  for (const stopReason of ['cancelled', 'refusal']) {
    store.dispatch(KEY, prompt);
    store.dispatch(KEY, { type: 'turn_ended', at: 2, stopReason });
  }
  expect(keys()).not.toHaveProperty(['parley.hasAnswer']);
  store.dispatch(KEY, prompt);
  store.dispatch(KEY, { type: 'turn_ended', at: 2, stopReason: 'end_turn' });
  expect(keys()).toHaveProperty(['parley.hasAnswer'], true);
});

test('an answer of a real agent ticks signing in, and one of the demo agent does not', () => {
  const { store } = open();
  store.create('demo-1', 'demo', '/w');
  const prompt = { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'hi' }] } as const;
  const answer = (key: string, stopReason: string): void => {
    store.dispatch(key, prompt);
    store.dispatch(key, { type: 'turn_ended', at: 2, stopReason });
  };
  answer('demo-1', 'end_turn');
  expect(keys()).toHaveProperty(['parley.hasAnswer'], true);
  answer(KEY, 'refusal');
  expect(keys()).not.toHaveProperty(['parley.hasSignedIn']);
  answer(KEY, 'end_turn');
  expect(keys()).toHaveProperty(['parley.hasSignedIn'], true);
});

test('what happened once is still ticked in the next window', () => {
  const { signIn } = open();
  signIn('running');
  expect(keys()).not.toHaveProperty(['parley.hasSignedIn']);
  signIn('done');
  vscode.commands.length = 0;
  open();
  expect(keys()).toHaveProperty(['parley.hasSignedIn'], true);
});

test('an answer of the user to a permission request counts, and one of a rule does not', () => {
  const { store } = open();
  const decide = (by: 'user' | 'rule'): void =>
    store.dispatch(KEY, { type: 'permission_closed', at: 1, requestId: 'r', decision: { by } });
  decide('rule');
  expect(keys()).not.toHaveProperty(['parley.hasDecided']);
  decide('user');
  expect(keys()).toHaveProperty(['parley.hasDecided'], true);
});
