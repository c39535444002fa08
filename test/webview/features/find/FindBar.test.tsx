// @vitest-environment happy-dom
// The find bar in the panel: what is found, counted, stepped to and folded open, and what the keys do.
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import {
  ended,
  KEY,
  openPanel,
  prompted,
  said,
  saveViewStates,
  type OpenPanel,
} from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

function element(panel: OpenPanel, testId: string): HTMLElement {
  const found = panel.container.querySelector<HTMLElement>(`[data-testid="${testId}"]`);
  if (found === null) throw new Error(`There is no ${testId}.`);
  return found;
}

function input(panel: OpenPanel): HTMLInputElement {
  const found = element(panel, 'find-input');
  if (!(found instanceof HTMLInputElement)) throw new Error('The field is no input.');
  return found;
}

function isOpen(panel: OpenPanel): boolean {
  return panel.container.querySelector('[data-testid="find-bar"]') !== null;
}

function count(panel: OpenPanel): string {
  return element(panel, 'find-count').textContent;
}

/** Opens the bar and types. */
function find(panel: OpenPanel, text: string): void {
  panel.receive({ type: 'find' });
  type(panel, text);
}

function type(panel: OpenPanel, text: string): void {
  fireEvent.change(input(panel), { target: { value: text } });
}

/** Waits for the words beside the field: a long session is looked at in slices. */
async function shows(panel: OpenPanel, words: string | RegExp): Promise<void> {
  await waitFor(() => expect(count(panel)).toMatch(words));
}

/** Waits until a row is rendered; happy-dom reports no scrolling on its own. */
async function rowIsDrawn(panel: OpenPanel, row: number): Promise<void> {
  await waitFor(() => {
    fireEvent.scroll(element(panel, 'transcript'));
    expect(rows(panel)).toContain(row);
  });
}

function press(panel: OpenPanel, key: string, more: object = {}): boolean {
  return fireEvent.keyDown(document.activeElement ?? panel.container, { key, ...more });
}

/** The numbers of the rows that are rendered. */
function rows(panel: OpenPanel): readonly number[] {
  return [...panel.container.querySelectorAll<HTMLElement>('.transcript-row')].map((row) =>
    Number(row.dataset['index']),
  );
}

/** Turns of a prompt, an answer and an end. */
function turns(number: number, answer: (turn: number) => string): readonly SessionEvent[] {
  return Array.from({ length: number }, (_, turn) => [
    prompted(`prompt ${turn}`),
    said(answer(turn)),
    ended(),
  ]).flat();
}

const talk = turns(60, (turn) => (turn % 20 === 0 ? `needle ${turn} and needle` : 'hay'));

test('what is typed is counted at once, and stepping goes round the ends', async () => {
  const panel = openPanel({ events: talk });
  find(panel, 'needle');
  await shows(panel, /^\d of 6$/);
  find(panel, 'needle 20');
  await shows(panel, '1 of 1');
  find(panel, 'needle');
  await shows(panel, /^\d of 6$/);
  const seen = Array.from({ length: 6 }, () => {
    press(panel, 'Enter');
    return count(panel);
  });
  expect(new Set(seen).size).toBe(6);
  press(panel, 'Enter', { shiftKey: true });
  await shows(panel, seen.at(-2) ?? '');
  press(panel, 'F3');
  await shows(panel, seen.at(-1) ?? '');
});

test('the row of a hit is rendered, however far away it is', async () => {
  const panel = openPanel({ events: talk });
  find(panel, 'needle 0');
  await rowIsDrawn(panel, 1);
  find(panel, 'prompt 59');
  await rowIsDrawn(panel, 59 * 3);
});

test('nothing found is said, and nothing looked for is not', async () => {
  const panel = openPanel({ events: talk });
  panel.receive({ type: 'find' });
  expect(count(panel)).toBe('');
  find(panel, 'absent');
  await shows(panel, 'No results');
  expect(element(panel, 'find-next').hasAttribute('disabled')).toBe(true);
});

test('the case matters when it is to', async () => {
  const panel = openPanel({ events: turns(1, () => 'Needle needle') });
  find(panel, 'needle');
  await shows(panel, /of 2$/);
  fireEvent.click(element(panel, 'find-match-case'));
  await shows(panel, '1 of 1');
  press(panel, 'ç', { altKey: true, code: 'KeyC' });
  await shows(panel, /of 2$/);
});

test('text that streams in is counted, and the current hit stays', async () => {
  const panel = openPanel({ events: [prompted('needle'), said('one needle')] });
  find(panel, 'needle');
  press(panel, 'Enter');
  const before = count(panel);
  expect(before).toBe('2 of 2');
  panel.dispatch(said(' and a nee'));
  await shows(panel, '2 of 2');
  panel.dispatch(said('dle'));
  await shows(panel, '2 of 3');
});

