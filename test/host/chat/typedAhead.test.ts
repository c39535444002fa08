// What was typed before a quick pick had the focus is in it, with what was typed in the quick pick itself behind it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Emitter } from '../../../src/core/base/lifecycle.ts';
import { acceptTypedAhead } from '../../../src/host/chat/typedAhead.ts';

/** A quick pick as an extension has it: VS Code's field is in another process, and both hear of the other's value later. */
class Picker {
  readonly #changed = new Emitter<string>();
  readonly onDidChangeValue = this.#changed.event;
  readonly #toField: string[] = [];
  readonly #reports: string[] = [];
  #value = '';
  field = '';

  get value(): string {
    return this.#value;
  }

  set value(value: string) {
    this.#value = value;
    this.#toField.push(value);
  }

  /** The user changes what stands in the field. */
  edit(value: string): void {
    this.#setField(value);
  }

  type(letter: string): void {
    this.#setField(this.field + letter);
  }

  /** The next value of the extension arrives in VS Code. */
  arrive(): void {
    const value = this.#toField.shift();
    if (value !== undefined) this.#setField(value);
  }

  /** The next report of VS Code arrives in the extension. */
  report(): void {
    const value = this.#reports.shift();
    if (value === undefined) return;
    this.#value = value;
    this.#changed.fire(value);
  }

  /** Until nothing is under way. */
  settle(): void {
    while (this.#toField.length > 0 || this.#reports.length > 0) {
      this.arrive();
      this.report();
    }
  }

  #setField(value: string): void {
    if (value === this.field) return;
    this.field = value;
    this.#reports.push(value);
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
  picker.settle();
  expect(picker.field).toBe('ab');
});

test('letters that were typed while each value was under way are all there', () => {
  const { typed, picker } = opened();
  picker.type('o');
  picker.report();
  typed.fire('m');
  picker.type('d');
  picker.arrive();
  expect(picker.field).toBe('mo');
  picker.type('e');
  picker.type('l');
  picker.settle();
  expect(picker.field).toBe('model');
});

test('in whatever order keys, values and reports arrive, nothing is lost', () => {
  const step = fc.constantFrom('type', 'arrive', 'report');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.array(step, { maxLength: 30 }), (before, after) => {
      const { typed, picker } = opened();
      const letters = 'cdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
      let count = 0;
      let expected = 'ab';
      const run = (steps: readonly string[]): void => {
        for (const each of steps) {
          if (each === 'arrive') picker.arrive();
          else if (each === 'report') picker.report();
          else {
            const letter = letters.charAt(count++);
            expected += letter;
            picker.type(letter);
          }
        }
      };
      run(before);
      typed.fire('ab');
      run(after);
      picker.settle();
      expect(picker.field).toBe(expected);
      expect(picker.value).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

test('a letter that was deleted again before VS Code has got the value is not behind it', () => {
  const { typed, picker } = opened();
  typed.fire('ab');
  picker.type('c');
  picker.edit('');
  picker.settle();
  expect(picker.field).toBe('ab');
});

test('what the user deletes afterwards stays deleted', () => {
  const { typed, picker } = opened();
  typed.fire('ab');
  picker.settle();
  picker.edit('a');
  picker.edit('');
  picker.settle();
  expect(picker.field).toBe('');
});

test('a quick pick that was closed takes nothing', () => {
  const { typed, picker, accepted } = opened();
  accepted.dispose();
  typed.fire('ab');
  picker.settle();
  expect(picker.field).toBe('');
});
