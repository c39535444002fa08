// The keys with which VS Code opens a quick pick of Parley: what is typed before that has the focus is meant for it.
import { isMac, modifiers, TypedAhead } from '../ui/typedAhead.ts';

interface PickKey {
  /** As it is on keyboards where it needs no other key. */
  readonly key: string;
  /** Where the modifiers make another letter of the key. */
  readonly code?: string;
  readonly modifiers: string;
  readonly onMac: string;
}

/** The default key bindings; an extension cannot read what a user bound. */
const PICK_KEYS: readonly PickKey[] = [
  // The sessions.
  { key: 's', modifiers: 'ctrl+alt', onMac: 'ctrl+meta' },
  // The models.
  { key: '/', code: 'Slash', modifiers: 'ctrl+alt', onMac: 'meta+alt' },
  // All options of the agent.
  { key: ',', code: 'Comma', modifiers: 'ctrl+shift', onMac: 'meta+shift' },
];

/** VS Code also takes the focus for a moment without opening anything, when it shows a chat that is in sight. */
const BLUR_MS = 30;

/**
 * Reports what was typed between such a key and the moment at which the quick pick has taken the focus. Returns the
 * function that ends that.
 */
export function watchPickKeys(page: Window, report: (text: string) => void): () => void {
  const typedAhead = new TypedAhead(isPickKey);
  const end = typedAhead.listen(page);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onBlur = (): void => {
    timer = setTimeout(() => {
      const text = typedAhead.take();
      if (text !== '') report(text);
    }, BLUR_MS);
  };
  const onFocus = (): void => clearTimeout(timer);
  // The composer has handled it: it shows the keyboard shortcuts.
  const onHandled = ({ key, defaultPrevented }: KeyboardEvent): void => {
    if (key === '?' && defaultPrevented) typedAhead.begin();
  };
  page.addEventListener('blur', onBlur);
  page.addEventListener('focus', onFocus);
  page.document.addEventListener('keydown', onHandled);
  return () => {
    end();
    clearTimeout(timer);
    page.removeEventListener('blur', onBlur);
    page.removeEventListener('focus', onFocus);
    page.document.removeEventListener('keydown', onHandled);
  };
}

function isPickKey(event: KeyboardEvent): boolean {
  const pressed = modifiers(event);
  return PICK_KEYS.some(
    ({ key, code, modifiers: others, onMac }) =>
      pressed === (isMac() ? onMac : others) && (event.key.toLowerCase() === key || event.code === code),
  );
}
