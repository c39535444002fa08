// A queued prompt in a field, saved unless the user cancels.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { withoutMentions } from '../../../../src/core/mentions/withoutMentions.ts';
import { attachmentsOf, typedText } from '../../../../src/core/mentions/sentMentions.ts';
import type { QueuedPrompt } from '../../../../src/core/session/model.ts';
import { usePanelServices, useSessionKey } from '../../../panelContext.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { refusesUnaccepted, unacceptedContent } from '../../attach/unacceptedContent.ts';
import { useComposer } from '../../composer/composerContext.tsx';
import { ComposerDraft } from '../../composer/composerDraft.ts';
import type { DraftContent } from '../../composer/draftContent.ts';
import { PromptField } from '../../composer/field/PromptField.tsx';
import { queueStrings } from './queueStrings.ts';
import type { RegisterField } from './useQueuePause.ts';

export interface QueuedEditProps {
  readonly prompt: QueuedPrompt;
  /** The field is closed. */
  readonly end: () => void;
  readonly register: RegisterField;
}

export function QueuedEdit({ prompt, end, register }: QueuedEditProps) {
  const { store } = usePanelServices();
  const key = useSessionKey();
  const [draft] = useState(() => queuedDraft(key, prompt));
  const isBlank = useSyncExternalStore(draft.subscribe, () => draft.current.isBlank);
  const finish = useUnfinishedEdit(prompt, draft, register);
  const save = (): void =>
    // A pasted image belongs to it.
    draft.whenRead(() => {
      if (draft.current.isBlank || refusesUnaccepted(draft, store)) return;
      finish('save');
      end();
    });
  const cancel = (): void => {
    finish('cancel');
    end();
  };
  return (
    // No handler of the list gets what is typed or clicked here.
    <span
      className="queued-edit"
      onKeyDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <PromptField
        draft={draft}
        testId="queued-edit"
        label={queueStrings.editPrompt()}
        onSend={save}
        onCancel={cancel}
      />
      <IconButton icon="check" label={queueStrings.save()} disabled={isBlank} onClick={save} />
      <IconButton icon="close" label={queueStrings.cancel()} onClick={cancel} />
    </span>
  );
}

/** The prompt as a draft of its own. What becomes of it is saved in the queue, and not stored by the page. */
function queuedDraft(key: string, { content }: QueuedPrompt): ComposerDraft {
  const draft = { text: typedText(content), attachments: attachmentsOf(content) };
  return new ComposerDraft(key, { draft: () => draft, setDraft: () => undefined });
}

/** The queue has what was typed after this pause: a window that ends at once loses no more. */
const STORE_DELAY_MS = 300;

/**
 * Returns the function that ends the edit. One that does not end so, because another begins or the page or the field
 * disappears, is saved. Where the prompt was sent from elsewhere meanwhile, or the agent does not accept what is attached
 * now, what was typed is put into the composer.
 */
function useUnfinishedEdit(
  { id }: QueuedPrompt,
  draft: ComposerDraft,
  register: RegisterField,
): (how: 'save' | 'cancel') => void {
  const { store, post } = usePanelServices();
  const key = useSessionKey();
  const composer = useComposer();
  const finish = useRef<(how: 'save' | 'cancel') => void>(undefined);
  useEffect(() => {
    const before = { content: [...draft.content], current: draft.current };
    let stored = before.current;
    let isOver = false;
    const isStored = ({ text, attachments }: DraftContent): boolean =>
      text === stored.text && attachments === stored.attachments;
    // What mentions something is read by the host with each change, and only when it is saved.
    const storeTyped = (): void => {
      const { current } = draft;
      if (current.isBlank || isStored(current) || withoutMentions(current.text) !== current.text) return;
      stored = current;
      post({ type: 'queue_edit', key, id, content: [...draft.content] });
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = draft.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(storeTyped, STORE_DELAY_MS);
    });
    const end = (how: 'save' | 'cancel'): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      unsubscribe();
      const edited = draft.current;
      if (how === 'cancel') {
        if (stored !== before.current) post({ type: 'queue_edit', key, id, content: before.content });
        return;
      }
      if (edited.isBlank || isStored(edited)) return;
      const { session } = store.view;
      const isGone = session?.key === key && session.queue.every((queued) => queued.id !== id);
      const { panel } = store.view;
      const refusal = panel === undefined ? undefined : unacceptedContent(draft.content, panel);
      if (isGone || refusal !== undefined) {
        composer.put(draft.content);
        if (refusal !== undefined) composer.setNote(refusal, true);
      } else post({ type: 'queue_edit', key, id, content: [...draft.content] });
    };
    finish.current = end;
    const save = (): void => end('save');
    const unregister = register(save);
    return () => {
      save();
      unregister();
    };
  }, [store, post, key, id, draft, composer, register]);
  return (how) => finish.current?.(how);
}
