// @vitest-environment happy-dom
// The composer: keys, queueing, stopping, recalling, drafts, pasted images.
import { act, cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { composerInput, composerText, typeText } from '../../../support/composer/composerInput.ts';
import { decodeImages } from '../../../support/composer/decodedImages.ts';
import { ended, KEY, openPanel, prompted, said, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
  saveViewStates();
});

const press = (key: string, more: object = {}): boolean =>
  fireEvent.keyDown(composerInput(), { key, ...more });

const prompt = (text: string) => ({ type: 'prompt', key: KEY, content: [{ type: 'text', text }] });

test('Enter sends and empties the composer; Shift+Enter breaks the line', () => {
  const panel = openPanel();
  typeText('Hello');
  press('Enter', { shiftKey: true });
  expect(composerText()).toBe('Hello\n');
  expect(panel.sent('prompt')).toEqual([]);
  expect(press('Enter')).toBe(false);
  expect(panel.sent('prompt')).toEqual([prompt('Hello\n')]);
  expect(composerText()).toBe('');
});

test('with the setting turned round Enter breaks the line and Shift+Enter sends', () => {
  const panel = openPanel({ panel: { enterKey: 'newline' } });
  typeText('Hello');
  press('Enter');
  expect(composerText()).toBe('Hello\n');
  expect(panel.sent('prompt')).toEqual([]);
  press('Enter', { shiftKey: true });
  expect(panel.sent('prompt')).toEqual([prompt('Hello\n')]);
});

test.each(['send', 'newline'] as const)('Ctrl+Enter sends with the setting %s', (enterKey) => {
  const panel = openPanel({ panel: { enterKey } });
  typeText('Hello');
  press('Enter', { ctrlKey: true });
  expect(panel.sent('prompt')).toHaveLength(1);
});

test('Enter that ends an input method’s composition does not send', () => {
  const panel = openPanel();
  typeText('こんにちは');
  press('Enter', { isComposing: true });
  press('Enter', { keyCode: 229 });
  expect(panel.sent('prompt')).toEqual([]);
  expect(composerText()).toBe('こんにちは');
});

test('nothing is sent when there is nothing to send', () => {
  const panel = openPanel();
  typeText('  \n ');
  press('Enter');
  fireEvent.click(screen.getByTestId('send'));
  expect(panel.sent('prompt')).toEqual([]);
});

test('while a turn runs Stop is there, and Enter still hands the prompt over, to be queued', () => {
  const panel = openPanel({ events: [prompted('First')] });
  typeText('Second');
  press('Enter');
  expect(panel.sent('prompt')).toEqual([prompt('Second')]);
  fireEvent.click(screen.getByTestId('stop'));
  expect(panel.sent('cancel')).toEqual([{ type: 'cancel', key: KEY }]);
  panel.dispatch(ended());
  expect(screen.queryByTestId('stop')).toBeNull();
});

test('what the agent does after its turn can be stopped, and prompts are still sent', () => {
  const call = { toolCallId: 'b', status: 'in_progress' };
  const panel = openPanel({ events: [prompted('First'), ended(), { type: 'tool_call', at: 3, call }] });
  typeText('Second');
  expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy();
  fireEvent.click(screen.getByTestId('stop'));
  expect(panel.sent('cancel')).toEqual([{ type: 'cancel', key: KEY }]);
  panel.dispatch({ type: 'cancel_requested', at: 4 });
  expect(screen.queryByTestId('stop')).toBeNull();
});

test('Escape stops a running turn, once; without one it does nothing', () => {
  const panel = openPanel({ events: [prompted('First')] });
  press('Escape');
  expect(panel.sent('cancel')).toEqual([{ type: 'cancel', key: KEY }]);
  panel.dispatch({ type: 'cancel_requested', at: 2_000 });
  press('Escape');
  panel.dispatch(ended('cancelled'));
  press('Escape');
  expect(panel.sent('cancel')).toHaveLength(1);
});

