// What was typed before a quick pick had the focus is in it, with what was typed in the quick pick itself behind it.
import { expect, test } from 'vitest';
import { Emitter } from '../../../src/core/base/lifecycle.ts';
import { acceptTypedAhead } from '../../../src/host/chat/typedAhead.ts';

/** A quick pick whose value VS Code gets and reports later. */
class Picker {
  readonly #changed = new Emitter<string>();
  readonly onDidChangeValue = this.#changed.event;
  value = '';

  /** VS Code reports what stands in the field by now. */
  report(value: string): void {
    this.value = value;
    this.#changed.fire(value);
  }
}

function opened() {
  const typed = new Emitter<string>();
  const picker = new Picker();
  const accepted = acceptTypedAhead(picker, typed.event);
  return { typed, picker, accepted };
}

test('what was typed before is the value', () => {
  const { typed, picker } = opened();
  typed.fire('ab');
  expect(picker.value).toBe('ab');
  picker.report('ab');
  expect(picker.value).toBe('ab');
});

test('what the quick pick has reported is behind it', () => {
  const { typed, picker } = opened();
  picker.report('c');
  typed.fire('ab');
  expect(picker.value).toBe('abc');
});

test('what was typed before VS Code has got the value is behind it', () => {
  const { typed, picker } = opened();
  typed.fire('ab');
  picker.report('c');
  expect(picker.value).toBe('abc');
  picker.report('abc');
  expect(picker.value).toBe('abc');
});

test('several letters that were typed before VS Code has got the value are behind it', () => {
  const { typed, picker } = opened();
  typed.fire('ab');
  picker.report('c');
  picker.report('cd');
  expect(picker.value).toBe('abcd');
  for (const value of ['ab', 'abc', 'abcd']) picker.report(value);
  expect(picker.value).toBe('abcd');
});

test('a letter that was deleted again before VS Code has got the value is not behind it', () => {
  const { typed, picker } = opened();
  typed.fire('ab');
  picker.report('c');
  picker.report('');
  expect(picker.value).toBe('ab');
  picker.report('ab');
  expect(picker.value).toBe('ab');
});

test('what the user deletes afterwards stays deleted', () => {
  const { typed, picker } = opened();
  typed.fire('ab');
  picker.report('ab');
  picker.report('a');
  picker.report('');
  expect(picker.value).toBe('');
});

test('a quick pick that was closed takes nothing', () => {
  const { typed, picker, accepted } = opened();
  accepted.dispose();
  typed.fire('ab');
  expect(picker.value).toBe('');
});
