// A prompt that is edited in its place, with what the composer has for a new one: chips, lists, attachments.
import './promptField.css';
import { insertNewline } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { usePanel } from '../../state/panelContext.tsx';
import { Attachments } from '../attach/Attachments.tsx';
import { ComposerNote } from '../ComposerNote.tsx';
import { EditedDraft, useComposer } from '../composerContext.tsx';
import type { ComposerDraft } from '../composerDraft.ts';
import { asksToSend } from '../enterKey.ts';
import { PromptInput } from '../input/PromptInput.tsx';
import { useChipEvents } from '../mentions/useChipEvents.ts';
import { addEditedField } from './editedFields.ts';
import { usePastedContent } from '../usePastedContent.ts';
import { useSuggestions } from '../useSuggestions.tsx';

export interface PromptFieldProps {
  readonly draft: ComposerDraft;
  readonly testId: string;
  readonly label: string;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

/** Has the focus from the start, with the caret at the end. */
export function PromptField({ draft, ...rest }: PromptFieldProps) {
  return (
    <EditedDraft draft={draft}>
      <Field {...rest} />
    </EditedDraft>
  );
}

function Field({ testId, label, onSend, onCancel }: Omit<PromptFieldProps, 'draft'>) {
  const composer = useComposer();
  const enterKey = usePanel((panel) => panel.enterKey);
  const suggestions = useSuggestions({ hasActions: false });
  const paste = usePastedContent();
  const chipEvents = useChipEvents();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => (place.current === null ? undefined : addEditedField(place.current, composer)),
    [composer],
  );
  useEffect(() => {
    composer.focus();
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [composer]);
  const onKeyDown = (event: KeyboardEvent, view: EditorView): boolean => {
    // While an input method composes, every key belongs to it. Some report the last one only as 229.
    if (event.isComposing || event.keyCode === 229) return false;
    if (!suggestions.menus.some((menu) => menu.onKeyDown(event))) {
      if (event.key === 'Escape') onCancel();
      else if (asksToSend(event, enterKey)) onSend();
      else if (event.key === 'Enter' && !event.ctrlKey && !event.altKey && !event.metaKey)
        insertNewline(view);
      else return false;
    }
    event.stopPropagation();
    return true;
  };
  return (
    <div className="fill prompt-field" ref={place}>
      <Attachments />
      {suggestions.list}
      <PromptInput
        testId={testId}
        label={label}
        placeholder=""
        listId={suggestions.listId}
        activeId={suggestions.activeId}
        events={{
          ...paste,
          ...chipEvents,
          onKeyDown,
          onWord: suggestions.onWord,
          onChange: (doc, isByUser) => {
            composer.changeText(doc, isByUser);
            if (isByUser) composer.setNote(undefined);
          },
        }}
      />
      <ComposerNote />
    </div>
  );
}
