// @vitest-environment happy-dom
// F7: a long text that is pasted, dropped or put in otherwise is attached, so that the input never freezes.
import { act, cleanup, createEvent, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LONGEST_INPUT, MAX_INSERTION_LENGTH } from '../../../../webview/panel/composer/longPaste.ts';
import {
  composerInput,
  composerText,
  composerView,
  typeText,
} from '../../../support/composer/composerInput.ts';
import { KEY, openPanel, prompted, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

function insert(kind: 'paste' | 'drop', text: string): Event {
  const transfer = { files: [], types: ['text/plain'], getData: () => text };
  const event =
    kind === 'paste'
      ? createEvent.paste(composerInput(), { clipboardData: transfer })
      : createEvent.drop(composerInput(), { dataTransfer: transfer });
  fireEvent(composerInput(), event);
  return event;
}

/** A change as an input method or dictation makes it. */
function change(changes: { readonly from: number; readonly to?: number; readonly insert: string }): void {
  act(() => composerView().dispatch({ changes, userEvent: 'input.type' }));
}

const chips = (): readonly string[] =>
  screen.queryAllByTestId('attachment').map(({ dataset }) => dataset['name'] ?? '');

const pasted = (text: string, number = 1) => ({
  type: 'resource',
  resource: { uri: `parley:/pasted/pasted-text-${number}.txt`, mimeType: 'text/plain', text },
});

const LONG = 'x'.repeat(200_000);

test.each(['paste', 'drop'] as const)('a long text by %s is attached with its size, and sent', (kind) => {
  const panel = openPanel();
  typeText('What is wrong here?');
  expect(insert(kind, LONG).defaultPrevented).toBe(true);
  expect(insert(kind, 'é'.repeat(MAX_INSERTION_LENGTH + 1)).defaultPrevented).toBe(true);
  expect(chips()).toEqual(['Pasted text (200 kB)', 'Pasted text (20 kB)']);
  expect(screen.getByTestId('composer-note').textContent).toContain('20 kB');
  expect(composerText()).toBe('What is wrong here?');
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(panel.sent('prompt')[0]?.content).toEqual([
    pasted(LONG),
    pasted('é'.repeat(MAX_INSERTION_LENGTH + 1), 2),
    { type: 'text', text: 'What is wrong here?' },
  ]);
  expect(chips()).toEqual([]);
});

test('a text of ordinary length is pasted as text', () => {
  openPanel();
  insert('paste', 'x'.repeat(MAX_INSERTION_LENGTH));
  expect(composerText()).toHaveLength(MAX_INSERTION_LENGTH);
  expect(chips()).toEqual([]);
});

test('what one change puts in is attached wherever it stands, and what was typed around it stays', () => {
  openPanel();
  typeText('before after');
  change({ from: 'before '.length, insert: LONG });
  expect(composerText()).toBe('before after');
  change({ from: 0, to: 'before '.length, insert: LONG });
  expect(composerText()).toBe('after');
  expect(chips()).toEqual(['Pasted text (200 kB)', 'Pasted text (200 kB)']);
});

test('pastes that are ordinary one by one are attached once the input is full, and typing goes on', () => {
  openPanel();
  const part = 'a'.repeat(MAX_INSERTION_LENGTH);
  for (let length = 0; length < LONGEST_INPUT; length += part.length) insert('paste', part);
  expect(chips()).toEqual([]);
  insert('paste', 'bb');
  expect(chips()).toEqual(['Pasted text (2 bytes)']);
  change({ from: LONGEST_INPUT, insert: 'b' });
  expect(composerText()).toHaveLength(LONGEST_INPUT + 1);
});

test('a draft of many pastes is still in the input after a reload', () => {
  const panel = openPanel();
  const part = 'a'.repeat(MAX_INSERTION_LENGTH);
  insert('paste', part);
  insert('paste', part);
  const saved = panel.saved();
  panel.unmount();
  openPanel({ saved });
  expect(composerText()).toBe(part + part);
  expect(chips()).toEqual([]);
});

test('an attached text is removed by its button, and comes back with the draft', () => {
  const panel = openPanel();
  insert('paste', LONG);
  const stored = panel.attached(panel.sent('draft').at(-1)?.attachments ?? []).map(({ block }) => block);
  fireEvent.click(screen.getByRole('button', { name: 'Remove Attachment' }));
  expect(chips()).toEqual([]);
  panel.unmount();
  const reloaded = openPanel({ attachments: stored });
  expect(chips()).toEqual(['Pasted text (200 kB)']);
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(reloaded.sent('prompt')[0]?.content).toEqual([pasted(LONG)]);
  expect(JSON.stringify(reloaded.posted).length).toBeLessThan(10_000);
});

test('no two pasted texts are sent with the same address, also where one before them was removed', () => {
  const panel = openPanel();
  const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(MAX_INSERTION_LENGTH + 1));
  const [first = '', second = '', third = ''] = texts;
  insert('paste', first);
  insert('paste', second);
  fireEvent.click(screen.getAllByRole('button', { name: 'Remove Attachment' })[0] ?? document.body);
  insert('paste', third);
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(panel.sent('prompt')[0]?.content).toEqual([pasted(second), pasted(third, 2)]);
});

test('a long draft of the host and a long text of a command are attached', () => {
  const panel = openPanel({ panel: { draft: { key: KEY, text: LONG, revision: 0 } } });
  panel.receive({ type: 'focus_composer', text: LONG });
  expect(chips()).toEqual(['Pasted text (200 kB)', 'Pasted text (200 kB)']);
  expect(composerText()).toBe('');
});

test('a long prompt is not recalled into the input by the arrow key', () => {
  openPanel({ events: [prompted('short'), prompted(LONG)] });
  fireEvent.keyDown(composerInput(), { key: 'ArrowUp' });
  expect(composerText()).toBe('short');
});
