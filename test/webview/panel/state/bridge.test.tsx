// @vitest-environment happy-dom
// The line to the host: the first question, gaps, messages that are not in the contract.
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { connectBridge } from '../../../../webview/panel/state/bridge.ts';
import { userPlatform } from '../../../../webview/ui/keyText.ts';
import { PanelStore } from '../../../../webview/panel/state/store.ts';
import { KEY, openPanel, prompted, said, saveViewStates, sessionOf } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

test('the panel asks for the session as soon as it listens', () => {
  expect(openPanel().posted[0]).toEqual({ type: 'ready' });
});

test('what came before the panel listened is received first, and the session is not asked for again', () => {
  const posted: unknown[] = [];
  const api = { postMessage: (message: unknown) => posted.push(message), getState: ignore, setState: ignore };
  const store = new PanelStore({ schedule: (notify) => notify(), now: Date.now });
  const state = sessionOf([prompted('Hi')]);
  connectBridge(api, store, { forget: () => undefined }, window, [{ type: 'snapshot', state, seq: 1 }]);
  expect(store.view.session).toEqual(state);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(posted).toEqual([
    { type: 'system', platform: userPlatform() },
    { type: 'time_zone', timeZone },
  ]);
});

test('what comes as the bytes of its JSON is read, half a character included', () => {
  const panel = openPanel();
  const state = sessionOf([prompted('Hi'), said('Hé \uD83D')]);
  const json = new TextEncoder().encode(JSON.stringify({ type: 'snapshot', state, seq: 2 }));
  panel.receive({ type: 'snapshot', json });
  expect(screen.getByText('Hé \uD83D')).toBeTruthy();
  expect(panel.sent('webview_error')).toEqual([]);
});

test('after a gap in the numbers it asks again, once', () => {
  const panel = openPanel();
  const late = { type: 'events', key: KEY, from: 5, to: 5, events: [said('lost')] };
  panel.receive(late);
  panel.receive({ ...late, from: 6, to: 6 });
  expect(panel.sent('ready')).toHaveLength(2);
  panel.receive({ type: 'snapshot', state: sessionOf([prompted('Hi'), said('Hello')]), seq: 6 });
  expect(screen.getByText('Hello')).toBeTruthy();
});

test('a message that is not in the contract is reported and changes nothing', () => {
  const panel = openPanel({ events: [prompted('Hi'), said('Hello')] });
  panel.receive({ type: 'snapshot', state: { key: 1 }, seq: 'x' });
  panel.receive('nonsense');
  expect(panel.sent('webview_error')).toHaveLength(2);
  expect(screen.getByText('Hello')).toBeTruthy();
});

test('an error in the page is reported', () => {
  const panel = openPanel();
  window.dispatchEvent(new ErrorEvent('error', { message: 'broken', error: new Error('broken') }));
  window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop limit exceeded' }));
  expect(panel.sent('webview_error').map(({ message }) => message)).toEqual([
    expect.stringContaining('broken'),
  ]);
});

function ignore(): void {}
