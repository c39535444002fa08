// The keys of the queue's list: go to a prompt, move it, edit it, remove it. The focus stays with the prompt.
import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import type { QueuedPrompt } from '../../../../src/core/session/turn/state.ts';
import { usePost, useSessionKey } from '../../state/panelContext.tsx';
import { useEditedPrompts } from '../../composer/composerContext.tsx';

export interface QueueKeys {
  /** The prompt to which Tab goes. */
  readonly tabStop: string | undefined;
  /** The prompt that is edited. */
  readonly edited: string | undefined;
  readonly edit: (id: string) => void;
  readonly endEdit: (id: string) => void;
  /** Moves a prompt by a button, which keeps the focus while it can move it further. */
  readonly moveByButton: (id: string, index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (event: FocusEvent) => void;
}

export function useQueueKeys(
  list: RefObject<HTMLOListElement | null>,
  queue: readonly QueuedPrompt[],
  move: (id: string, index: number) => void,
): QueueKeys {
  const post = usePost();
  const key = useSessionKey();
  const [focused, setFocused] = useState<string>();
  const edits = useEditedPrompts();
  // The window may have ended while one was edited.
  const [edited, setEdited] = useState(() => queue.find(({ id }) => edits.of(id) !== undefined)?.id);
  const has = (id: string | undefined): boolean => queue.some((prompt) => prompt.id === id);
  const refocus = useFocusAfterUpdate(list, queue, edited);
  const endEdit = useCallback(
    (id: string) => {
      refocus(id);
      setEdited(undefined);
    },
    [refocus],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const id = rowId(event.target);
    const index = queue.findIndex((prompt) => prompt.id === id);
    if (id === undefined || index === -1 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: queue.length - 1 }[event.key];
    if (step !== undefined) {
      const to = Math.min(Math.max(step, 0), queue.length - 1);
      if (!event.altKey) row(list.current, queue[to]?.id)?.focus();
      else if (to !== index) {
        refocus(id);
        move(id, to);
      }
    } else if (event.altKey) return;
    else if (event.key === 'Enter' || event.key === 'F2') setEdited(id);
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      const next = queue[index + 1] ?? queue[index - 1];
      if (next !== undefined) row(list.current, next.id)?.focus();
      post({ type: 'queue_remove', key, id });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    tabStop: has(focused) ? focused : queue[0]?.id,
    edited: has(edited) ? edited : undefined,
    edit: setEdited,
    endEdit,
    moveByButton: (id, index) => {
      refocus(id, document.activeElement);
      move(id, index);
    },
    onKeyDown,
    onFocus: ({ target }) => setFocused(target.closest<HTMLElement>('.queued')?.dataset['id']),
  };
}

/**
 * A row that is moved in the document loses the focus, and so does a button that is disabled. Returns what gives it back
 * with the next update of the list: to the button where it can have it, else to the row.
 */
function useFocusAfterUpdate(
  list: RefObject<HTMLOListElement | null>,
  queue: readonly QueuedPrompt[],
  edited: string | undefined,
): (id: string, button?: Element | null) => void {
  const wanted = useRef<{ readonly id: string; readonly button: Element | null }>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const { id, button } = wanted.current;
    const found = row(list.current, id);
    const isAble = button instanceof HTMLButtonElement && !button.disabled && found?.contains(button);
    (isAble === true ? button : found)?.focus();
    wanted.current = undefined;
  }, [list, queue, edited]);
  return useCallback((id: string, button: Element | null = null) => {
    wanted.current = { id, button };
  }, []);
}

/** The id of the row that is the target itself, and not a button in it. */
function rowId(target: EventTarget): string | undefined {
  return target instanceof HTMLElement && target.matches('.queued') ? target.dataset['id'] : undefined;
}

function row(list: HTMLElement | null, id: string | undefined): HTMLElement | undefined {
  return [...(list?.querySelectorAll<HTMLElement>('.queued') ?? [])].find(
    ({ dataset }) => dataset['id'] === id,
  );
}
