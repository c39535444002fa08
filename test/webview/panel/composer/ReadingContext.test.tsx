// @vitest-environment happy-dom
// What the composer shows while the mentions of a prompt are read.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { emptySession } from '../../../../src/core/session/model.ts';
import { composerInput } from '../../../support/composer/composerInput.ts';
import { ended, KEY, openPanel, prompted, READY, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const reading = (isReading: boolean) => ({
  type: 'panel',
  panel: { ...READY, ...(isReading ? { isReadingContext: true } : {}) },
});

test('it says so once, Send shows it, and Cancel stops it', () => {
  const panel = openPanel({ events: [prompted('Hi')] });
  panel.receive(reading(true));
  expect(screen.getAllByText('Reading context…')).toHaveLength(1);
  expect(screen.getByText('Reading context…').getAttribute('role')).toBe('status');
  fireEvent.click(screen.getByTestId('stop-reading'));
  expect(panel.sent('stop_reading')).toEqual([{ type: 'stop_reading', key: KEY }]);
  // A turn that runs goes on.
  expect(panel.sent('cancel')).toEqual([]);
  panel.dispatch(ended());
  expect(screen.getByTestId('send').title).toBe('Reading context…');
  panel.receive(reading(false));
  expect(screen.queryByText('Reading context…')).toBeNull();
  expect(screen.getByTestId('send').title).toBe('Send');
});

test('Escape stops it, and only then the turn that runs', () => {
  const panel = openPanel({ events: [prompted('Hi')] });
  panel.receive(reading(true));
  fireEvent.keyDown(composerInput(), { key: 'Escape' });
  expect(panel.sent('stop_reading')).toEqual([{ type: 'stop_reading', key: KEY }]);
  expect(panel.sent('cancel')).toEqual([]);
  panel.receive(reading(false));
  fireEvent.keyDown(composerInput(), { key: 'Escape' });
  expect(panel.sent('cancel')).toEqual([{ type: 'cancel', key: KEY }]);
});

test('it is gone where the panel shows another session, and with its end while that is shown', () => {
  const panel = openPanel();
  const show = (key: string, isReading: boolean): void => {
    const draft = { key, text: '', revision: 0 };
    panel.receive({ type: 'panel', panel: { ...reading(isReading).panel, draft } });
    panel.receive({ type: 'snapshot', state: emptySession(key, 'bot', '/'), seq: 0 });
  };
  panel.receive(reading(true));
  show('other', false);
  expect(screen.queryByText('Reading context…')).toBeNull();
  show(KEY, false);
  expect(screen.queryByText('Reading context…')).toBeNull();
});
