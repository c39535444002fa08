// Number keys that choose an option of a card. In the composer a number may also be the beginning of a text.
import { useEffect, useRef } from 'react';
import { useComposer } from '../composer/composerContext.tsx';

/** How long a number in the empty composer may still become the beginning of a text, in milliseconds. */
const TYPING = 400;

export interface NumberKeys {
  /** The card; in it a number counts at once. */
  readonly card: { readonly current: HTMLElement | null };
  /** Whether there is an option of that number. */
  readonly has: (number: number) => boolean;
  /** Whether the card takes an answer now. */
  readonly isOpen: () => boolean;
  readonly choose: (number: number) => void;
}

/** Number keys count while the focus is in the card, or in the composer with nothing typed, where none may follow. */
export function useNumberKeys(keys: NumberKeys): void {
  const composer = useComposer();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    let pending: { readonly digit: string; readonly timer: ReturnType<typeof setTimeout> } | undefined;
    const settle = (): string => {
      const digit = pending?.digit ?? '';
      clearTimeout(pending?.timer);
      pending = undefined;
      return digit;
    };
    const choose = (): void => {
      const number = Number(settle());
      if (latest.current.isOpen()) latest.current.choose(number);
    };
    /** One that came too early chooses nothing by itself. */
    const wait = (digit: string): void => {
      const isInTime = latest.current.isOpen();
      settle();
      pending = { digit, timer: setTimeout(isInTime ? choose : settle, TYPING) };
    };
    const type = (added: string): void => composer.setText(`${composer.current.text}${added}`);

    const goOn = (event: KeyboardEvent, digit: string): void => {
      const { key } = event;
      if (key === digit || key === 'Enter') {
        event.preventDefault();
        event.stopPropagation();
        if (event.repeat) return;
        if (latest.current.isOpen()) choose();
        else wait(digit);
      } else if (key.length === 1) {
        // It was the beginning of a text.
        event.preventDefault();
        type(`${settle()}${key}`);
      } else if (key !== 'Shift') settle();
    };

    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      if (pending !== undefined && target instanceof HTMLTextAreaElement) {
        goOn(event, pending.digit);
        return;
      }
      if (!/^[1-9]$/.test(key) || event.repeat || !latest.current.has(Number(key))) return;
      const isInside = target instanceof Node && latest.current.card.current?.contains(target) === true;
      const { text, attachments } = composer.current;
      const isFree = target instanceof HTMLTextAreaElement && text === '' && attachments.length === 0;
      if (!isInside && !isFree) return;
      event.preventDefault();
      if (isFree) wait(key);
      else if (latest.current.isOpen()) latest.current.choose(Number(key));
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      settle();
    };
  }, [composer]);
}
