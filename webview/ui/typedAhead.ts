// What is typed right after a key that VS Code handles, such as that of Find: what it opens comes a moment later, and what is
// typed in between is meant for that, not for the prompt that is shown or for a request that a digit would answer.
import { userPlatform } from './keyText.ts';

/** How long what is typed waits. A user may have bound the key to something else, after which nothing comes. */
const TIMEOUT_MS = 1_000;

/** The names of other keys are longer. */
const ONE_LETTER = /^.$/su;

export class TypedAhead {
  readonly #isKey: (event: KeyboardEvent) => boolean;
  /** What was typed; undefined while nothing is waited for. */
  #typed: readonly string[] | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `isKey`: whether VS Code handles a key in this way. */
  constructor(isKey: (event: KeyboardEvent) => boolean) {
    this.#isKey = isKey;
  }

  /** Listens to the keys of a window before all that is in it. Returns the function that ends that. */
  listen(page: Window): () => void {
    const onKey = (event: KeyboardEvent): void => this.#handle(event);
    page.addEventListener('keydown', onKey, true);
    return () => {
      page.removeEventListener('keydown', onKey, true);
      this.take();
    };
  }

  /** Waits from now on. */
  begin(): void {
    clearTimeout(this.#timer);
    this.#typed ??= [];
    this.#timer = setTimeout(() => typeInto(this.take()), TIMEOUT_MS);
  }

  /** Hands over what was typed, and stops waiting. */
  take(): string {
    clearTimeout(this.#timer);
    const typed = this.#typed ?? [];
    this.#typed = undefined;
    return typed.join('');
  }

  #handle(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (this.#isKey(event)) {
      this.begin();
      return;
    }
    const typed = this.#typed && withKey(this.#typed, event);
    if (typed === undefined) return;
    this.#typed = typed;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Whether a letter is pressed together with Ctrl, on macOS with Cmd, and nothing else. */
export function withCommandKey(letter: string): (event: KeyboardEvent) => boolean {
  return (event) => event.key.toLowerCase() === letter && modifiers(event) === (isMac() ? 'meta' : 'ctrl');
}

/** The modifiers that are pressed, in this order. */
export function modifiers({ ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  return [ctrlKey && 'ctrl', metaKey && 'meta', shiftKey && 'shift', altKey && 'alt']
    .filter(Boolean)
    .join('+');
}

export function isMac(): boolean {
  return userPlatform() === 'darwin';
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
function typeInto(text: string): void {
  // Nothing else is typing to an input that has a history of its own.
  if (text !== '') document.execCommand('insertText', false, text);
}
