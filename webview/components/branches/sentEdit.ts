// Ends the edit of an earlier prompt once it is sent in a session of its own.
import type { PanelServices } from '../../panelContext.tsx';

/**
 * Called when the edited prompt is handed to the host; `end` ends the edit. Until its session is shown the edit stays: the
 * host may refuse, and the list may have removed the editor meanwhile.
 */
export function endWhenSent(
  { store }: Pick<PanelServices, 'store'>,
  key: string,
  entryId: string,
  end: () => void,
): void {
  store.setResend({ key, entryId });
  const stop = store.subscribe(() => {
    const { session, requests } = store.view;
    const isRefused = requests.some(
      (request) => request.type === 'resend_refused' && request.key === key && request.entryId === entryId,
    );
    const isSent = session !== undefined && session.key !== key && session.branch?.[0]?.key === key;
    if (!isRefused && !isSent) return;
    stop();
    store.setResend(undefined);
    if (isSent) end();
  });
}
