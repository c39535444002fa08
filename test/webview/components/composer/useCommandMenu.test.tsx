// @vitest-environment happy-dom
// The agent's commands in the composer (R89, R90), and the draft that the host keeps.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { KEY, openPanel, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const commands: SessionEvent = {
  type: 'commands',
  at: 1,
  commands: [
    { name: 'explain', description: 'Explains a file', hint: 'FILE' },
    { name: 'compact', description: 'Makes room' },
    { name: 'recompact', description: 'Makes more room' },
  ],
};

function type(text: string): HTMLElement {
  const input = screen.getByTestId('composer-input');
  fireEvent.change(input, { target: { value: text } });
  return input;
}

const offered = (): readonly (string | undefined)[] =>
  screen.queryAllByTestId('suggestion').map(({ dataset }) => dataset['value']);

test('a slash offers the commands, those that begin with what is typed first', () => {
  openPanel({ events: [commands] });
  type('/');
  expect(offered()).toEqual(['explain', 'compact', 'recompact']);
  type('/COMP');
  expect(offered()).toEqual(['compact', 'recompact']);
  type('not /');
  expect(offered()).toEqual([]);
});

test('Enter completes the command, its hint shows, and the words are sent as they stand', () => {
  const panel = openPanel({ events: [commands] });
  const input = type('/ex');
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(panel.sent('prompt')).toEqual([]);
  expect(input).toHaveProperty('value', '/explain ');
  expect(screen.getByText('FILE')).toBeTruthy();
  type('/explain a.ts');
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(panel.sent('prompt')).toMatchObject([
    { key: KEY, content: [{ type: 'text', text: '/explain a.ts' }] },
  ]);
});

test('a command that is typed whole and takes nothing is sent at once', () => {
  const panel = openPanel({ events: [commands] });
  fireEvent.keyDown(type('/compact'), { key: 'Enter' });
  expect(panel.sent('prompt')).toMatchObject([{ content: [{ text: '/compact' }] }]);
});

test('arrows choose, Tab completes, Escape closes the list and stops no turn', () => {
  const panel = openPanel({
    events: [commands, { type: 'prompt_started', at: 2, content: [{ type: 'text', text: 'Go' }] }],
  });
  const input = type('/');
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  fireEvent.keyDown(input, { key: 'Tab' });
  expect(input).toHaveProperty('value', '/compact ');
  type('/');
  fireEvent.keyDown(input, { key: 'Escape' });
  expect(offered()).toEqual([]);
  expect(panel.sent('cancel')).toEqual([]);
});

test('who types on is at the first command that fits, whatever was chosen before', () => {
  openPanel({ events: [commands] });
  fireEvent.keyDown(type('/'), { key: 'ArrowDown' });
  const input = type('/comp');
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(input).toHaveProperty('value', '/compact ');
});

test('the list follows what the agent offers now', () => {
  const panel = openPanel({ events: [commands] });
  type('/');
  panel.dispatch({ type: 'commands', at: 2, commands: [] });
  expect(offered()).toEqual([]);
});

test('what is typed is told to the host, and nothing more once it was sent', async () => {
  const panel = openPanel();
  const input = type('half a thought');
  await waitFor(() => expect(panel.sent('draft').at(-1)?.text).toBe('half a thought'));
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(panel.sent('draft').at(-1)?.text).toBe('');
});

test('a draft that only the host kept is there again', () => {
  openPanel({ panel: { draft: { key: KEY, text: 'kept', isFromThisWindow: false } } });
  expect(screen.getByTestId('composer-input')).toHaveProperty('value', 'kept');
});

test('a draft that was sent from another chat does not come back', () => {
  const first = openPanel();
  type('to be sent elsewhere');
  const saved = first.saved();
  first.unmount();
  openPanel({ saved, panel: { draft: { key: KEY, text: '', isFromThisWindow: true } } });
  expect(screen.getByTestId('composer-input')).toHaveProperty('value', '');
});

test('a draft that was changed in another chat is the one that counts', () => {
  const first = openPanel();
  type('old');
  const saved = first.saved();
  first.unmount();
  openPanel({ saved, panel: { draft: { key: KEY, text: 'new', isFromThisWindow: true } } });
  expect(screen.getByTestId('composer-input')).toHaveProperty('value', 'new');
});

test('the host is told of a draft also while somebody types without a pause', async () => {
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
  expect(screen.getByTestId('composer-input')).toHaveProperty('value', '');
});
