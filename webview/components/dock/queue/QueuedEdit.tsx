// The text of a queued prompt in a field. The queue pauses while it is edited, so that the old text is not sent.
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { attachmentsOf, typedText } from '../../../../src/core/mentions/sentMentions.ts';
import type { QueuedPrompt } from '../../../../src/core/session/model.ts';
import { usePanelServices, usePost, useSessionKey } from '../../../panelContext.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { useComposer } from '../../composer/composerContext.tsx';
import { queueStrings } from './queueStrings.ts';

export interface QueuedEditProps {
  readonly prompt: QueuedPrompt;
  /** The field is closed. */
  readonly end: () => void;
}

export function QueuedEdit({ prompt: { id, content }, end }: QueuedEditProps) {
  const post = usePost();
  const key = useSessionKey();
  const [text, setText] = useState(() => typedText(content));
  const field = useRef<HTMLTextAreaElement>(null);
  const finish = useQueuePause({ id, content, text });
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const attached = attachmentsOf(content);
  const isBlank = text.trim() === '' && attached.length === 0;
  const save = (): void => {
    if (isBlank) return;
    finish();
    if (text !== typedText(content)) {
      const edited = text.trim() === '' ? attached : [...attached, { type: 'text' as const, text }];
      post({ type: 'queue_edit', key, id, content: [...edited] });
    }
    end();
  };
  const cancel = (): void => {
    finish();
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

interface EditedPrompt extends Pick<QueuedPrompt, 'id' | 'content'> {
  readonly text: string;
}

/**
 * Pauses the queue until the returned function is called, or the field disappears. What was typed into one that
 * disappears, because the prompt was sent from elsewhere, is put into the composer.
 */
function useQueuePause(prompt: EditedPrompt): () => void {
  const { store, post } = usePanelServices();
  const key = useSessionKey();
  const composer = useComposer();
  const latest = useRef(prompt);
  useEffect(() => {
    latest.current = prompt;
  });
  const end = useRef<() => void>(undefined);
  useEffect(() => {
    const wasHeld = store.view.session?.queueHeld === true;
    if (!wasHeld) post({ type: 'queue_pause', key });
    let isOver = false;
    end.current = () => {
      if (isOver) return;
      isOver = true;
      // After the edited text has been posted.
      if (!wasHeld) queueMicrotask(() => post({ type: 'queue_resume', key }));
    };
    return () => {
      if (isOver) return;
      end.current?.();
      const { id, content, text } = latest.current;
      const isGone = store.view.session?.queue.every((queued) => queued.id !== id) !== false;
      if (isGone && text !== typedText(content)) composer.addText(text);
    };
  }, [store, post, key, composer]);
  return () => end.current?.();
}
