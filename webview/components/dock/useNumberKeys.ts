// Number keys that choose an option of a card. In the composer a number may also be the beginning of a text.
import { useEffect, useRef, useState } from 'react';
import { useComposer } from '../composer/composerContext.tsx';

/**
 * How long it is open what a number in the empty composer is, in milliseconds: an answer, when nothing is typed after it,
 * or the beginning of a text. Long enough for a pause at the keyboard; the card shows meanwhile what is about to happen.
 */
const CHOSEN_AFTER = 1_000;

/** How long that is open for one that cannot be an answer. */
const TYPED_AFTER = 400;

/** A number in the composer of which it is not known yet what it is. */
interface Pending {
  readonly digit: string;
  /** All that was typed since the composer was empty. */
  readonly text: string;
  /** Whether the card took answers when it was typed. */
  readonly isInTime: boolean;
  readonly timer: ReturnType<typeof setTimeout>;
}

export interface NumberKeys {
  /** The card; in it a number counts at once. */
  readonly card: { readonly current: HTMLElement | null };
  /** Whether there is an option of that number. */
  readonly has: (number: number) => boolean;
  /** Whether the card takes an answer now. */
  readonly isOpen: () => boolean;
  readonly choose: (number: number) => void;
}

/**
 * Number keys count while the focus is in the card, or in the composer with nothing typed, where none may follow. There
 * one that comes before the card takes answers is text: whoever typed it cannot have meant the card. Returns the number
 * that is chosen in a moment unless something else is typed.
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
    /** Returns what was typed. */
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
    /** One that came too early chooses nothing by itself. */
    const wait = (digit: string, text = digit): void => {
      const isInTime = latest.current.isOpen();
      settle();
      const timer = isInTime ? setTimeout(choose, CHOSEN_AFTER) : setTimeout(typeEarly, TYPED_AFTER);
      pending = { digit, text, isInTime, timer };
      if (isInTime) arm(Number(digit));
    };
    const isOption = (key: string): boolean => /^[1-9]$/.test(key) && latest.current.has(Number(key));

    const goOn = (event: KeyboardEvent, { digit, text, isInTime }: Pending): void => {
      const { key } = event;
      if (key === digit || key === 'Enter') {
        event.preventDefault();
        event.stopPropagation();
        if (event.repeat) return;
        // Enter after one that came too early may be the end of a text: it neither sends nor answers.
        if (key === 'Enter' && !isInTime) typeEarly();
        else if (latest.current.isOpen()) choose();
        else wait(digit, key === digit ? `${text}${key}` : text);
      } else if (!isInTime && isOption(key)) {
        event.preventDefault();
        wait(key, `${text}${key}`);
      } else if (key.length === 1) {
        // It was the beginning of a text.
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
        goOn(event, pending);
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
    /** Who goes elsewhere has not answered. */
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
