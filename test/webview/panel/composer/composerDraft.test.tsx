// @vitest-environment happy-dom
// The draft of the composer, and the host's copy of it.
import { undo } from '@codemirror/commands';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { pastedText } from '../../../../src/core/session/content.ts';
import { ComposerDraft } from '../../../../webview/panel/composer/composerDraft.ts';
import {
  composerInput,
  composerText,
  composerView,
  typeText,
} from '../../../support/composer/composerInput.ts';
import { paste } from '../../../support/composer/slowReading.ts';
import { ended, KEY, openPanel, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

function type(text: string): HTMLElement {
  typeText(text);
  return composerInput();
}

test('typed text is reported to the host, and nothing more once it was sent', async () => {
  const panel = openPanel();
  const input = type('half a thought');
  await waitFor(() => expect(panel.sent('draft').at(-1)?.text).toBe('half a thought'));
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(panel.sent('draft').at(-1)?.text).toBe('');
});

test('a draft that only the host has stored is restored', () => {
  openPanel({ panel: { draft: { key: KEY, text: 'stored', revision: 0 } } });
  expect(composerText()).toBe('stored');
});

test('a draft that was sent from another chat does not come back', () => {
  const first = openPanel();
  type('to be sent elsewhere');
  const saved = first.saved();
  first.unmount();
  openPanel({ saved, panel: { draft: { key: KEY, text: '', revision: 2 } } });
  expect(composerText()).toBe('');
});

test('a draft that was changed in another chat is the one that counts', () => {
  const first = openPanel();
  type('old');
  const saved = first.saved();
  first.unmount();
  openPanel({ saved, panel: { draft: { key: KEY, text: 'new', revision: 2 } } });
  expect(composerText()).toBe('new');
});

const IMAGE = { type: 'image' as const, data: 'AA==', mimeType: 'image/png' };

/** What a page has in its own state. */
const savedDraft = (text: string) => ({ sessions: [[KEY, { draft: { text }, folds: {} }]] });

test('what is attached is there in another chat, which changed the text alone', () => {
  const draft = { key: KEY, text: 'changed there', revision: 1 };
  const panel = openPanel({ attachments: [IMAGE], saved: savedDraft('old'), panel: { draft } });
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(panel.sent('prompt')[0]?.content).toEqual([IMAGE, { type: 'text', text: 'changed there' }]);
});

test('a prompt that is copied to the composer twice attaches its image once', () => {
  const content = [IMAGE, { type: 'text' as const, text: 'look' }];
  openPanel({ events: [{ type: 'prompt_started', at: 1, content }, ended()] });
  const copy = screen.getByRole('button', { name: 'Copy to Composer' });
  fireEvent.click(copy);
  fireEvent.click(copy);
  expect(composerText()).toBe('look\nlook');
  expect(within(screen.getByTestId('attachments')).getAllByTestId('attachment')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: /^Remove/ }));
  expect(screen.queryByTestId('attachments')).toBeNull();
  fireEvent.click(copy);
  expect(within(screen.getByTestId('attachments')).getAllByTestId('attachment')).toHaveLength(1);
});

test.each([
  ['the same text', 'same', 11],
  ['another text', 'other', 11],
  ['an older text', 'same', 6],
])('what is typed after %s came from the host is newer than that', (_what, text, expected) => {
  const stored = { text: 'same', revision: 5, attachments: [] };
  const draft = new ComposerDraft(KEY, { draft: () => ({ text: '' }), setDraft: () => undefined }, stored);
  draft.setTextOfHost(text, expected - 1 === 5 ? 3 : 10);
  expect(draft.takeReport()).toBeUndefined();
  draft.setText('typed');
  expect(draft.takeReport()).toMatchObject({ text: 'typed', revision: expected });
});

test('what was attached or removed in another chat counts', () => {
  const other = { ...IMAGE, data: 'BB==' };
  const draft = { key: KEY, text: 'same', revision: 1 };
  const first = openPanel({ attachments: [other], saved: savedDraft('same'), panel: { draft } });
  expect(first.sent('draft')).toEqual([]);
  expect(screen.getAllByTestId('attachment')).toHaveLength(1);
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(first.sent('prompt')[0]?.content[0]).toEqual(other);
  first.unmount();
  openPanel({ attachments: [], saved: savedDraft('same'), panel: { draft } });
  expect(screen.queryAllByTestId('attachment')).toEqual([]);
});

