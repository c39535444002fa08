// The message is streamed into the input box, never over what the user typed.
import { expect, test } from 'vitest';
import { InputBoxText } from '../../../../src/features/commit/host/inputBoxText.ts';
import { ManualClock } from '../../../support/clock.ts';

test('the box is written at most ten times a second, and then the whole text', () => {
  const box = { value: 'old' };
  const clock = new ManualClock();
  const text = new InputBoxText(box, clock);
  text.stream('A');
  text.stream('Ad');
  expect(box.value).toBe('old');
  clock.advance(100);
  expect(box.value).toBe('Ad');
  text.stream('Add');
  expect(text.finish('Add a file')).toBe(true);
  clock.advance(1_000);
  expect(box.value).toBe('Add a file');
  expect(text.before).toBe('old');
});

test('what the user typed is left, and can be replaced', () => {
  const box = { value: '' };
  const clock = new ManualClock();
  const text = new InputBoxText(box, clock);
  text.stream('Add');
  clock.advance(100);
  box.value = 'Add my own';
  text.stream('Add a');
  clock.advance(100);
  expect(text.finish('Add a file')).toBe(false);
  text.restore();
  expect(box.value).toBe('Add my own');
  text.replace('Add a file');
  expect(box.value).toBe('Add a file');
  expect(text.before).toBe('Add my own');
});

test('what was there at first comes back when it fails', () => {
  const box = { value: 'mine\r\n' };
  const clock = new ManualClock();
  const text = new InputBoxText(box, clock);
  text.stream('Add');
  clock.advance(100);
  text.restore();
  expect(box.value).toBe('mine\r\n');
});

test('trailers are left in the box once when no message could be written', () => {
  const box = { value: 'mine' };
  const trailers = '\n\nAgent: A';
  new InputBoxText(box, new ManualClock()).restore(trailers);
  expect(box.value).toBe('mine\n\nAgent: A');
  new InputBoxText(box, new ManualClock()).restore(trailers);
  expect(box.value).toBe('mine\n\nAgent: A');
  const edited = new InputBoxText(box, new ManualClock());
  box.value = '';
  edited.restore(trailers);
  expect(box.value).toBe('');
});
