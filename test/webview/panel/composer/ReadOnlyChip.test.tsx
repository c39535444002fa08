// @vitest-environment happy-dom
// Read-only mode in the composer.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPanel, READY, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

test('the composer shows read-only mode while it is on, and a click turns it off', () => {
  const panel = openPanel({ panel: { isReadOnlyMode: true } });
  const chip = screen.getByTestId('read-only');
  expect(chip.textContent).toBe('Read-only');
  fireEvent.click(chip);
  expect(panel.sent('turn_off_read_only')).toHaveLength(1);
  panel.receive({ type: 'panel', panel: READY });
  expect(screen.queryByTestId('read-only')).toBeNull();
});