test('the bytes of what is attached cross to the host once, and a later page sends them by their ids', async () => {
  const panel = openPanel();
  paste({}, [new File(['A'.repeat(900_000)], 'a.txt', { type: 'text/plain' })]);
  await waitFor(() => expect(panel.sent('draft').at(-1)?.attachments).toHaveLength(1));
  type('words');
  type('other words');
  const list =
    panel.sent('draft').findLast(({ attachments }) => attachments !== undefined)?.attachments ?? [];
  const attached = panel.attached(list);
  expect(JSON.stringify(panel.posted).length).toBeLessThan(1_000_000);
  panel.unmount();

  const draft = { key: KEY, text: 'other words', revision: 9 };
  const next = openPanel({ attachments: attached.map(({ block }) => block), panel: { draft } });
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(next.sent('prompt')[0]?.content).toEqual([
    ...attached.map(({ block }) => block),
    { type: 'text', text: 'other words' },
  ]);
  expect(JSON.stringify(next.posted).length).toBeLessThan(2_000);
});

test('attachments are reported once, and that they are gone when they were sent', async () => {
  const panel = openPanel();
  panel.receive({ type: 'add_context', context: { attachments: [IMAGE] } });
  await waitFor(() => expect(panel.sent('draft').at(-1)?.attachments).toHaveLength(1));
  const reported = panel.sent('draft').length;
  type('words');
  await waitFor(() => expect(panel.sent('draft').length).toBeGreaterThan(reported));
  expect(panel.sent('draft').at(-1)).toEqual({
    type: 'draft',
    key: KEY,
    text: 'words',
    revision: expect.any(Number),
  });
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(panel.sent('draft').at(-1)?.text).toBe('');
  const changes = panel
    .sent('draft')
    .slice(reported)
    .flatMap(({ attachments }) => (attachments === undefined ? [] : [attachments]));
  expect(changes).toEqual([[]]);
});

/** A window after a reload: its host has only what was written to disk. */
function reloaded(saved: unknown, host: { readonly text: string; readonly revision?: number }) {
  return { saved, panel: { draft: { key: KEY, revision: 0, ...host } } };
}

test('a draft that was sent does not come back after a reload with an older state of its page', async () => {
  const first = openPanel();
  type('Look at this');
  first.receive({ type: 'add_context', context: { attachments: [IMAGE] } });
  await waitFor(() => expect(first.sent('draft').at(-1)?.text).toBe('Look at this'));
  const old = first.saved();
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  await waitFor(() => expect(first.sent('draft').at(-1)?.text).toBe(''));
  const revision = first.sent('draft').at(-1)?.revision ?? 0;
  const newest = first.saved();
  first.unmount();

  const second = openPanel({ ...reloaded(old, { text: '', revision }), attachments: [] });
  expect(composerText()).toBe('');
  expect(screen.queryAllByTestId('attachment')).toEqual([]);
  second.unmount();

  // The other way round: the host did not get to write that it was sent.
  const third = openPanel(reloaded(newest, { text: 'Look at this', revision: revision - 1 }));
  expect(composerText()).toBe('');
  expect(third.sent('draft').at(-1)).toMatchObject({ text: '' });
});

test('what was typed after the last report is there after a reload, and reported', () => {
  const saved = {
    sessions: [[KEY, { draft: { text: 'a whole thought', attachments: [], revision: 9 }, folds: {} }]],
  };
  const panel = openPanel(reloaded(saved, { text: 'a whole', revision: 7 }));
  expect(composerText()).toBe('a whole thought');
  expect(panel.sent('draft')).toMatchObject([{ text: 'a whole thought', revision: 9 }]);
});

test('what was said of a draft goes with it when it is sent', () => {
  const panel = openPanel();
  panel.receive({ type: 'add_context', context: { attachments: [IMAGE], note: 'One was too large.' } });
  expect(screen.getByTestId('composer-note').textContent).toBe('One was too large.');
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(screen.getByTestId('composer-note').textContent).toBe('');
});

