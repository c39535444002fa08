// Attaches pasted images and long texts to the draft, and explains what was not attached, or not put into the input.
import type { EditorView } from '@codemirror/view';
import { useState } from 'react';
import { usePanel } from '../../panelContext.tsx';
import { useComposer } from './composerContext.tsx';
import { composerStrings } from './composerStrings.ts';
import { isAttached } from './longText.ts';
import { pastedImages, readImage } from './pastedImages.ts';

export interface PasteHandlers {
  /** Returns whether there is nothing left to paste. */
  readonly onPaste: (event: ClipboardEvent, view: EditorView) => boolean;
  /** Returns whether there is nothing left to put into the input. */
  readonly onDrop: (event: DragEvent, view: EditorView) => boolean;
  readonly onLongText: (text: string) => void;
  /** What happened to the last paste; undefined when it is in the input. */
  readonly note: string | undefined;
  readonly clearNote: () => void;
}

export function usePastedContent(): PasteHandlers {
  const composer = useComposer();
  const agent = usePanel((panel) => panel.agent.title);
  const acceptsImages = usePanel((panel) => panel.promptCapabilities.image);
  const [note, setNote] = useState<string>();
  const onLongText = (text: string): void => {
    composer.attachText(text);
    setNote(composerStrings.textAttached(new Blob([text]).size));
  };
  /** Returns whether the text is attached. What is selected stays. */
  const attachLong = (text: string, { state }: EditorView): boolean => {
    const { from, to } = state.selection.main;
    if (!isAttached(text, state.doc.length - (to - from) + text.length)) return false;
    onLongText(text);
    return true;
  };
  const onPaste = ({ clipboardData }: ClipboardEvent, view: EditorView): boolean => {
    if (clipboardData === null) return false;
    const { images, refusal } = pastedImages(clipboardData, agent, acceptsImages);
    setNote(refusal);
    for (const image of images) {
      composer
        .attachWhenRead(readImage(image))
        .catch((error: unknown) => setNote(error instanceof Error ? error.message : String(error)));
    }
    if (images.length > 0 || refusal !== undefined) return true;
    return attachLong(clipboardData.getData('text/plain'), view);
  };
  const onDrop = ({ dataTransfer }: DragEvent, view: EditorView): boolean => {
    if (dataTransfer === null) return false;
    // CodeMirror would put in what is in the files.
    return dataTransfer.files.length > 0 || attachLong(dataTransfer.getData('text/plain'), view);
  };
  return { onPaste, onDrop, onLongText, note, clearNote: () => setNote(undefined) };
}
