// The input of a prompt: an editor of a few lines that grows with its text.
import './input.css';
import { useLayoutEffect, useRef } from 'react';
import { useView } from '../../state/panelContext.tsx';
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
  readonly testId: string;
  readonly label: string;
  readonly placeholder: string;
  /** Instead of it in a narrow panel. */
  readonly narrowPlaceholder?: string;
  /** The draft is changed elsewhere: nothing is drawn, and what becomes of it is one step for Undo. */
  readonly isHidden?: boolean;
  /** The id of the list that is open; undefined when none is. */
  readonly listId: string | undefined;
  /** The id of the list's option the keyboard is at. */
  readonly activeId: string | undefined;
  readonly events: Omit<InputEvents, 'onAttachmentChange'>;
}

export function PromptInput({
  testId,
  label,
  placeholder,
  narrowPlaceholder,
  isHidden = false,
  listId,
  activeId,
  events,
}: PromptInputProps) {
  const composer = useComposer();
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<PromptEditor>(undefined);
  /** How often the draft was sent when it went to an editor. */
  const cleared = useRef(composer.clearedCount);
  const details = useView(({ mentionDetails }) => mentionDetails);
  const latest = useRef(events);
  useLayoutEffect(() => {
    latest.current = events;
  });
  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    const { doc } = composer.current;
    const created = createInput(place.current, { doc, testId }, () => ({
      ...latest.current,
      onAttachmentChange: (inserted, isAttached) => composer.changeInserted(inserted, isAttached),
    }));
    editor.current = created;
    return created.destroy;
  }, [composer, testId]);
  useLayoutEffect(() => {
    const view = editor.current?.view;
    if (view === undefined) return undefined;
    if (isHidden) {
      view.dom.remove();
      cleared.current = composer.clearedCount;
      return undefined;
    }
    if (!view.dom.isConnected) {
      place.current?.append(view.dom);
      view.requestMeasure();
    }
    const { current, clearedCount } = composer;
    const wasSent = cleared.current !== clearedCount;
    if (wasSent || !view.state.doc.eq(current.doc)) replaceText(view, current.text, wasSent);
    return composer.attachInput({
      focus: () => {
        view.focus();
        view.dispatch({ selection: { anchor: view.state.doc.length }, scrollIntoView: true });
      },
      replace: (text, final) => replaceText(view, text, final),
      insert: (text, from) => {
        insertText(view, text, from);
        view.focus();
      },
      type: (text) => {
        view.focus();
        typeText(view, text);
      },
    });
  }, [composer, testId, isHidden]);
  useLayoutEffect(() => {
    editor.current?.setAttributes({
      'aria-label': label,
      'aria-placeholder': placeholder,
      ...(narrowPlaceholder === undefined ? {} : { 'data-narrow-placeholder': narrowPlaceholder }),
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      ...(listId === undefined ? {} : { 'aria-controls': listId }),
      ...(activeId === undefined ? {} : { 'aria-activedescendant': activeId }),
    });
  }, [composer, testId, label, placeholder, narrowPlaceholder, listId, activeId]);
  useLayoutEffect(() => {
    if (details.size > 0) editor.current?.setDetails(details);
  }, [composer, testId, details]);
  return <div className="composer-editor" hidden={isHidden} ref={place} />;
}
