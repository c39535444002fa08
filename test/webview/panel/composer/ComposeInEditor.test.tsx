// @vitest-environment happy-dom
// A draft that is in an editor: the composer is locked, has its text, and sends it when the user does so there.
import { undo } from '@codemirror/commands';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { HostMessage, PanelState } from '../../../../src/core/panel/hostMessage.ts';
import { composerText, composerView, typeText } from '../../../support/composer/composerInput.ts';
import { KEY, openPanel, READY, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

let revision = 100;
const written = (text: string, isSent = false): HostMessage => ({
  type: 'draft_text',
  key: KEY,
  text,
  revision: ++revision,
  isSent,
});

function inEditor(text: string): PanelState {
  const draft = { key: KEY, text, revision: 1, isInEditor: true };
  return { ...READY, draft };
}

test('The button and the command open what is in the composer, once each', () => {
  const panel = openPanel({ panel: { draft: { key: KEY, text: 'Explain', revision: 0 } } });
  fireEvent.click(screen.getByTestId('compose-in-editor'));
  panel.receive({ type: 'compose_in_editor' });
  const sent = { type: 'compose_in_editor', key: KEY };
  expect(panel.sent('compose_in_editor')).toEqual([sent, sent]);
  expect(panel.sent('draft')).toEqual([]);
});

test('The host has a long text that was typed last before the editor opens', () => {
  const text = 'x'.repeat(12_000);
  const panel = openPanel({ panel: { draft: { key: KEY, text, revision: 5 } } });
  act(() => composerView().dispatch({ changes: { from: 0, insert: 'y' }, userEvent: 'input.type' }));
  expect(panel.sent('draft')).toEqual([]);
  fireEvent.click(screen.getByTestId('compose-in-editor'));
  expect(panel.posted.slice(-2)).toMatchObject([
    { type: 'draft', text: `y${text}`, revision: 6 },
    { type: 'compose_in_editor' },
  ]);
});

test('The composer is locked meanwhile, shows the editor, and takes the prompt back', () => {
  const panel = openPanel({ panel: inEditor('Explain') });
  expect(screen.queryByTestId('composer-input')).toBeNull();
  fireEvent.click(screen.getByTestId('show-prompt-editor'));
  fireEvent.click(screen.getByTestId('return-prompt'));
  expect(panel.sent('compose_in_editor')).toHaveLength(1);
  expect(panel.sent('end_compose')).toEqual([{ type: 'end_compose', key: KEY, action: 'return' }]);
});

test('Send sends what is in the editor', () => {
  const panel = openPanel({ panel: inEditor('Explain') });
  fireEvent.click(screen.getByTestId('send'));
  expect(panel.sent('end_compose')).toEqual([{ type: 'end_compose', key: KEY, action: 'send' }]);
  expect(panel.sent('prompt')).toEqual([]);
});

test('What was written there is in the composer afterwards, and is not reported as if it was typed', () => {
  const panel = openPanel({ panel: inEditor('Explain') });
  panel.receive(written('Explain this'));
  panel.receive({ type: 'panel', panel: { ...inEditor('Explain this'), draft: { ...READY.draft } } });
  expect(screen.getByTestId('composer-input').textContent).toBe('Explain this');
  panel.unmount();
  expect(panel.sent('draft')).toEqual([]);
});

test('What is sent from the editor goes with what is attached, and leaves no draft', () => {
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const;
  const saved = { sessions: [[KEY, { draft: { text: 'old' }, folds: {} }]] };
  const panel = openPanel({ saved, attachments: [image], panel: inEditor('Explain') });
  panel.receive(written('Explain this', true));
  expect(panel.sent('prompt')).toEqual([
    { type: 'prompt', key: KEY, content: [image, { type: 'text', text: 'Explain this' }] },
  ]);
  expect(panel.sent('draft').at(-1)?.text).toBe('');
});

test('A prompt that was typed after an editor was emptied leaves no draft once it is sent', () => {
  vi.useFakeTimers();
  try {
    const panel = openPanel();
    panel.receive(written(''));
    typeText('Hi');
    act(() => void vi.advanceTimersByTime(1_000));
    fireEvent.click(screen.getByTestId('send'));
    expect(panel.sent('draft').map(({ text }) => text)).toEqual(['Hi', '']);
  } finally {
    vi.useRealTimers();
  }
});

test('Undo leads from what was written there to what stood in the composer before, in one step', () => {
  const panel = openPanel();
  typeText('Explain');
  panel.receive({ type: 'panel', panel: inEditor('Explain') });
  panel.receive(written('Explain this'));
  panel.receive(written('Explain this file'));
  panel.receive({ type: 'panel', panel: { ...READY, draft: { ...READY.draft } } });
  expect(composerText()).toBe('Explain this file');
  act(() => void undo(composerView()));
  expect(composerText()).toBe('Explain');
  act(() => void undo(composerView()));
  expect(composerText()).toBe('');
});

test('Undo brings back a draft that the host replaced', () => {
  const panel = openPanel();
  typeText('Mine');
  panel.receive(written('Theirs'));
  act(() => void undo(composerView()));
  expect(composerText()).toBe('Mine');
});

test('What was written for another session is left alone', () => {
  const panel = openPanel();
  panel.receive({ ...written('not mine', true), key: 'session-9' });
  expect(panel.sent('prompt')).toEqual([]);
  expect(screen.getByTestId('composer-input').textContent).toBe('');
});