test('Escape closes the bar, gives the focus back, and stops no turn', async () => {
  const panel = openPanel({ events: [prompted('go'), said('needle')] });
  const composer = element(panel, 'composer-input');
  act(() => composer.focus());
  find(panel, 'needle');
  expect(document.activeElement).toBe(input(panel));
  press(panel, 'Escape');
  expect(isOpen(panel)).toBe(false);
  expect(document.activeElement).toBe(composer);
  expect(panel.sent('cancel')).toHaveLength(0);
  panel.receive({ type: 'find' });
  act(() => composer.focus());
  press(panel, 'Escape');
  expect(isOpen(panel)).toBe(false);
  expect(panel.sent('cancel')).toHaveLength(0);
  press(panel, 'Escape');
  expect(panel.sent('cancel')).toHaveLength(1);
});

test('what was looked for last is there again, and F3 goes on with it', async () => {
  const panel = openPanel({ events: turns(2, () => 'needle') });
  find(panel, 'needle');
  press(panel, 'Escape');
  act(() => element(panel, 'transcript').focus());
  press(panel, 'F3');
  expect(input(panel).value).toBe('needle');
  await shows(panel, / of 2$/);
});

function thought(text: string): SessionEvent {
  return { type: 'message_chunk', at: 2, role: 'thought', content: { type: 'text', text } };
}

function call(toolCallId: string, more: object = {}): SessionEvent {
  return { type: 'tool_call', at: 2, call: { toolCallId, title: toolCallId, status: 'completed', ...more } };
}

function output(text: string): object {
  return { content: [{ type: 'content', content: { type: 'text', text } }] };
}

test.each([
  ['a thought', [thought('the needle is here')]],
  ['a tool call', [call('other', { kind: 'fetch', ...output('the needle is here') })]],
  ['raw output', [call('other', { kind: 'other', rawOutput: { stdout: 'the needle is here' } })]],
  [
    'reads in one line',
    [
      call('a', { kind: 'read', ...output('hay') }),
      call('b', { kind: 'read', ...output('the needle is here') }),
    ],
  ],
  [
    'the call of a sub-agent',
    [
      call('task', { kind: 'think', ...output('hay') }),
      call('inner', { kind: 'fetch', parentToolCallId: 'task', ...output('the needle is here') }),
    ],
  ],
  [
    'a long output',
    [call('x', { kind: 'fetch', rawOutput: { stdout: `${'hay '.repeat(2_000)}the needle is here` } })],
  ],
])('what hides a hit in %s is folded open', async (_name, events) => {
  const panel = openPanel({ events: [prompted('go'), ...events, ended()] });
  expect(panel.container.textContent).not.toContain('needle is here');
  find(panel, 'needle');
  await shows(panel, '1 of 1');
  await waitFor(() => expect(panel.container.textContent).toContain('needle is here'));
});

test('a hit in a long answer leads to its part', async () => {
  const paragraphs = Array.from({ length: 200 }, (_, index) => `${'hay '.repeat(60)}word${index}`);
  const panel = openPanel({ events: [prompted('go'), said(paragraphs.join('\n\n')), ended()] });
  find(panel, 'word3 hay');
  await shows(panel, 'No results');
  find(panel, 'word57');
  await shows(panel, '1 of 1');
  await waitFor(() => expect(panel.container.textContent).toContain('word57'));
});

test('a hit of a search opens the bar with the searched text, at its entry', async () => {
  const panel = openPanel({ events: talk });
  panel.receive({ type: 'find', key: KEY, text: 'needle', wordMatching: 'together', entryId: 'e60' });
  expect(input(panel).value).toBe('needle');
  expect(document.activeElement).toBe(input(panel));
  await shows(panel, '3 of 6');
  await rowIsDrawn(panel, 61);
});

test('words that are nowhere together are found one by one, until the user types', async () => {
  const panel = openPanel({ events: turns(1, () => 'backoff and retry') });
  panel.receive({ type: 'find', key: KEY, text: 'retry backoff', wordMatching: 'each' });
  await shows(panel, '1 of 2');
  type(panel, 'retry  backoff');
  await shows(panel, 'No results');
});

test('what is to be found in another session waits for it', () => {
  const panel = openPanel({ events: talk });
  panel.receive({ type: 'find', key: 'other', text: 'needle' });
  expect(isOpen(panel)).toBe(false);
});

test('the number of hits is said politely, with what is around the current one', async () => {
  const panel = openPanel({ events: turns(1, () => 'find the needle in here') });
  find(panel, 'needle');
  await waitFor(() =>
    expect(element(panel, 'find-status').textContent).toBe('1 of 1: find the needle in here'),
  );
  expect(element(panel, 'find-status').getAttribute('role')).toBe('status');
});

test('addresses of links are not found, what they are called is', async () => {
  const panel = openPanel({ events: turns(1, () => 'see [client.ts](src/client.ts) and `client`') });
  find(panel, 'client');
  await shows(panel, /of 2$/);
});
