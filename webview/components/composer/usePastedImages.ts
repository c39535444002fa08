// Attaches pasted images to the draft, and explains what was not attached.
import { useState, type ClipboardEvent } from 'react';
import { usePanel } from '../../panelContext.tsx';
import { useComposer } from './composerContext.tsx';
import { pastedImages, readImage } from './pastedImages.ts';

export interface PasteHandler {
  readonly onPaste: (event: ClipboardEvent) => void;
  /** Why the last paste was not attached; undefined when it was. */
  readonly note: string | undefined;
  readonly clearNote: () => void;
}

export function usePastedImages(): PasteHandler {
  const composer = useComposer();
  const agent = usePanel((panel) => panel.agent.title);
  const acceptsImages = usePanel((panel) => panel.promptCapabilities.image);
  const [note, setNote] = useState<string>();
  const onPaste = (event: ClipboardEvent): void => {
    const { images, refusal } = pastedImages(event.clipboardData, agent, acceptsImages);
    setNote(refusal);
    if (images.length > 0 || refusal !== undefined) event.preventDefault();
    for (const image of images) {
      composer
        .attachWhenRead(readImage(image))
        .catch((error: unknown) => setNote(error instanceof Error ? error.message : String(error)));
    }
  };
  return { onPaste, note, clearNote: () => setNote(undefined) };
}
