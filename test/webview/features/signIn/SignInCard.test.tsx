// @vitest-environment happy-dom
// The sign-in card: when it is shown, what it offers, and what its buttons ask for.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SignInCard } from '../../../../src/core/panel/signInCard.ts';
import { KEY, openPanel, READY, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const methods: SignInCard['methods'] = [
  { id: 'own', name: 'Account', description: 'In the browser', kind: 'agent' },
  { id: 'tui', name: 'Terminal', description: '', kind: 'terminal', commandLine: 'agent login' },
  { id: 'key', name: 'Key', description: '', kind: 'env', variables: ['KEY'], link: 'https://example.com/' },
];
const needed = {
  agent: {
    ...READY.agent,
    status: {
      state: 'needs-sign-in' as const,
      error: { code: 'sign-in-needed', message: 'Bot requires you to sign in.', actions: [] },
    },
  },
};

const CLOSED: SignInCard = { methods, isOpen: false, canSignOut: false, storedVariables: [] };

function open(signIn: Partial<SignInCard>, panel: Partial<typeof READY> = needed) {
  return openPanel({ panel: { ...panel, signIn: { ...CLOSED, ...signIn } } });
}

test('nothing is shown to a user who is signed in', () => {
  open({}, {});
  expect(screen.queryByTestId('sign-in')).toBeNull();
});

test('each method is offered, and a command is sent as it is shown', () => {
  const panel = open({});
  const buttons = screen.getAllByTestId('auth-method');
  expect(buttons.map(({ dataset }) => [dataset['methodId'], dataset['kind']])).toEqual([
    ['own', 'agent'],
    ['tui', 'terminal'],
    ['key', 'env'],
  ]);
  expect(screen.getByTestId('sign-in').textContent).toContain('Bot requires you to sign in.');
  expect(screen.getByTestId('sign-in-command').textContent).toBe('agent login');
  for (const button of buttons) fireEvent.click(button);
  expect(panel.sent('sign_in')).toEqual([
    { type: 'sign_in', key: KEY, methodId: 'own' },
    { type: 'sign_in', key: KEY, methodId: 'tui', commandLine: 'agent login' },
    { type: 'sign_in', key: KEY, methodId: 'key' },
  ]);
});

test('of many methods three stand on the card, and the others open below them', () => {
  const more = ['four', 'five'].map((id) => ({ id, name: id, description: '', kind: 'agent' as const }));
  const panel = open({ methods: [...methods, ...more] });
  expect(screen.getAllByTestId('auth-method')).toHaveLength(3);
  fireEvent.click(screen.getByRole('button', { name: 'More ways to sign in' }));
  const buttons = screen.getAllByTestId('auth-method');
  expect(buttons.map(({ dataset }) => dataset['methodId'])).toEqual(['own', 'tui', 'key', 'four', 'five']);
  for (const button of buttons.slice(4)) fireEvent.click(button);
  expect(panel.sent('sign_in')).toEqual([{ type: 'sign_in', key: KEY, methodId: 'five' }]);
});

test('an attempt that runs can be cancelled, and offers no second one', () => {
  const panel = open({ progress: { state: 'running', methodId: 'own' } });
  expect(screen.queryAllByTestId('auth-method')).toEqual([]);
  fireEvent.click(panel.container.querySelector('[data-action="cancel"]') ?? panel.container);
  expect(panel.sent('sign_in_action')).toEqual([{ type: 'sign_in_action', key: KEY, action: 'cancel' }]);
});

test('a failure says why, above the methods', () => {
  const error = { code: 'sign-in-command-failed', message: 'It failed.', detail: 'why', actions: [] };
  open({ progress: { state: 'failed', methodId: 'tui', error } });
  expect(screen.getByTestId('error').textContent).toContain('It failed.why');
  expect(screen.getAllByTestId('auth-method')).toHaveLength(3);
});

test('after signing in, the prompt that failed is offered once more', () => {
  const panel = open({ progress: { state: 'done', methodId: 'own' } }, {});
  expect(screen.queryByTestId('sign-in')).toBeNull();
  panel.dispatch(
    { type: 'prompt_started', at: 1, content: [{ type: 'text', text: 'hello' }] },
    {
      type: 'turn_failed',
      at: 2,
      error: { code: 'sign-in-needed', message: 'Bot requires you to sign in.', actions: [] },
    },
  );
  fireEvent.click(panel.container.querySelector('[data-action="send-again"]') ?? panel.container);
  expect(panel.sent('send_again')).toEqual([{ type: 'send_again', key: KEY }]);
});

test('signing out and forgetting secrets are offered where there is something to undo', () => {
  const panel = open({ isOpen: true, canSignOut: true, storedVariables: ['KEY'] }, {});
  fireEvent.click(screen.getByTestId('sign-out'));
  fireEvent.click(screen.getByTestId('forget-secrets'));
  expect(panel.sent('sign_in_action').map(({ action }) => action)).toEqual(['sign_out', 'forget_secrets']);
});

test('an agent that lists no methods says how to go on', () => {
  const panel = open({ methods: [] });
  expect(screen.getByTestId('sign-in').textContent).toContain('does not list any sign-in methods');
  expect(panel.container.querySelector('[data-action="restart-agent"]')).not.toBeNull();
});
