// @vitest-environment happy-dom
// What is typed between the key of Find and its bar, which VS Code asks for a moment later.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TypedAhead, withCommandKey } from '../../../../webview/ui/typedAhead.ts';
import { openPanel, prompted, said, saveViewStates, type OpenPanel } from '../../../support/panel.tsx';

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
  Reflect.deleteProperty(Document.prototype, 'execCommand');
});

function open(): OpenPanel {
  return openPanel({ events: [prompted('tea'), said('tea and more tea')] });
}

/** Presses a key where the focus is. Returns whether the page may act on it. */
function press(key: string, modifiers: KeyboardEventInit = {}): boolean {
  return fireEvent.keyDown(document.activeElement ?? document.body, { key, ...modifiers });
}

function fieldText(): string {
  const field = screen.getByTestId('find-input');
  return field instanceof HTMLInputElement ? field.value : '';
}

test('is in the field of the bar', () => {
  const panel = open();
  press('f', { ctrlKey: true });
  expect(['t', 'e', 'x', 'Backspace', 'a', 'Enter'].map((key) => press(key))).toEqual(
    Array.from({ length: 6 }, () => false),
  );
  panel.receive({ type: 'find' });
  expect(fieldText()).toBe('tea');
  expect(press('m')).toBe(true);
  vi.runAllTimers();
  expect(typedInto).toEqual([]);
});

test('replaces what was searched for before', () => {
  const panel = open();
  panel.receive({ type: 'find', text: 'more' });
  expect(fieldText()).toBe('more');
  press('f', { ctrlKey: true });
  press('a');
  panel.receive({ type: 'find' });
  expect(fieldText()).toBe('a');
});

test('is typed where the focus is if no bar comes', () => {
  open();
  press('f', { ctrlKey: true });
  press('t');
  press('e');
  vi.advanceTimersByTime(999);
  expect(typedInto).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(typedInto).toEqual(['insertText te']);
  expect(press('a')).toBe(true);
});

test.each([
  ['f', {}],
  ['f', { ctrlKey: true, shiftKey: true }],
  ['f', { ctrlKey: true, altKey: true }],
  ['g', { ctrlKey: true }],
  // The key of macOS, where this one moves the cursor.
  ['f', { metaKey: true }],
])('does not wait after %s with %o', (key, modifiers) => {
  open();
  press(key, modifiers);
  expect(press('t')).toBe(true);
});

test.each([
  ['t', { ctrlKey: true }],
  ['t', { altKey: true }],
  ['t', { isComposing: true }],
  ['ArrowLeft', {}],
  ['Escape', {}],
])('is not %s with %o', (key, modifiers) => {
  const ahead = new TypedAhead(withCommandKey('f'));
  const end = ahead.listen(window);
  press('f', { ctrlKey: true });
  expect(press(key, modifiers)).toBe(true);
  expect(ahead.take()).toBe('');
  end();
});