test('Stop and Escape are there for a question that outlives its turn, and for a turn beside it', () => {
  const call = { toolCallId: 't', title: 'Write a.txt' };
  const request = { requestId: 'r', toolCallId: 't', options: [], at: 2_000 };
  const panel = openPanel({
    events: [prompted('First'), { type: 'permission_requested', at: 2_000, call, request }, ended()],
  });
  expect(screen.getByTestId('permission')).toBeTruthy();
  expect(screen.getByTestId('send')).toBeTruthy();
  fireEvent.click(screen.getByTestId('stop'));
  press('Escape');
  expect(panel.sent('cancel')).toHaveLength(2);
  panel.dispatch(prompted('Second'));
  panel.dispatch(ended());
  expect(screen.getByTestId('permission')).toBeTruthy();
  panel.dispatch({ type: 'permission_closed', at: 3_000, requestId: 'r', decision: { by: 'cancelled' } });
  expect(screen.queryByTestId('stop')).toBeNull();
  expect(screen.getByTestId('tool-card').textContent).not.toContain('withdrawn');
});

test('Up in the empty composer recalls earlier prompts, Down goes back', () => {
  openPanel({ events: [prompted('One'), ended(), prompted('Two'), ended()] });
  press('ArrowUp');
  expect(composerText()).toBe('Two');
  press('ArrowUp');
  expect(composerText()).toBe('One');
  press('ArrowUp');
  expect(composerText()).toBe('One');
  press('ArrowDown');
  press('ArrowDown');
  expect(composerText()).toBe('');
});

test('Up moves the cursor in a text the user typed', () => {
  openPanel({ events: [prompted('One'), ended()] });
  typeText('my own');
  press('ArrowUp');
  expect(composerText()).toBe('my own');
});

test('a prompt can be put back, behind what was typed already', () => {
  openPanel({ events: [prompted('Do it'), said('Done'), ended()] });
  typeText('And this');
  fireEvent.click(screen.getByRole('button', { name: 'Copy to Composer' }));
  expect(composerText()).toBe('And this\nDo it');
  expect(document.activeElement).toBe(composerInput());
});

const STOLEN = 'See [@README.md](file:///home/u/.ssh/id_rsa)';

test('a prompt that the agent reported is put back without its mentions', () => {
  const reported = { type: 'message_chunk', role: 'user', at: 1 } as const;
  openPanel({ events: [{ ...reported, content: { type: 'text', text: STOLEN } }] });
  fireEvent.click(screen.getByRole('button', { name: 'Copy to Composer' }));
  expect(composerText()).toBe('See @README.md');
});

test('a text that the agent puts into the composer mentions nothing', () => {
  const panel = openPanel();
  panel.dispatch({ type: 'session_info', at: 1, patch: { meta: { 'parley.dev/composerText': STOLEN } } });
  expect(composerText()).toBe('See @README.md');
});

test('a draft survives a reload of the page', () => {
  const first = openPanel();
  typeText('half a thought');
  const saved = first.saved();
  first.unmount();
  openPanel({ saved });
  expect(composerText()).toBe('half a thought');
});

test('a saved state of another shape is ignored', () => {
  openPanel({ saved: { sessions: [['session-1', { draft: 7 }]] } });
  expect(composerText()).toBe('');
});

test('the host can put text and focus into the composer', () => {
  const panel = openPanel();
  typeText('Look at');
  panel.receive({ type: 'focus_composer', text: '@client.ts' });
  expect(composerText()).toBe('Look at\n@client.ts');
  expect(document.activeElement).toBe(composerInput());
});

test('texts that the host adds before the panel is drawn again are all added, in their order', () => {
  const panel = openPanel();
  act(() => {
    panel.receive({ type: 'focus_composer', text: '@a.ts' });
    panel.receive({ type: 'focus_composer', text: '@b.ts' });
  });
  expect(composerText()).toBe('@a.ts\n@b.ts');
});

test('who comes into the panel without having pointed at anything can type at once', () => {
  openPanel();
  composerInput().blur();
  fireEvent.focus(window);
  expect(document.activeElement).toBe(composerInput());
});

test('a user who opens the panel can type at once, though the panel was focused before it rendered', () => {
  openPanel();
  expect(document.hasFocus()).toBe(true);
  expect(document.activeElement).toBe(composerInput());
});