test('a prompt that came back while the session was hidden is there with what was attached since', () => {
  const image = { type: 'image' as const, data: 'AA==', mimeType: 'image/png' };
  const saved = savedDraft('typed since');
  const draft = { key: KEY, text: 'not sent\ntyped since', revision: 1 };
  const panel = openPanel({ saved, attachments: [image], panel: { draft } });
  const refused = {
    type: 'prompt_refused',
    key: KEY,
    content: [{ ...image, data: 'BB==' }],
    message: 'Gone.',
  };
  panel.receive(refused);
  expect(composerText()).toBe('not sent\ntyped since');
  fireEvent.keyDown(screen.getByTestId('composer-input'), { key: 'Enter' });
  expect(panel.sent('prompt')[0]?.content).toEqual([
    { ...image, data: 'BB==' },
    image,
    { type: 'text', text: 'not sent\ntyped since' },
  ]);
});

test('the host gets the draft also while the user types without a pause', async () => {
  const panel = openPanel();
  const words = 'typed letter by letter';
  let typed = 0;
  while (panel.sent('draft').length === 0 && typed < words.length) {
    type(words.slice(0, ++typed));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(panel.sent('draft')).not.toEqual([]);
});

test('the draft of another session is not taken over', () => {
  openPanel({ panel: { draft: { key: 'session-9', text: 'not mine', revision: 0 } } });
  expect(composerText()).toBe('');
});

test('what is large is shown by a part of it after a reload, opened and inserted by the host, and sent whole', () => {
  const log = pastedText('a line\n'.repeat(20_000), 1);
  const picture = { ...IMAGE, data: 'A'.repeat(1_500_000) };
  const draft = { key: KEY, text: 'Look', revision: 3 };
  const panel = openPanel({ attachments: [picture, log, IMAGE], panel: { draft } });
  const chips = screen.getAllByTestId('attachment');
  expect(chips.map(({ textContent }) => textContent)).toEqual(['Image', 'Pasted text (140 kB)', '']);
  expect(document.body.innerHTML.length).toBeLessThan(100_000);
  fireEvent.click(chips[1] ?? document.body);
  fireEvent.click(screen.getByTestId('insert-as-text'));
  const [opened] = panel.sent('open_attachment');
  const [inserted] = panel.sent('insert_attachment');
  expect(inserted?.id).toBe(opened?.id);
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(panel.sent('prompt')[0]?.content).toEqual([picture, log, IMAGE, { type: 'text', text: 'Look' }]);
});

test('a large text that the host hands over takes the place of its attachment, and is one again by Undo', () => {
  const log = pastedText('a line\n'.repeat(20_000), 1);
  const panel = openPanel({
    attachments: [log, IMAGE],
    panel: { draft: { key: KEY, text: 'Look', revision: 3 } },
  });
  fireEvent.click(screen.getByTestId('insert-as-text'));
  const replaces = panel.sent('insert_attachment')[0]?.id;
  panel.receive({ type: 'add_context', context: { text: 'a line', replaces } });
  expect(composerText()).toBe('Look a line ');
  expect(screen.getAllByTestId('attachment')).toHaveLength(1);
  act(() => void undo(composerView()));
  expect(composerText()).toBe('Look');
  fireEvent.keyDown(composerInput(), { key: 'Enter' });
  expect(panel.sent('prompt')[0]?.content).toEqual([log, IMAGE, { type: 'text', text: 'Look' }]);
});

test('what is too large for the page’s own state comes from the host, also where the page’s text is newer', () => {
  const large = { ...IMAGE, data: 'A'.repeat(3_000_000) };
  const lost = { text: 'typed last', revision: 5 };
  const saved = { sessions: [[KEY, { draft: lost, folds: {} }]] };
  for (const revision of [4, 5]) {
    const panel = openPanel({ ...reloaded(saved, { text: 'typed', revision }), attachments: [large] });
    expect(composerText()).toBe(revision === 4 ? 'typed last' : 'typed');
    expect(screen.getAllByTestId('attachment')).toHaveLength(1);
    expect(screen.getByTestId('composer-note').textContent).toBe('');
    panel.unmount();
  }
});
