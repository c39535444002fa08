// Number keys that choose an option of a card. In the composer a digit may also begin a text.
import { useEffect, useRef, useState } from 'react';
import { useComposer } from '../composer/composerContext.tsx';

/**
 * A digit in the empty composer becomes an answer when nothing is typed for so long after it, else it begins a text. The
 * card shows meanwhile what is about to be chosen.
 */
const CHOICE_DELAY_MS = 1_000;

/** A digit that cannot be an answer becomes text after this time. */
const TEXT_DELAY_MS = 400;

/** A digit in the composer that is neither an answer nor text yet. */
interface Pending {
  readonly digit: string;
  /** Everything typed since the composer was empty. */
  readonly text: string;
  /** Whether the card accepted answers when the digit was typed. */
  readonly isInTime: boolean;
  readonly timer: ReturnType<typeof setTimeout>;
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
 * Digits choose while the focus is in the card, or in the empty composer when nothing is typed after them. There a digit
 * that is typed before the card accepts answers is text, because it cannot have been meant for the card. Returns the
 * number that is about to be chosen unless something else is typed.
 */
export function useNumberKeys(keys: NumberKeys): number | undefined {
  const composer = useComposer();
  const [armed, arm] = useState<number>();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    let pending: Pending | undefined;
    /** Ends the pending state and returns what was typed. */
    const settle = (): string => {
      const text = pending?.text ?? '';
      clearTimeout(pending?.timer);
      pending = undefined;
      arm(undefined);
      return text;
    };
    const choose = (): void => {
      const number = Number(pending?.digit);
      settle();
      if (latest.current.isOpen()) latest.current.choose(number);
    };
    const type = (added: string): void => {
      if (added !== '') composer.setText(`${composer.current.text}${added}`);
    };
    const typeEarly = (): void => {
      if (pending?.isInTime === false) type(settle());
    };
    /** A digit that came too early never chooses. */
    const wait = (digit: string, text = digit): void => {
      const isInTime = latest.current.isOpen();
      settle();
      const timer = isInTime ? setTimeout(choose, CHOICE_DELAY_MS) : setTimeout(typeEarly, TEXT_DELAY_MS);
      pending = { digit, text, isInTime, timer };
      if (isInTime) arm(Number(digit));
    };
    const isOption = (key: string): boolean => /^[1-9]$/.test(key) && latest.current.has(Number(key));

    const continuePending = (event: KeyboardEvent, { digit, text, isInTime }: Pending): void => {
      const { key } = event;
      if (key === digit || key === 'Enter') {
        event.preventDefault();
        event.stopPropagation();
        if (event.repeat) return;
        // Enter after an early digit may end a text: it neither sends nor answers.
        if (key === 'Enter' && !isInTime) typeEarly();
        else if (latest.current.isOpen()) choose();
        else wait(digit, key === digit ? `${text}${key}` : text);
      } else if (!isInTime && isOption(key)) {
        event.preventDefault();
        wait(key, `${text}${key}`);
      } else if (key.length === 1) {
        // The digit was the beginning of a text.
        event.preventDefault();
        type(`${settle()}${key}`);
      } else if (key === 'Backspace' && !isInTime) type(settle().slice(0, -1));
      else if (key !== 'Shift') {
        typeEarly();
        settle();
      }
    };

    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) {
        typeEarly();
        return;
      }
      if (pending !== undefined && target instanceof HTMLTextAreaElement) {
        continuePending(event, pending);
        return;
      }
      if (event.repeat || !isOption(key)) return;
      const isInside = target instanceof Node && latest.current.card.current?.contains(target) === true;
      const { text, attachments } = composer.current;
      const isFree = target instanceof HTMLTextAreaElement && text === '' && attachments.length === 0;
      if (!isInside && !isFree) return;
      event.preventDefault();
      if (isFree) wait(key);
      else if (latest.current.isOpen()) latest.current.choose(Number(key));
    };
    /** A user who leaves the composer has not answered. */
    const onLeave = (): void => type(settle());
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('pointerdown', onLeave, true);
    window.addEventListener('blur', onLeave);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('pointerdown', onLeave, true);
      window.removeEventListener('blur', onLeave);
      typeEarly();
      settle();
    };
  }, [composer]);
  return armed;
}
