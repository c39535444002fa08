// @vitest-environment happy-dom
// Selecting and copying in the transcript, of which only a part is drawn.
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../../../src/core/session/events.ts';
import { withSpan } from '../../../../webview/panel/transcript/useSelectedRows.ts';
import { ended, openPanel, prompted, said, saveViewStates } from '../../../support/panel.tsx';

afterEach(() => {
  document.getSelection()?.removeAllRanges();
  cleanup();
  saveViewStates();
});

const talk = (turns: number): SessionEvent[] =>
  Array.from({ length: turns }, (_, index) => [
    prompted(`Question ${index}`),
    said(`Answer ${index}`),
    ended(),
  ]).flat();

const transcript = (): HTMLElement => screen.getByTestId('transcript');

const drawn = (text: string): HTMLElement => within(transcript()).getByText(text);

const isDrawn = (text: string): boolean => within(transcript()).queryByText(text) !== null;

function select(start: Node, end: Node): void {
  const range = document.createRange();
  range.setStart(start, 0);
  range.setEnd(end, end.childNodes.length);
  document.getSelection()?.removeAllRanges();
  document.getSelection()?.addRange(range);
  act(() => void document.dispatchEvent(new Event('selectionchange', { bubbles: true })));
}

function scrollTo(top: number): void {
  act(() => {
    fireEvent.wheel(transcript(), { deltaY: -500 });
    transcript().scrollTop = top;
    fireEvent.scroll(transcript());
  });
}

function copied(): string | undefined {
  let text: string | undefined;
  const clipboardData = { setData: (_type: string, data: string) => (text = data) };
  fireEvent.copy(document.body, { clipboardData });
  return text;
}

describe('a selection', () => {
  test('keeps its rows drawn when they are scrolled out of sight, and lets go of them afterwards', () => {
    openPanel({ events: talk(60) });
    const last = drawn('Answer 59');
    select(last, last);
    scrollTo(0);
    expect(isDrawn('Question 0')).toBe(true);
    expect(isDrawn('Answer 59')).toBe(true);
    document.getSelection()?.removeAllRanges();
    act(() => void document.dispatchEvent(new Event('selectionchange', { bubbles: true })));
    expect(isDrawn('Answer 59')).toBe(false);
  });

  test('has all rows between its ends', () => {
    openPanel({ events: talk(60) });
    const last = drawn('Answer 59');
    select(last, last);
    scrollTo(0);
    select(drawn('Question 0'), last);
    expect(isDrawn('Answer 30')).toBe(true);
  });

  test('of everything copies the whole conversation, drawn or not, and nothing else', () => {
    openPanel({ events: talk(60) });
    select(document.body, document.body);
    const text = copied();
    expect(text?.startsWith('Question 0\n\nAnswer 0\n\n')).toBe(true);
    expect(text?.endsWith('Question 59\n\nAnswer 59')).toBe(true);
  });

  test('of a part is copied by the browser', () => {
    openPanel({ events: talk(2) });
    select(drawn('Question 0'), drawn('Answer 0'));
    expect(copied()).toBeUndefined();
  });
});

describe('rows drawn with a selection', () => {
  test('are in order and once', () => {
    expect(withSpan([5, 6, 7], { first: 2, last: 6 }, 10)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(withSpan([0, 1], { first: 4, last: 5 }, 10)).toEqual([0, 1, 4, 5]);
  });

  test('are no more than there are, and not without end', () => {
    expect(withSpan([0], { first: 1, last: 8 }, 3)).toEqual([0, 1, 2]);
    expect(withSpan([], { first: 0, last: 100_000 }, 200_000).length).toBeLessThan(1_000);
  });
});
