// @vitest-environment happy-dom
// Select All is done in the page alone: VS Code would select what was typed after it.
import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { selectAllInField } from '../../../webview/ui/selectAllKey.ts';
import { composerInput, composerView, typeText } from '../../support/composer/composerInput.ts';
import { openPanel, saveViewStates } from '../../support/panel.tsx';

const reachedVsCode = vi.fn<(event: Event) => void>();

beforeEach(() => {
  reachedVsCode.mockClear();
  document.addEventListener('keydown', selectAllInField);
  window.addEventListener('keydown', reachedVsCode);
});

afterEach(() => {
  document.removeEventListener('keydown', selectAllInField);
  window.removeEventListener('keydown', reachedVsCode);
  cleanup();
  saveViewStates();
  document.body.replaceChildren();
});

test('in the composer', () => {
  openPanel();
  typeText('a long thought');
  fireEvent.keyDown(composerInput(), { key: 'a', keyCode: 65, ctrlKey: true });
  const { from, to } = composerView().state.selection.main;
  expect([from, to]).toEqual([0, 'a long thought'.length]);
  expect(reachedVsCode).not.toHaveBeenCalled();
});

test.each(['input', 'textarea'])('in a field: %s', (name) => {
  const field = document.body.appendChild(document.createElement(name));
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) throw new Error(name);
  field.value = 'Chiang Mai';
  fireEvent.keyDown(field, { key: 'a', metaKey: true });
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 10]);
  expect(reachedVsCode).not.toHaveBeenCalled();
});

test('other keys, and the key elsewhere, reach VS Code', () => {
  const field = document.body.appendChild(document.createElement('input'));
  fireEvent.keyDown(field, { key: 'a' });
  fireEvent.keyDown(field, { key: 'a', ctrlKey: true, shiftKey: true });
  fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true });
  expect(reachedVsCode).toHaveBeenCalledTimes(3);
});
