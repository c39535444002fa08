// What is typed right after the key of Find: VS Code asks for the bar a moment after the key, and what comes in between is
// meant for the bar's field, not for the prompt or for a request that a digit would answer.
import { userPlatform } from '../../ui/keyText.ts';

/** How long what is typed waits for the bar. A user may have bound the key to something else, which never opens it. */
const TIMEOUT_MS = 1_000;

/** The names of other keys are longer. */
const ONE_LETTER = /^.$/su;

export class TypedAhead {
  /** The letters; undefined while nothing waits for the bar. */
  #typed: readonly string[] | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

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
    if (isFindKey(event)) {
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
}

function isFindKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  const isMac = userPlatform() === 'darwin';
  return key.toLowerCase() === 'f' && ctrlKey === !isMac && metaKey === isMac && !shiftKey && !altKey;
}

/** The letters after a key; undefined if it types nothing. Enter is left out: the field shows the first hit without it. */
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
