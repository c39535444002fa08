// A queued prompt in a field, saved unless the user cancels.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { attachmentsOf, typedText } from '../../../../src/core/mentions/sentMentions.ts';
import type { QueuedPrompt } from '../../../../src/core/session/model.ts';
import { usePanelServices, useSessionKey } from '../../../panelContext.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { refusesUnaccepted, unacceptedContent } from '../../attach/unacceptedContent.ts';
import { useComposer } from '../../composer/composerContext.tsx';
import { ComposerDraft } from '../../composer/composerDraft.ts';
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
    const { text, attachments } = draft.current;
    let isOver = false;
    const end = (how: 'save' | 'cancel'): void => {
      if (isOver) return;
      isOver = true;
      const edited = draft.current;
      const isSame = edited.text === text && edited.attachments === attachments;
      if (how === 'cancel' || edited.isBlank || isSame) return;
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
