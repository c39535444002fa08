// The composer's input: an editor of a few lines that grows with its text.
import './input.css';
import { useLayoutEffect, useRef } from 'react';
import { useView } from '../../../panelContext.tsx';
import { useComposer } from '../composerContext.tsx';
import {
  createInput,
  insertText,
  replaceText,
  typeText,
  type InputEvents,
  type PromptEditor,
} from './createInput.ts';

export interface PromptInputProps {
  readonly label: string;
  readonly placeholder: string;
  /** The id of the list that is open; undefined when none is. */
  readonly listId: string | undefined;
  /** The id of the list's option the keyboard is at. */
  readonly activeId: string | undefined;
  readonly events: InputEvents;
}

export function PromptInput({ label, placeholder, listId, activeId, events }: PromptInputProps) {
  const composer = useComposer();
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<PromptEditor>(undefined);
  const details = useView(({ mentionDetails }) => mentionDetails);
  const latest = useRef(events);
  useLayoutEffect(() => {
    latest.current = events;
  });
  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    const created = createInput(place.current, composer.current.doc, () => latest.current);
    const { view } = created;
    editor.current = created;
    const detach = composer.attachInput({
      focus: () => {
        view.focus();
        view.dispatch({ selection: { anchor: view.state.doc.length }, scrollIntoView: true });
      },
      replace: (text, final) => replaceText(view, text, final),
      insert: (text) => {
        insertText(view, text);
        view.focus();
      },
      type: (text) => {
        view.focus();
        typeText(view, text);
      },
    });
    return () => {
      detach();
      created.destroy();
    };
  }, [composer]);
  useLayoutEffect(() => {
    editor.current?.setAttributes({
      'aria-label': label,
      'aria-placeholder': placeholder,
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      ...(listId === undefined ? {} : { 'aria-controls': listId }),
      ...(activeId === undefined ? {} : { 'aria-activedescendant': activeId }),
    });
  }, [composer, label, placeholder, listId, activeId]);
  useLayoutEffect(() => {
    if (details.size > 0) editor.current?.setDetails(details);
  }, [composer, details]);
  return <div className="composer-editor" ref={place} />;
}
