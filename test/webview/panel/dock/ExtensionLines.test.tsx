// @vitest-environment happy-dom
// Where the panel shows the lines of the agent's extensions: above the composer, or below it.
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { openPanel, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

function widgets(shown: Record<string, { lines: string[]; placement: string } | null>): SessionEvent {
  return { type: 'session_info', at: 1, patch: { meta: { 'parley.dev/widget': shown } } };
}

/** Whether the second stands after the first. */
function follows(first: Element, second: Element): boolean {
  return (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

test('a widget stands on the side of the composer that its extension chose', () => {
  openPanel({
    events: [
      widgets({
        high: { lines: ['up here'], placement: 'above' },
        low: { lines: ['down'], placement: 'below' },
      }),
    ],
  });
  const input = screen.getByTestId('composer-input');
  expect(follows(screen.getByText('up here'), input)).toBe(true);
  expect(follows(input, screen.getByText('down'))).toBe(true);
  expect(screen.getAllByText('down')).toHaveLength(1);
});

test('the place below the composer is gone with its last line', () => {
  const panel = openPanel({ events: [widgets({ low: { lines: ['down'], placement: 'below' } })] });
  expect(screen.getByRole('status', { name: 'More extension status' }).textContent).toBe('down');
  panel.dispatch(widgets({ low: null }));
  expect(screen.queryByRole('status', { name: 'More extension status' })).toBeNull();
});
