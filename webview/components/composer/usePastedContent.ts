// Attaches pasted images and long texts to the draft, and explains what was not attached, or not put into the input.
import { useState, type ClipboardEvent, type DragEvent } from 'react';
import { usePanel } from '../../panelContext.tsx';
import { useComposer } from './composerContext.tsx';
import { composerStrings } from './composerStrings.ts';
import { isAttached } from './longText.ts';
import { pastedImages, readImage } from './pastedImages.ts';

export interface PasteHandlers {
  readonly onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  readonly onDrop: (event: DragEvent<HTMLTextAreaElement>) => void;
  /** What happened to the last paste; undefined when it is in the input. */
  readonly note: string | undefined;
  readonly clearNote: () => void;
}

export function usePastedContent(): PasteHandlers {
  const composer = useComposer();
  const agent = usePanel((panel) => panel.agent.title);
  const acceptsImages = usePanel((panel) => panel.promptCapabilities.image);
  const [note, setNote] = useState<string>();
  /** Before the browser lays out the text. Returns whether it is attached. */
  const attachLong = (text: string, { selectionStart, selectionEnd }: HTMLTextAreaElement): boolean => {
    const rest = composer.current.text.length - (selectionEnd - selectionStart);
    if (!isAttached(text, rest + text.length)) return false;
    composer.attachText(text);
    setNote(composerStrings.textAttached(new Blob([text]).size));
    return true;
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const { images, refusal } = pastedImages(event.clipboardData, agent, acceptsImages);
    setNote(refusal);
    if (images.length > 0 || refusal !== undefined) event.preventDefault();
    else if (attachLong(event.clipboardData.getData('text/plain'), event.currentTarget))
      event.preventDefault();
    for (const image of images) {
      composer
        .attachWhenRead(readImage(image))
        .catch((error: unknown) => setNote(error instanceof Error ? error.message : String(error)));
    }
  };
  const onDrop = (event: DragEvent<HTMLTextAreaElement>): void => {
    if (attachLong(event.dataTransfer.getData('text/plain'), event.currentTarget)) event.preventDefault();
  };
  return { onPaste, onDrop, note, clearNote: () => setNote(undefined) };
}
