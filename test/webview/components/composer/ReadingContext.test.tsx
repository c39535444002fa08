// @vitest-environment happy-dom
// What the composer shows while the mentions of a prompt are read.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { composerInput } from '../../../support/composer/composerInput.ts';
import { KEY, openPanel, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const reading = (key: string, isReading: boolean) => ({ type: 'reading_context', key, isReading }) as const;

test('it says so once, Send shows it, and Cancel or Escape stops it', () => {
  const panel = openPanel();
  panel.receive(reading(KEY, true));
  expect(screen.getAllByText('Reading context…')).toHaveLength(1);
  expect(screen.getByText('Reading context…').getAttribute('role')).toBe('status');
  expect(screen.getByTestId('send').title).toBe('Reading context…');
  fireEvent.click(screen.getByTestId('stop-reading'));
  expect(panel.sent('stop_reading')).toEqual([{ type: 'stop_reading', key: KEY }]);
  // A turn that runs goes on.
  expect(panel.sent('cancel')).toEqual([]);
  fireEvent.keyDown(composerInput(), { key: 'Escape' });
  expect(panel.sent('cancel')).toEqual([{ type: 'cancel', key: KEY }]);
  panel.receive(reading(KEY, false));
  expect(screen.queryByText('Reading context…')).toBeNull();
  expect(screen.getByTestId('send').title).toBe('Send');
});

test('that of another session is not shown', () => {
  const panel = openPanel();
  panel.receive(reading('other', true));
  expect(screen.queryByText('Reading context…')).toBeNull();
});
