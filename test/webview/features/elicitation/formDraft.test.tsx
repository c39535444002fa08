// @vitest-environment happy-dom
// What was filled into an agent's form is there again after another session, the view's hiding, and a reload, and stays
// when nobody waits for it any more.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { elicitationId, type FilledForm } from '../../../../src/core/session/elicitation/state.ts';
import { emptySession } from '../../../../src/core/session/model.ts';
import { reduce } from '../../../../src/core/session/reduce.ts';
import { composerText } from '../../../support/composer/composerInput.ts';
import { KEY, openPanel, READY, saveViewStates, type OpenPanel } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

function form(at: number, requestId = 'elicitation-1'): SessionEvent {
  return {
    type: 'elicitation_requested',
    at,
    request: {
      requestId,
      at,
      problems: {},
      isOpened: false,
      question: {
        mode: 'form',
        message: 'Where to?',
        fields: [
          { key: 'city', title: 'City', isRequired: true, kind: 'text' },
          { key: 'fast', title: 'Fast', isRequired: false, kind: 'boolean', initial: true },
          { key: 'days', title: 'Days', isRequired: false, kind: 'number', isInteger: true, initial: 3 },
        ],
      },
    },
  };
}

const withdrawn: SessionEvent = { type: 'elicitation_closed', at: 9, requestId: 'elicitation-1' };
const answered: SessionEvent = { ...withdrawn, isAnswered: true };

/** What the host has stored of the forms of a session after what the panel reported. */
function stored(panel: OpenPanel, key = KEY, before: readonly FilledForm[] = []): FilledForm[] {
  const forms = new Map(before.map((form) => [elicitationId(form), form]));
  for (const message of panel.posted) {
    if (message.type === 'form' && message.key === key) forms.set(elicitationId(message.form), message.form);
    if (message.type === 'form_end' && message.key === key) forms.delete(message.id);
  }
  return [...forms.values()];
}

/** Opens the panel in the next window. */
function reopen(panel: OpenPanel, events: readonly SessionEvent[], forms = stored(panel)): OpenPanel {
  panel.unmount();
  return openPanel({ events, panel: { draft: { ...READY.draft, forms } } });
}

function show(panel: OpenPanel, key: string, events: readonly SessionEvent[]): void {
  const draft = { key, text: '', revision: 0, forms: stored(panel, key) };
  panel.receive({ type: 'panel', panel: { ...READY, draft } });
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
  reopen(panel, [form(1)]);
  expect(city()).toHaveProperty('value', 'Chiang Mai');
});

test('another question begins with its own defaults, also under the same number in another window', () => {
  const panel = openPanel({ events: [form(1)] });
  fill();
  reopen(panel, [form(2)]);
  const asked = within(screen.getByTestId('elicitation'));
  expect(asked.getByLabelText(/^City/)).toHaveProperty('value', '');
  expect(asked.getByLabelText('Fast')).toHaveProperty('checked', true);
});

test('its values are discarded once it is answered', () => {
  const panel = openPanel({ events: [form(1)] });
  fill();
  expect(stored(panel)).toMatchObject([{ values: { city: 'Chiang Mai' } }]);
  panel.dispatch(answered);
  expect(stored(panel)).toEqual([]);
  expect(left()).toEqual([]);
});

const left = (): readonly HTMLElement[] => screen.queryAllByTestId('unsent-answer');
const button = (action: string): HTMLElement => {
  const found = left()[0]?.querySelector<HTMLElement>(`[data-action="${action}"]`);
  if (found === undefined || found === null) throw new Error(`There is no button “${action}”.`);
  return found;
};

test('what was typed stays when the agent withdraws the question, in the field that is typed into', () => {
  const panel = openPanel({ events: [form(1)] });
  fill();
  const field = city();
  field.focus();
  panel.dispatch(withdrawn);
  expect(left()[0]?.textContent).toContain('Bot is no longer waiting for your answer.');
  expect(screen.queryByTestId('elicitation')).toBeNull();
  expect(city()).toBe(field);
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'Chiang Mai, by train' } });
  fireEvent.submit(field);
  expect(screen.queryByText('Submit')).toBeNull();
  fireEvent.click(button('copy'));
  expect(panel.sent('copy').map(({ text }) => text)).toEqual(['City: Chiang Mai, by train\nFast: No']);
  expect(panel.sent('elicitation_accept')).toEqual([]);
  fireEvent.click(button('add-to-prompt'));
  expect(composerText()).toBe('City: Chiang Mai, by train\nFast: No');
  expect(left()).toEqual([]);
});

test('it stays beside the next question, which has its own values', () => {
  const panel = openPanel({ events: [form(1), form(2, 'elicitation-2')] });
  fill();
  panel.dispatch(withdrawn);
  expect(left()).toHaveLength(1);
  const next = within(screen.getByTestId('elicitation')).getByLabelText(/^City/);
  expect(next).toHaveProperty('value', '');
  fireEvent.change(next, { target: { value: 'Pai' } });
  panel.dispatch({ type: 'elicitation_closed', at: 10, requestId: 'elicitation-2' });
  expect(screen.getAllByLabelText(/^City/).map((field) => 'value' in field && field.value)).toEqual([
    'Chiang Mai',
    'Pai',
  ]);
});

test.each([
  ['was withdrawn before a reload', [form(1), withdrawn]],
  ['ended with the window', []],
])('what was typed for a question that %s is there until it is dismissed', (_how, events) => {
  const panel = openPanel({ events: [form(1)] });
  fireEvent.change(screen.getByLabelText(/^Days/), { target: { value: '14' } });
  const forms = stored(panel);
  expect(forms[0]?.question.fields.map(({ key }) => key)).toEqual(['days']);
  const next = reopen(panel, events);
  expect(screen.getByLabelText(/^Days/)).toHaveProperty('value', '14');
  expect(left()[0]?.textContent).toContain('Where to?');
  fireEvent.click(button('dismiss'));
  expect(left()).toEqual([]);
  expect(stored(next, KEY, forms)).toEqual([]);
});

test('what was typed for a question that was withdrawn while another session was shown is there with its own', () => {
  const panel = openPanel({ events: [form(1)] });
  fill();
  show(panel, 'session-2', []);
  expect(left()).toEqual([]);
  show(panel, KEY, [form(1), withdrawn]);
  expect(city()).toHaveProperty('value', 'Chiang Mai');
  // It was answered in another chat meanwhile.
  show(panel, 'session-2', []);
  show(panel, KEY, [form(1), answered]);
  expect(left()).toEqual([]);
});

test('a question for which nothing was typed closes: what was only chosen is chosen again with a click', () => {
  const panel = openPanel({ events: [form(1)] });
  fireEvent.click(screen.getByLabelText('Fast'));
  fireEvent.change(city(), { target: { value: 'C' } });
  fireEvent.change(city(), { target: { value: '' } });
  panel.dispatch(withdrawn);
  expect(left()).toEqual([]);
});
