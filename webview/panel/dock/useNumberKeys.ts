// Number keys that choose an option of a card: at once in the card, and confirmed with Enter in the composer.
import { useEffect, useRef, useState } from 'react';
import { useComposer } from '../composer/composerContext.tsx';
import { isComposerInput } from '../composer/focus/composerFocus.ts';

/** A digit that was typed into the empty composer and still is all of its text. */
interface Typed {
  readonly digit: string;
  /** Whether the card accepted answers when it was typed; one that came too early is only text. */
  readonly isInTime: boolean;
}

export interface NumberKeys {
  /** The card; in it a digit chooses at once. */
  readonly card: { readonly current: HTMLElement | null };
  /** Whether there is an option of that number. */
  readonly has: (number: number) => boolean;
  /** Whether the card accepts an answer now. */
  readonly isOpen: () => boolean;
  readonly choose: (number: number) => void;
}

/**
 * A digit chooses while the focus is in the card. In the empty composer it is typed and selects the option, which Enter
 * chooses as long as nothing else was typed, focused or asked since. No time that passes is an answer. Returns the
 * number of the selected option.
 */
export function useNumberKeys(keys: NumberKeys): number | undefined {
  const composer = useComposer();
  const [selected, select] = useState<number>();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    let typed: Typed | undefined;
    const set = (next: Typed | undefined): void => {
      typed = next;
      select(next?.isInTime === true ? Number(next.digit) : undefined);
    };
    const isOption = (key: string): boolean => /^[1-9]$/.test(key) && latest.current.has(Number(key));

    const type = (event: KeyboardEvent): void => {
      event.preventDefault();
      composer.setText(event.key);
      set({ digit: event.key, isInTime: latest.current.isOpen() });
    };
    const confirm = (event: KeyboardEvent, { digit, isInTime }: Typed): void => {
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat) return;
      set(undefined);
      // Enter after a digit that came too early was meant for the card or for a text: it neither answers nor sends.
      if (!isInTime || !latest.current.isOpen()) return;
      composer.setText('');
      latest.current.choose(Number(digit));
    };

    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
      if (isComposerInput(target)) {
        const { hasText, attachments } = composer.current;
        if (typed !== undefined && key === 'Enter' && !event.shiftKey) confirm(event, typed);
        else if (typed?.isInTime === true && key === 'Escape') {
          // It takes back what was selected, and does not stop the turn.
          event.preventDefault();
          event.stopPropagation();
          composer.setText('');
        } else if (!hasText && attachments.length === 0 && !event.repeat && isOption(key)) type(event);
        return;
      }
      if (event.repeat || !isOption(key)) return;
      if (!(target instanceof Node) || latest.current.card.current?.contains(target) !== true) return;
      event.preventDefault();
      if (latest.current.isOpen()) latest.current.choose(Number(key));
    };
    /** A user who leaves the composer has typed a text. */
    const onLeave = (): void => set(undefined);
    const unsubscribe = composer.subscribe(() => {
      if (typed === undefined) return;
      const { text, attachments } = composer.current;
      if (text !== typed.digit || attachments.length > 0) set(undefined);
    });
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('focusout', onLeave, true);
    document.addEventListener('pointerdown', onLeave, true);
    window.addEventListener('blur', onLeave);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('focusout', onLeave, true);
      document.removeEventListener('pointerdown', onLeave, true);
      window.removeEventListener('blur', onLeave);
      unsubscribe();
      // It was meant for this card, and is no text for whatever Enter does next.
      if (typed?.isInTime === true) composer.setText('');
    };
  }, [composer]);
  return selected;
}
