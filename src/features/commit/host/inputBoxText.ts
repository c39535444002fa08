// Writes a text that grows into an input box, but never over what the user typed meanwhile.
import type { Disposable } from '../../../core/base/lifecycle.ts';
import type { Clock } from '../../../core/ports/hostPorts.ts';
import { isSameText } from '../../../core/text/lineEndings.ts';

/** Between two writes of what is streamed. */
const FRAME_MS = 100;

export class InputBoxText {
  #before: string;
  readonly #box: { value: string };
  readonly #clock: Clock;
  #last: string;
  #next: string | undefined;
  #timer: Disposable | undefined;
  #isEnded = false;

  constructor(box: { value: string }, clock: Clock) {
    this.#box = box;
    this.#clock = clock;
    this.#before = box.value;
    this.#last = box.value;
  }

  /** What was in the box at first, or what the user had typed when it was replaced. */
  get before(): string {
    return this.#before;
  }

  /** Shows what there is of the text so far. */
  stream(text: string): void {
    if (this.#isEnded || text === '') return;
    this.#next = text;
    this.#timer ??= this.#clock.after(FRAME_MS, () => {
      this.#timer = undefined;
      if (this.#next !== undefined) this.#write(this.#next);
    });
  }

  /** Writes the whole text. Returns false, and leaves the box as it is, if the user has edited it. */
  finish(text: string): boolean {
    this.#end();
    return this.#write(text);
  }

  /** Writes the text over what the user has typed. */
  replace(text: string): void {
    this.#before = this.#box.value;
    this.#box.value = text;
  }

  /** Puts back what was in the box at first, and `appendix` after it, unless the user has edited it. */
  restore(appendix = ''): void {
    this.#end();
    const hasAppendix = this.#before.endsWith(appendix);
    this.#write(hasAppendix ? this.#before : `${this.#before}${appendix}`);
  }

  #end(): void {
    this.#isEnded = true;
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #write(text: string): boolean {
    if (!isSameText(this.#box.value, this.#last)) return false;
    if (this.#box.value !== text) this.#box.value = text;
    this.#last = text;
    return true;
  }
}
