// What the composer does while its draft is in an editor.
import { usePanel, usePost, useSessionKey } from '../state/panelContext.tsx';

/** Whether the draft of the shown session is in an editor: then it is changed there. */
export function useIsInEditor(): boolean {
  const key = useSessionKey();
  return usePanel(({ draft }) => draft.isInEditor === true && draft.key === key);
}

/** Returns the function that sends what is in the editor, and closes it. */
export function useSendFromEditor(): () => void {
  const post = usePost();
  const key = useSessionKey();
  return () => post({ type: 'end_compose', key, action: 'send' });
}
