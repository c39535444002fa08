// Pauses the queue while one of its prompts is edited, so that the old text is not sent.
import { useCallback, useEffect, useRef } from 'react';
import { usePanelServices, useSession, useSessionKey } from '../../state/panelContext.tsx';

/** Sends the host what was typed so far, where the user neither saved nor canceled it. */
type SaveTyped = () => void;

/** Registers the field in which a prompt is edited. Returns the function that removes it. */
export type RegisterField = (save: SaveTyped) => () => void;

/**
 * The queue pauses from the first edit to the end of the last. When the page is hidden, which removes it, the text is
 * saved and the queue goes on.
 */
export function useQueuePause(isEditing: boolean): RegisterField {
  const { post } = usePanelServices();
  const key = useSessionKey();
  const isPaused = useSession(({ queueHeld }) => queueHeld);
  const save = useRef<SaveTyped>(undefined);
  /** Whether the queue still is paused only because the host reads an edit before it resumes. */
  const isResuming = useRef(false);
  useEffect(() => {
    isResuming.current = false;
  }, [isPaused]);
  /** Whether the queue is paused for the edits. */
  const isPausedHere = useRef(false);
  // A queue may resume automatically meanwhile, such as after a sign-in.
  useEffect(() => {
    if (!isEditing || (isPaused && !isResuming.current)) return;
    isPausedHere.current = true;
    post({ type: 'queue_pause', key });
  }, [post, key, isEditing, isPaused]);
  useEffect(() => {
    if (!isEditing) return undefined;
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      save.current?.();
      if (!isPausedHere.current) return;
      isPausedHere.current = false;
      isResuming.current = true;
      post({ type: 'queue_resume', key });
    };
    window.addEventListener('pagehide', end);
    return () => {
      window.removeEventListener('pagehide', end);
      end();
    };
  }, [post, key, isEditing]);
  return useCallback((saveTyped) => {
    save.current = saveTyped;
    return () => {
      if (save.current === saveTyped) save.current = undefined;
    };
  }, []);
}
