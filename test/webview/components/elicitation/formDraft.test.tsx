// @vitest-environment happy-dom
// What was filled into an agent's form is there again after another session, the view's hiding, and a reload.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { emptySession } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce/reduce.ts';
import { KEY, openPanel, READY, saveViewStates, type OpenPanel } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

function form(at: number): SessionEvent {
  return {
    type: 'elicitation_requested',
    at,
    request: {
      requestId: 'elicitation-1',
      at,
      problems: {},
      isOpened: false,
      question: {
        mode: 'form',
        message: 'Where to?',
        fields: [
          { key: 'city', title: 'City', isRequired: true, kind: 'text' },
          { key: 'fast', title: 'Fast', isRequired: false, kind: 'boolean', initial: true },
        ],
      },
    },
  };
}

const closed: SessionEvent = { type: 'elicitation_closed', at: 9, requestId: 'elicitation-1' };

function show(panel: OpenPanel, key: string, events: readonly SessionEvent[]): void {
  panel.receive({ type: 'panel', panel: { ...READY, draft: { key, text: '', isFromThisWindow: false } } });
  const state = events.reduce(reduce, emptySession(key, 'bot', '/home/ada/project'));
  panel.receive({ type: 'snapshot', state, seq: events.length });
}

const city = (): HTMLElement => screen.getByLabelText(/^City/);

function fill(): void {
  fireEvent.change(city(), { target: { value: 'Chiang Mai' } });
  fireEvent.click(screen.getByLabelText('Fast'));
}

test('a form that is half filled is so again when the session comes back', () => {
  const panel = openPanel({ events: [form(1)] });
  fill();
  show(panel, 'session-2', []);
  show(panel, KEY, [form(1)]);
  expect(city()).toHaveProperty('value', 'Chiang Mai');
  expect(screen.getByLabelText('Fast')).toHaveProperty('checked', false);
});

test('it is so after the page was gone', () => {
  const panel = openPanel({ events: [form(1)] });
  fill();
  const saved = panel.saved();
  panel.unmount();
  openPanel({ events: [form(1)], saved });
  expect(city()).toHaveProperty('value', 'Chiang Mai');
});

test('another question begins with its own defaults, also under the same number in another window', () => {
  const panel = openPanel({ events: [form(1)] });
  fill();
  const saved = panel.saved();
  panel.unmount();
  openPanel({ events: [form(2)], saved });
  expect(city()).toHaveProperty('value', '');
  expect(screen.getByLabelText('Fast')).toHaveProperty('checked', true);
});

test('its values are discarded once it is closed', () => {
  const panel = openPanel({ events: [form(1)] });
  fill();
  expect(JSON.stringify(panel.saved())).toContain('Chiang Mai');
  panel.dispatch(closed);
  expect(JSON.stringify(panel.saved())).not.toContain('Chiang Mai');
});