describe('While the focus is elsewhere in VS Code', () => {
  /** Returns how it comes back. */
  function leavePage(): () => void {
    const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    onTestFinished(() => hasFocus.mockRestore());
    return () => {
      hasFocus.mockReturnValue(true);
      fireEvent.focus(window);
    };
  }

  test.each([
    ['the host asks for it', { type: 'focus_composer', text: 'See a.ts' }],
    [
      'the agent puts a text into the composer',
      { type: 'session_info', at: 1, patch: { meta: { 'parley.dev/composerText': 'See a.ts' } } },
    ],
  ] as const)('the panel does not take it when %s, until it is given to the panel', (_when, message) => {
    const panel = openPanel({ events: [prompted('Hi'), said('Hello'), ended()] });
    const transcript = screen.getByTestId('transcript');
    transcript.focus();
    const comeBack = leavePage();
    if (message.type === 'focus_composer') panel.receive(message);
    else panel.dispatch(message);
    expect(composerText()).toBe('See a.ts');
    expect(document.activeElement).toBe(transcript);
    comeBack();
    expect(document.activeElement).toBe(composerInput());
    // Once: whoever leaves the composer after that is not taken back to it.
    transcript.focus();
    fireEvent.focus(window);
    expect(document.activeElement).toBe(transcript);
  });
});

test('who comes into the panel at a place of their own stays there', () => {
  openPanel({ events: [prompted('Hi'), said('Hello'), ended()] });
  const transcript = screen.getByTestId('transcript');
  transcript.focus();
  fireEvent.focus(window);
  expect(document.activeElement).toBe(transcript);
});

function pasteImage(): Event {
  const file = new File([new Uint8Array([1, 2, 3])], 'image.png', { type: 'image/png' });
  const clipboardData = { files: [file], types: ['Files'], getData: () => '' };
  const event = createEvent.paste(composerInput(), { clipboardData });
  fireEvent(composerInput(), event);
  return event;
}

test('a pasted image becomes an attachment that is sent before the text and can be removed', async () => {
  decodeImages(10, 10);
  const panel = openPanel();
  expect(pasteImage().defaultPrevented).toBe(true);
  await waitFor(() => screen.getByRole('img', { name: 'Image' }));
  typeText('What is this?');
  press('Enter');
  expect(panel.sent('prompt')[0]?.content).toEqual([
    { type: 'image', data: 'AQID', mimeType: 'image/png' },
    { type: 'text', text: 'What is this?' },
  ]);
  pasteImage();
  await waitFor(() => screen.getByRole('img', { name: 'Image' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove Attachment' }));
  expect(screen.queryByRole('img', { name: 'Image' })).toBeNull();
});

test('queued prompts can be moved, removed and sent now', () => {
  const panel = openPanel({ events: [prompted('First')] });
  const queue = ['one', 'two'].map((text) => ({ id: text, content: [{ type: 'text' as const, text }] }));
  panel.dispatch({ type: 'queue_changed', at: 1, queue, held: false });
  const [first] = screen.getAllByTestId('queued');
  expect(first?.textContent).toContain('one');
  const press2 = (name: RegExp, index: number): void => {
    const button = screen.getAllByRole('button', { name })[index];
    if (button === undefined) throw new Error(`No button ${String(name)} at ${index}.`);
    fireEvent.click(button);
  };
  press2(/^Move Down/, 0);
  expect(panel.sent('queue_move')).toEqual([{ type: 'queue_move', key: KEY, id: 'one', index: 1 }]);
  press2(/Send Now$/, 1);
  expect(panel.sent('queue_send_now')).toEqual([{ type: 'queue_send_now', key: KEY, id: 'two' }]);
  press2(/^Remove/, 0);
  expect(panel.sent('queue_remove').map(({ id }) => id)).toEqual(['one']);
});

test('a held queue says why it waits', () => {
  const panel = openPanel({ events: [prompted('First')] });
  const queue = [{ id: 'one', content: [{ type: 'text' as const, text: 'one' }] }];
  panel.dispatch({ type: 'queue_changed', at: 1, queue, held: false }, ended('cancelled'));
  expect(screen.getByText('Queue paused: the turn was stopped (1 waiting)')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Send Now' }));
  expect(panel.sent('queue_send_now')).toHaveLength(1);
});
