// @vitest-environment happy-dom
// The plan in the dock.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPanel, prompted, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

test('the plan is one line with its progress and opens to the list', () => {
  const entries = ['completed', 'in_progress', 'pending'].map((status, index) => ({
    content: `Step ${index}`,
    priority: 'medium',
    status,
  }));
  openPanel({ events: [prompted('Go'), { type: 'plan', at: 2, entries }] });
  const plan = screen.getByTestId('plan');
  expect(plan.textContent).toContain('1 of 3 · Step 1');
  fireEvent.click(within(plan).getByRole('button'));
  expect(within(plan).getAllByRole('listitem')).toHaveLength(3);
});

test('the plan leaves the dock with its turn, finished or not', () => {
  const entries = [{ content: 'Step', priority: 'medium', status: 'pending' }];
  const panel = openPanel({ events: [prompted('Go'), { type: 'plan', at: 2, entries }] });
  panel.dispatch({ type: 'turn_ended', at: 3, stopReason: 'end_turn' });
  expect(screen.queryByTestId('plan')).toBeNull();
});

test('each step says its state in words, also one that was given up', () => {
  const states = ['completed', 'failed', 'cancelled', 'in_progress', 'deferred'];
  const entries = states.map((status) => ({ content: 'Step', priority: 'medium', status }));
  openPanel({ events: [prompted('Go'), { type: 'plan', at: 2, entries }] });
  const plan = screen.getByTestId('plan');
  fireEvent.click(within(plan).getByRole('button'));
  const words = within(plan)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.split(':')[0]);
  expect(words).toEqual(['Done', 'Failed', 'Stopped', 'In progress', 'deferred']);
});
