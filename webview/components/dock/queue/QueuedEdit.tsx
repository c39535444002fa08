// The text of a queued prompt in a field, saved unless the user cancels.
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { attachmentsOf, typedText } from '../../../../src/core/mentions/sentMentions.ts';
import type { ContentBlock } from '../../../../src/core/session/content.ts';
import type { QueuedPrompt } from '../../../../src/core/session/model.ts';
import { usePanelServices, useSessionKey } from '../../../panelContext.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { useComposer } from '../../composer/composerContext.tsx';
import { queueStrings } from './queueStrings.ts';
import type { RegisterField } from './useQueuePause.ts';

export interface QueuedEditProps {
  readonly prompt: QueuedPrompt;
  /** The field is closed. */
  readonly end: () => void;
  readonly register: RegisterField;
}

export function QueuedEdit({ prompt, end, register }: QueuedEditProps) {
  const { content } = prompt;
  const [text, setText] = useState(() => typedText(content));
  const field = useRef<HTMLTextAreaElement>(null);
  const finish = useUnfinishedEdit(prompt, text, register);
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const isBlank = contentOf(prompt, text).length === 0;
  const save = (): void => {
    if (isBlank) return;
    finish('save');
    end();
  };
  const cancel = (): void => {
    finish('cancel');
    end();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // No other handler of the panel or the list gets a key that is typed here.
    event.stopPropagation();
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape') cancel();
    else if (event.key === 'Enter' && !event.shiftKey) save();
    else return;
    event.preventDefault();
  };
  return (
    <span className="queued-edit">
      <textarea
        ref={field}
        className="queued-field"
        data-testid="queued-edit"
        aria-label={queueStrings.editPrompt()}
        dir="auto"
        rows={Math.min(8, text.split('\n').length)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onDoubleClick={(event) => event.stopPropagation()}
      />
      <IconButton icon="check" label={queueStrings.save()} disabled={isBlank} onClick={save} />
      <IconButton icon="close" label={queueStrings.cancel()} onClick={cancel} />
    </span>
  );
}

/** A prompt with another text; empty where nothing would be left. */
function contentOf({ content }: QueuedPrompt, text: string): readonly ContentBlock[] {
  const attached = attachmentsOf(content);
  return text.trim() === '' ? attached : [...attached, { type: 'text', text }];
}

/**
 * Returns the function that ends the edit. One that does not end so, because another begins or the page or the field
 * disappears, is saved. Where the prompt was sent from elsewhere meanwhile, what was typed is put into the composer.
 */
function useUnfinishedEdit(
  prompt: QueuedPrompt,
  text: string,
  register: RegisterField,
): (how: 'save' | 'cancel') => void {
  const { store, post } = usePanelServices();
  const key = useSessionKey();
  const composer = useComposer();
  const latest = useRef({ prompt, text });
  useEffect(() => {
    latest.current = { prompt, text };
  });
  const finish = useRef<(how: 'save' | 'cancel') => void>(undefined);
  useEffect(() => {
    let isOver = false;
    const end = (how: 'save' | 'cancel'): void => {
      if (isOver) return;
      isOver = true;
      const typed = latest.current;
      const { id, content } = typed.prompt;
      const edited = contentOf(typed.prompt, typed.text);
      if (how === 'cancel' || edited.length === 0 || typed.text === typedText(content)) return;
      const { session } = store.view;
      const isGone = session?.key === key && session.queue.every((queued) => queued.id !== id);
      if (isGone) composer.addText(typed.text);
      else post({ type: 'queue_edit', key, id, content: [...edited] });
    };
    finish.current = end;
    const save = (): void => end('save');
    const unregister = register(save);
    return () => {
      save();
      unregister();
    };
  }, [store, post, key, composer, register]);
  return (how) => finish.current?.(how);
}
