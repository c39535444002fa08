// The whole panel as a place to drop files on, and what is said while something is dragged over it.
import './dropTarget.css';
import { useEffect, useRef, useState } from 'react';
import { usePanel } from '../../state/panelContext.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useComposer } from '../composerContext.tsx';
import { draftAt } from '../field/editedFields.ts';
import { attachStrings } from './attachStrings.ts';
import { holdsResources } from './droppedItems.ts';
import { useAttach } from './useAttach.ts';

/** `blocked`: VS Code keeps a drag of its own from the panel as long as Shift is not held. */
type DragState = 'none' | 'over' | 'blocked';

/** After the last event of a drag that never reports its end. */
const END_DELAY_MS = 2_000;

export function DropTarget() {
  const state = useDrops();
  const agent = usePanel(({ agent: { title } }) => title);
  const acceptsImages = usePanel(({ promptCapabilities }) => promptCapabilities.image);
  if (state === 'none') return null;
  return (
    <div className="column drop-target" data-testid="drop-target" data-state={state} role="status">
      <div className="row drop-message">
        <Icon name={state === 'over' ? 'attach' : 'info'} />
        <span>{state === 'over' ? attachStrings.dropHere() : attachStrings.holdShift()}</span>
      </div>
      {state === 'over' && !acceptsImages && (
        <span className="dim drop-detail">{attachStrings.dropImagesNotAccepted(agent)}</span>
      )}
    </div>
  );
}

function useDrops(): DragState {
  const composer = useComposer();
  const { addDropped } = useAttach();
  const [state, setState] = useState<DragState>('none');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const show = (next: DragState): void => {
      clearTimeout(timer.current);
      if (next !== 'none') timer.current = setTimeout(() => setState('none'), END_DELAY_MS);
      setState(next);
    };
    const onDragOver = (event: DragEvent): void => {
      const { dataTransfer } = event;
      if (dataTransfer === null || !holdsResources(dataTransfer)) return;
      event.preventDefault();
      event.stopPropagation();
      dataTransfer.dropEffect = 'copy';
      show('over');
    };
    const onDragLeave = (event: DragEvent): void => {
      // To another element of the page.
      if (event.relatedTarget !== null || !holdsResources(event.dataTransfer)) return;
      // VS Code takes the page out of its own drag where the pointer is as soon as Shift is released.
      const { clientX, clientY } = event;
      const isInside =
        clientX > 0 && clientY > 0 && clientX < window.innerWidth - 1 && clientY < window.innerHeight - 1;
      show(isInside ? 'blocked' : 'none');
    };
    const onDrop = (event: DragEvent): void => {
      show('none');
      const { dataTransfer } = event;
      if (dataTransfer === null) return;
      if (holdsResources(dataTransfer)) {
        event.preventDefault();
        event.stopPropagation();
        if (addDropped(dataTransfer, draftAt(event))) return;
      }
      // A field puts text where it is dropped on it.
      if (event.composedPath().some(isField)) return;
      const text = dataTransfer.getData('text/plain');
      if (text === '') return;
      event.preventDefault();
      (draftAt(event) ?? composer).insert(text);
    };
    const onEnd = (): void => show('none');
    const capture = { capture: true };
    document.addEventListener('dragenter', onDragOver, capture);
    document.addEventListener('dragover', onDragOver, capture);
    document.addEventListener('dragleave', onDragLeave, capture);
    document.addEventListener('drop', onDrop, capture);
    document.addEventListener('dragend', onEnd, capture);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('dragenter', onDragOver, capture);
      document.removeEventListener('dragover', onDragOver, capture);
      document.removeEventListener('dragleave', onDragLeave, capture);
      document.removeEventListener('drop', onDrop, capture);
      document.removeEventListener('dragend', onEnd, capture);
    };
  }, [composer, addDropped]);
  return state;
}

function isField(target: EventTarget): boolean {
  return target instanceof Element && target.matches('input, textarea, [contenteditable="true"]');
}
