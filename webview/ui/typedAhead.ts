// What is typed right after a key that VS Code handles, such as that of Find: what it opens comes a moment later, and what is
// typed in between is meant for that, not for the prompt that is shown or for a request that a digit would answer.
import { userPlatform } from './keyText.ts';

/** How long what is typed waits. A user may have bound the key to something else, after which nothing comes. */
const TIMEOUT_MS = 1_000;

/** The names of other keys are longer. */
const ONE_LETTER = /^.$/su;

export class TypedAhead {
  readonly #letter: string;
  /** What was typed; undefined while nothing is waited for. */
  #typed: readonly string[] | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `letter`: the key that is pressed together with Ctrl, on macOS with Cmd. */
  constructor(letter: string) {
    this.#letter = letter;
  }

  /** Listens to the keys of a window before all that is in it. Returns the function that ends that. */
  listen(page: Window): () => void {
    const onKey = (event: KeyboardEvent): void => this.#handle(event, page.document);
    page.addEventListener('keydown', onKey, true);
    return () => {
      page.removeEventListener('keydown', onKey, true);
      this.take();
    };
  }

  /** Hands over what was typed, and stops waiting. */
  take(): string {
    clearTimeout(this.#timer);
    const typed = this.#typed ?? [];
    this.#typed = undefined;
    return typed.join('');
  }

  #handle(event: KeyboardEvent, page: Document): void {
    if (event.isComposing) return;
    if (this.#isKey(event)) {
      clearTimeout(this.#timer);
      this.#typed ??= [];
      this.#timer = setTimeout(() => typeInto(page, this.take()), TIMEOUT_MS);
      return;
    }
    const typed = this.#typed && withKey(this.#typed, event);
    if (typed === undefined) return;
    this.#typed = typed;
    event.preventDefault();
    event.stopPropagation();
  }

  #isKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
    const isMac = userPlatform() === 'darwin';
    const isWithCommand = ctrlKey === !isMac && metaKey === isMac;
    return key.toLowerCase() === this.#letter && isWithCommand && !shiftKey && !altKey;
  }
}

/**
 * The letters after a key; undefined if it types nothing. Enter is left out: Find shows the first hit without it, and a
 * prompt that nobody has seen is not sent.
 */
function withKey(
  typed: readonly string[],
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
): readonly string[] | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Enter') return typed;
  if (key === 'Backspace') return typed.slice(0, -1);
  return ONE_LETTER.test(key) ? [...typed, key] : undefined;
}

/** Types a text where the focus is, if that takes any. */
function typeInto(page: Document, text: string): void {
  // Nothing else is typing to an input that has a history of its own.
  if (text !== '') page.execCommand('insertText', false, text);
}
