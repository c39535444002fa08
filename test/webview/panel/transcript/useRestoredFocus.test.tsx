// @vitest-environment happy-dom
// What goes away with the focus in it hands the focus to the composer, and Escape closes the innermost thing.
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { ended, openPanel, prompted, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
  vi.useRealTimers();
});

const composerHasFocus = (): Promise<void> =>
  vi.waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('composer-input')));

const permission: SessionEvent = {
  type: 'permission_requested',
  at: 2,
  request: {
    requestId: 'p',
    toolCallId: 'call',
    at: 2,
    options: [{ optionId: 'yes', name: 'Allow once', kind: 'allow_once' }],
  },
  call: { toolCallId: 'call', title: 'Run it', kind: 'execute' },
};

const queue = (...texts: readonly string[]): SessionEvent => ({
  type: 'queue_changed',
  at: 3,
  queue: texts.map((text) => ({ id: text, content: [{ type: 'text', text }] })),
  held: false,
});

const models: SessionEvent = {
  type: 'config_options',
  at: 1,
  options: [
    {
      id: 'model',
      name: 'Model',
      category: 'model',
      type: 'select',
      currentValue: 'a',
      groups: [
        {
          values: [
            { value: 'a', name: 'Model A' },
            { value: 'b', name: 'Model B' },
          ],
        },
      ],
      setBy: 'config_option',
    },
  ],
};

test('a permission request that is withdrawn', async () => {
  const panel = openPanel({ events: [prompted('Go'), permission] });
  screen.getByTestId('permission').focus();
  panel.dispatch({ type: 'permission_closed', at: 3, requestId: 'p' });
  await composerHasFocus();
});

test('a permission request that is not where the user is takes nothing with it', () => {
  const panel = openPanel({ events: [prompted('Go'), permission] });
  screen.getByTestId('transcript').focus();
  panel.dispatch({ type: 'permission_closed', at: 3, requestId: 'p' });
  expect(document.activeElement).toBe(screen.getByTestId('transcript'));
});

test('a queued prompt that is removed or sent', async () => {
  const panel = openPanel({ events: [prompted('Go'), queue('one', 'two')] });
  screen.getAllByRole('button', { name: 'Remove' })[0]?.focus();
  panel.dispatch(queue('two'));
  await composerHasFocus();
  screen.getByRole('button', { name: /Send Now$/ }).focus();
  panel.dispatch(queue());
  await composerHasFocus();
});

test('a prompt of the demo that is chosen', async () => {
  const panel = openPanel({
    panel: { agent: { name: 'demo', title: 'Demo', isDemo: true, status: { state: 'ready' } } },
  });
  const suggestion = screen.getAllByTestId('suggestion')[0];
  suggestion?.focus();
  if (suggestion !== undefined) fireEvent.click(suggestion);
  panel.dispatch(prompted('help'));
  await composerHasFocus();
});

test('the changed files when they are kept', async () => {
  const file = {
    path: '/a.ts',
    name: 'a.ts',
    state: 'modified',
    added: 1,
    removed: 0,
    hasConflict: false,
  } as const;
  const changes = { files: [file], canRedo: false };
  const panel = openPanel({ events: [{ type: 'changes_updated', at: 1, changes }] });
  screen.getByText('Keep').focus();
  panel.dispatch({ type: 'changes_updated', at: 2, changes: { ...changes, files: [] } });
  await composerHasFocus();
});

test('a queue that goes on', async () => {
  const held: SessionEvent = { type: 'queue_changed', at: 3, queue: [{ id: 'q', content: [] }], held: true };
  const panel = openPanel({ events: [held] });
  screen.getByTestId('queue-resume').focus();
  panel.dispatch({ ...held, held: false });
  await composerHasFocus();
});

test('a turn that is stopped', async () => {
  const panel = openPanel({ events: [prompted('Go')] });
  screen.getByTestId('stop').focus();
  panel.dispatch(ended());
  await composerHasFocus();
});

test('a place in the panel without anything to focus is left alone', async () => {
  const panel = openPanel({ events: [prompted('Go'), permission] });
  screen.getByTestId('permission').focus();
  screen.getByTestId('permission').blur();
  await new Promise((resolve) => setTimeout(resolve));
  panel.dispatch({ type: 'permission_closed', at: 3, requestId: 'p' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(document.body);
});

test('Escape on the button of an open list closes the list and stops no turn', async () => {
  const panel = openPanel({ events: [prompted('Go'), models] });
  const button = screen.getByTestId('config-option');
  await act(async () => {
    fireEvent.click(button);
    await Promise.resolve();
  });
  expect(screen.getAllByTestId('config-choice')).toHaveLength(2);
  button.focus();
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(screen.queryAllByTestId('config-choice')).toEqual([]);
  expect(panel.sent('cancel')).toEqual([]);
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(panel.sent('cancel')).toHaveLength(1);
});
