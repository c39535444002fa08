// Attaches pasted files and long texts to the draft, and explains what was not attached, or not put into the input.
import type { EditorView } from '@codemirror/view';
import { usePanel } from '../state/panelContext.tsx';
import { attachStrings } from './attach/attachStrings.ts';
import { refusalOf } from './attach/fileBlock.ts';
import { useAttach } from './attach/useAttach.ts';
import { useComposer } from './composerContext.tsx';
import { isAttached, isPastedLong } from './longPaste.ts';
import { pastedAddresses, pastedFiles, pastedPlainText } from './pastedFiles.ts';

export interface PasteHandlers {
  /** Returns whether there is nothing left to paste. */
  readonly onPaste: (event: ClipboardEvent, view: EditorView) => boolean;
  /** Returns whether there is nothing left to put into the input. */
  readonly onDrop: (event: DragEvent, view: EditorView) => boolean;
  readonly onLongText: (text: string) => void;
}

export function usePastedContent(): PasteHandlers {
  const composer = useComposer();
  const title = usePanel((panel) => panel.agent.title);
  const accepts = usePanel((panel) => panel.promptCapabilities);
  const { addFiles, addUris } = useAttach();
  const onLongText = (text: string): void => {
    composer.attachText(text);
    composer.setNote(attachStrings.textAttached(new Blob([text]).size));
  };
  /** Returns whether the text is attached. What is selected stays. */
  const attachLong = (text: string, { state }: EditorView, isPasted: boolean): boolean => {
    const { from, to } = state.selection.main;
    const isLong = isAttached(text, state.doc.length - (to - from) + text.length);
    if (!isLong && !(isPasted && isPastedLong(text))) return false;
    onLongText(text);
    return true;
  };
  const onPaste = ({ clipboardData }: ClipboardEvent, view: EditorView): boolean => {
    if (clipboardData === null) return false;
    composer.setNote(undefined);
    const uris = pastedAddresses(clipboardData);
    if (uris.length > 0) {
      addUris(uris);
      return true;
    }
    const files = pastedFiles(clipboardData);
    const text = pastedPlainText(clipboardData);
    // Text wins over files that cannot be attached.
    const isUseless = files.every((file) => refusalOf(file, { title, accepts }) !== undefined);
    if (files.length > 0 && !(isUseless && text.trim() !== '')) {
      addFiles(files);
      return true;
    }
    if (attachLong(text, view, true)) return true;
    // Plain text is inserted by the input.
    if (text === '' || clipboardData.getData('text/plain') !== '') return false;
    composer.insert(text);
    return true;
  };
  const onDrop = ({ dataTransfer }: DragEvent, view: EditorView): boolean =>
    dataTransfer !== null && attachLong(dataTransfer.getData('text/plain'), view, false);
  return { onPaste, onDrop, onLongText };
}
