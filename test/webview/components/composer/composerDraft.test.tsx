// @vitest-environment happy-dom
// The draft of the composer, and the host's copy of it.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { composerInput, composerText, typeText } from '../../../support/composer/composerInput.ts';
import { KEY, openPanel, saveViewStates } from '../../../support/panel.tsx';

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
  openPanel({ panel: { draft: { key: KEY, text: 'stored', isFromThisWindow: false } } });
  expect(composerText()).toBe('stored');
});

test('a draft that was sent from another chat does not come back', () => {
  const first = openPanel();
  type('to be sent elsewhere');
  const saved = first.saved();
  first.unmount();
  openPanel({ saved, panel: { draft: { key: KEY, text: '', isFromThisWindow: true } } });
  expect(composerText()).toBe('');
});

test('a draft that was changed in another chat is the one that counts', () => {
  const first = openPanel();
  type('old');
  const saved = first.saved();
  first.unmount();
  openPanel({ saved, panel: { draft: { key: KEY, text: 'new', isFromThisWindow: true } } });
  expect(composerText()).toBe('new');
});

test('a prompt that came back while the session was hidden is there with what was attached since', () => {
  const image = { type: 'image' as const, data: 'AA==', mimeType: 'image/png' };
  const saved = {
    sessions: [[KEY, { draft: { text: 'typed since', attachments: [image] }, folds: {} }]],
  };
  const draft = { key: KEY, text: 'not sent\ntyped since', isFromThisWindow: true, keepsAttachments: true };
  const panel = openPanel({ saved, panel: { draft } });
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
  openPanel({ panel: { draft: { key: 'session-9', text: 'not mine', isFromThisWindow: false } } });
  expect(composerText()).toBe('');
});
