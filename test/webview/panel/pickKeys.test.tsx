// @vitest-environment happy-dom
// What is typed between a key that opens a quick pick and the moment at which that has the focus.
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPanel, saveViewStates, type OpenPanel } from '../../support/panel.tsx';

const typedInto: string[] = [];

beforeEach(() => {
  typedInto.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Happy DOM has no editing.
  Document.prototype.execCommand = (command, _, text) => typedInto.push(`${command} ${text}`) > 0;
});

afterEach(() => {
  cleanup();
  saveViewStates();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(Document.prototype, 'execCommand');
});

/** Presses a key in the composer. Returns whether the page may act on it. */
function press(key: string, modifiers: KeyboardEventInit = {}): boolean {
  return fireEvent.keyDown(screen.getByTestId('composer-input'), { key, ...modifiers });
}

/** VS Code moves the focus out of the page, or back. */
function move(focus: 'blur' | 'focus'): void {
  act(() => {
    window.dispatchEvent(new Event(focus));
  });
}

function typed(panel: OpenPanel): readonly string[] {
  move('blur');
  vi.advanceTimersByTime(30);
  return panel.sent('typed_ahead').map(({ text }) => text);
}

type Key = readonly [key: string, modifiers: KeyboardEventInit];

const sessions: Key = ['s', { ctrlKey: true, altKey: true }];

test.each<Key>([
  sessions,
  ['/', { ctrlKey: true, altKey: true }],
  ['÷', { ctrlKey: true, altKey: true, code: 'Slash' }],
  [',', { ctrlKey: true, shiftKey: true }],
  ['<', { ctrlKey: true, shiftKey: true, code: 'Comma' }],
])('is handed to the host after %s with %o', (key, modifiers) => {
  const panel = openPanel();
  press(key, modifiers);
  expect(['a', 'x', 'Backspace', 'b'].map((letter) => press(letter))).toEqual([false, false, false, false]);
  expect(typed(panel)).toEqual(['ab']);
  expect(press('c')).toBe(true);
  vi.runAllTimers();
  expect(typedInto).toEqual([]);
});

test('is handed to the sheet of keyboard shortcuts', () => {
  const panel = openPanel();
  press('?');
  expect(panel.sent('show_shortcuts')).toHaveLength(1);
  press('m');
  expect(typed(panel)).toEqual(['m']);
});

test('is typed where the focus is if no quick pick comes', () => {
  const panel = openPanel();
  press(...sessions);
  press('a');
  vi.advanceTimersByTime(1_000);
  expect(typedInto).toEqual(['insertText a']);
  expect(typed(panel)).toEqual([]);
});

test('waits on where the focus comes back at once', () => {
  const panel = openPanel();
  press(...sessions);
  press('a');
  move('blur');
  vi.advanceTimersByTime(29);
  move('focus');
  press('b');
  expect(typed(panel)).toEqual(['ab']);
});

test.each<Key>([
  ['s', { ctrlKey: true }],
  ['s', { ctrlKey: true, altKey: true, shiftKey: true }],
  [',', { ctrlKey: true }],
  // The key of macOS.
  ['s', { ctrlKey: true, metaKey: true }],
])('does not wait after %s with %o', (key, modifiers) => {
  const panel = openPanel();
  press(key, modifiers);
  expect(press('a')).toBe(true);
  expect(typed(panel)).toEqual([]);
});

test('knows the keys of macOS', () => {
  vi.stubGlobal('navigator', { userAgent: 'Macintosh' });
  const panel = openPanel();
  press('s', { ctrlKey: true, metaKey: true });
  press('a');
  press(...sessions);
  expect(typed(panel)).toEqual(['a']);
});
