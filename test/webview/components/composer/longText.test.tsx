// @vitest-environment happy-dom
// F7: a long text that is pasted, dropped or put in otherwise is attached, so that the input never freezes.
import { cleanup, createEvent, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { dividedChange, LONGEST_INSERTION } from '../../../../webview/components/composer/longText.ts';
import { KEY, openPanel, prompted, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

function input(): HTMLTextAreaElement {
  const element = screen.getByTestId('composer-input');
  if (!(element instanceof HTMLTextAreaElement)) throw new Error('The composer has no text area.');
  return element;
}

function insert(kind: 'paste' | 'drop', text: string): Event {
  const transfer = { files: [], types: ['text/plain'], getData: () => text };
  const event =
    kind === 'paste'
      ? createEvent.paste(input(), { clipboardData: transfer })
      : createEvent.drop(input(), { dataTransfer: transfer });
  fireEvent(input(), event);
  return event;
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
  fireEvent.change(input(), { target: { value: 'What is wrong here?' } });
  expect(insert(kind, LONG).defaultPrevented).toBe(true);
  expect(insert(kind, 'é'.repeat(LONGEST_INSERTION + 1)).defaultPrevented).toBe(true);
  expect(chips()).toEqual(['Pasted text (200 kB)', 'Pasted text (20 kB)']);
  expect(screen.getByTestId('composer-note').textContent).toContain('20 kB');
  expect(input().value).toBe('What is wrong here?');
  fireEvent.keyDown(input(), { key: 'Enter' });
  expect(panel.sent('prompt')[0]?.content).toEqual([
    pasted(LONG),
    pasted('é'.repeat(LONGEST_INSERTION + 1), 2),
    { type: 'text', text: 'What is wrong here?' },
  ]);
  expect(chips()).toEqual([]);
});

test('a text of ordinary length is pasted as text', () => {
  openPanel();
  expect(insert('paste', 'x'.repeat(LONGEST_INSERTION)).defaultPrevented).toBe(false);
  expect(chips()).toEqual([]);
});

test('what one change puts in is attached wherever it stands, and what was typed around it stays', () => {
  openPanel();
  fireEvent.change(input(), { target: { value: 'before after' } });
  fireEvent.change(input(), { target: { value: `before ${LONG}after` } });
  expect(input().value).toBe('before after');
  expect(chips()).toEqual(['Pasted text (200 kB)']);
});

test('pastes that are ordinary one by one are attached once the input is full, and typing goes on', () => {
  expect(dividedChange('a'.repeat(19_000), `${'a'.repeat(19_000)}${'b'.repeat(9_000)}`)).toEqual({
    typed: 'a'.repeat(19_000),
    attached: 'b'.repeat(9_000),
  });
  const typed = `${'a'.repeat(20_000)}b`;
  expect(dividedChange('a'.repeat(20_000), typed)).toEqual({ typed, attached: undefined });
});

test('an attached text is removed by its button, and comes back with the draft', () => {
  const panel = openPanel();
  insert('paste', LONG);
  const saved = (): unknown => {
    saveViewStates();
    return panel.saved();
  };
  const stored = saved();
  fireEvent.click(screen.getByRole('button', { name: 'Remove Attachment' }));
  expect(chips()).toEqual([]);
  panel.unmount();
  const reloaded = openPanel({ saved: stored });
  expect(chips()).toEqual(['Pasted text (200 kB)']);
  fireEvent.keyDown(input(), { key: 'Enter' });
  expect(reloaded.sent('prompt')[0]?.content).toEqual([pasted(LONG)]);
});

test('no two pasted texts are sent with the same address, also where one before them was removed', () => {
  const panel = openPanel();
  const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(LONGEST_INSERTION + 1));
  const [first = '', second = '', third = ''] = texts;
  insert('paste', first);
  insert('paste', second);
  fireEvent.click(screen.getAllByRole('button', { name: 'Remove Attachment' })[0] ?? document.body);
  insert('paste', third);
  fireEvent.keyDown(input(), { key: 'Enter' });
  expect(panel.sent('prompt')[0]?.content).toEqual([pasted(second), pasted(third, 2)]);
});

describe('where the inserted text began', () => {
  test('is known by the caret where the text after it begins alike', () => {
    const inserted = `after ${LONG}`;
    const [before, after] = ['before after', `before ${inserted}after`];
    expect(dividedChange(before, after, after.length - 'after'.length)).toEqual({
      typed: before,
      attached: inserted,
    });
    expect(dividedChange(before, after)).toEqual({ typed: before, attached: ` ${LONG}after` });
  });

  test('does not depend on a caret that is elsewhere', () => {
    const attached = { typed: 'before after', attached: LONG };
    for (const caret of [0, 3, 7, 50]) {
      expect(dividedChange('before after', `before ${LONG}after`, caret)).toEqual(attached);
    }
  });

  // U+1F600 and U+1F601 begin with the same code unit; U+1F600 and U+1FA00 end with the same one.
  test('is not inside of a character', () => {
    const smiles = '😁'.repeat(LONGEST_INSERTION);
    expect(dividedChange('😀', `${smiles}😀`)).toEqual({ typed: '😀', attached: smiles });
    const rooks = '\u{1FA00}'.repeat(LONGEST_INSERTION);
    expect(dividedChange('-😀', rooks)).toEqual({ typed: '', attached: rooks });
  });
});

test('a long draft of the host and a long text of a command are attached', () => {
  const panel = openPanel({ panel: { draft: { key: KEY, text: LONG, isFromThisWindow: false } } });
  panel.receive({ type: 'focus_composer', text: LONG });
  expect(chips()).toEqual(['Pasted text (200 kB)', 'Pasted text (200 kB)']);
  expect(input().value).toBe('');
});

test('a long prompt is not recalled into the input by the arrow key', () => {
  openPanel({ events: [prompted('short'), prompted(LONG)] });
  fireEvent.keyDown(input(), { key: 'ArrowUp' });
  expect(input().value).toBe('short');
});
