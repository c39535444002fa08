// A queued prompt in a field, saved unless the user cancels.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isSameData } from '../../../../src/core/base/isSameData.ts';
import type { ShownAttachment } from '../../../../src/core/panel/draftAttachment.ts';
import { attachmentsOfPrompt } from '../../../../src/core/panel/sentAttachments.ts';
import { typedText } from '../../../../src/core/mentions/sentMentions.ts';
import type { QueuedPrompt } from '../../../../src/core/session/turn/state.ts';
import { usePanelServices, useSessionKey } from '../../state/panelContext.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { refusesUnaccepted, unacceptedContent } from '../../composer/attach/unacceptedContent.ts';
import { useComposer, useEditedPrompts, useStoredEdit } from '../../composer/composerContext.tsx';
import type { ComposerDraft } from '../../composer/composerDraft.ts';
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
  const edits = useEditedPrompts();
  const [draft] = useState(() =>
    edits.open(prompt.id, {
      text: typedText(prompt.content),
      attachments: attachmentsOfPrompt(prompt.id, prompt.content),
    }),
  );
  useStoredEdit(prompt.id, draft);
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
      className="fill queued-edit"
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
      <IconButton icon="close" label={queueStrings.cancelEdit()} onClick={cancel} />
    </span>
  );
}

const idsOf = (attachments: readonly ShownAttachment[]): readonly string[] => attachments.map(({ id }) => id);

/**
 * Returns the function that ends the edit. One that does not end so, because another begins or the page or the field
 * disappears, is saved. Where the prompt was sent from elsewhere meanwhile, or the agent does not accept what is attached
 * now, what was typed is put into the composer.
 */
function useUnfinishedEdit(
  { id, content }: QueuedPrompt,
  draft: ComposerDraft,
  register: RegisterField,
): (how: 'save' | 'cancel') => void {
  const { store, post } = usePanelServices();
  const key = useSessionKey();
  const composer = useComposer();
  const edits = useEditedPrompts();
  const finish = useRef<(how: 'save' | 'cancel') => void>(undefined);
  const [before] = useState(() => ({
    text: typedText(content),
    attachments: idsOf(attachmentsOfPrompt(id, content)),
  }));
  useEffect(() => {
    let isOver = false;
    const save = (): void => {
      const { text, attachments, isBlank } = draft.current;
      const isSame = text === before.text && isSameData(idsOf(attachments), before.attachments);
      if (isBlank || isSame) return;
      const { session, panel } = store.view;
      const isGone = session?.key === key && session.queue.every((queued) => queued.id !== id);
      const refusal = panel === undefined ? undefined : unacceptedContent(draft.attachedBlocks, panel);
      if (isGone || refusal !== undefined) {
        composer.put(draft.current);
        if (refusal !== undefined) composer.setNote(refusal, true);
      } else post({ type: 'queue_edit', key, id, content: [...draft.content] });
    };
    const end = (how: 'save' | 'cancel'): void => {
      if (isOver) return;
      isOver = true;
      if (how === 'save') save();
      edits.end(id);
      post({ type: 'edit_end', key, of: id });
    };
    finish.current = end;
    const saveTyped = (): void => end('save');
    const unregister = register(saveTyped);
    return () => {
      saveTyped();
      unregister();
    };
  }, [store, post, key, id, before, draft, composer, edits, register]);
  return (how) => finish.current?.(how);
}
