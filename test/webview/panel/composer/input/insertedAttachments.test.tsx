// @vitest-environment happy-dom
// Undo of “Insert as Text”: the text is an attachment again.
import { redo, undo } from '@codemirror/commands';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { pastedText } from '../../../../../src/core/session/content.ts';
import { composerText, composerView, typeText } from '../../../../support/composer/composerInput.ts';
import { KEY, openPanel, saveViewStates } from '../../../../support/panel.tsx';

afterEach(() => {
  cleanup();
  saveViewStates();
});

const attached = (): number => screen.queryAllByTestId('insert-as-text').length;

test('Undo attaches the text again, and Redo inserts it; what was typed before and after stays', () => {
  const draft = { key: KEY, text: 'Read', revision: 1 };
  openPanel({ panel: { draft }, attachments: [pastedText('a log', 1), pastedText('another', 1)] });
  const [first] = screen.getAllByTestId('insert-as-text');
  if (first === undefined) throw new Error('Nothing is attached.');
  fireEvent.click(first);
  expect([composerText(), attached()]).toEqual(['Read a log ', 1]);
  act(() => void undo(composerView()));
  expect([composerText(), attached()]).toEqual(['Read', 2]);
  act(() => void redo(composerView()));
  expect([composerText(), attached()]).toEqual(['Read a log ', 1]);
  act(() => void undo(composerView()));
  typeText('Look');
  fireEvent.click(screen.getByTestId('send'));
  expect(attached()).toBe(0);
});

test.each(['text that was an attachment', 'an attachment that was text'])(
  'what was sent does not come back by Undo or Redo: %s',
  (sent) => {
    const panel = openPanel({ attachments: [pastedText('a log', 1)] });
    fireEvent.click(screen.getByTestId('insert-as-text'));
    if (sent === 'an attachment that was text') act(() => void undo(composerView()));
    fireEvent.click(screen.getByTestId('send'));
    expect(panel.sent('prompt')).toHaveLength(1);
    act(() => void undo(composerView()));
    expect([composerText(), attached()]).toEqual(['', 0]);
    act(() => void redo(composerView()));
    expect([composerText(), attached()]).toEqual(['', 0]);
    typeText('next');
    act(() => void undo(composerView()));
    expect([composerText(), attached()]).toEqual(['', 0]);
  },
);
