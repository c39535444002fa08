// Ends the edit of an earlier prompt once it is sent in a session of its own.
import type { PanelServices } from '../state/panelContext.tsx';

/**
 * Called when the edited prompt is handed to the host; `end` ends the edit. Until its session is shown the edit stays: the
 * host may refuse, and the list may have removed the editor meanwhile. Nobody wants to hear that the prompt of an edit is
 * refused that the user has cancelled.
 */
export function endWhenSent(
  { store }: Pick<PanelServices, 'store'>,
  key: string,
  entryId: string,
  end: () => void,
): void {
  store.setResend({ key, entryId });
  let isCancelled = false;
  const stop = store.subscribe(() => {
    const { session, requests, resend } = store.view;
    // The user may have cancelled it and sent another one.
    const isOwn = resend?.key === key && resend.entryId === entryId;
    if (isOwn) isCancelled = resend.isCancelled === true;
    const refusal = requests.find(
      (request) => request.type === 'resend_refused' && request.key === key && request.entryId === entryId,
    );
    const isSent = session !== undefined && session.key !== key && session.branch?.[0]?.key === key;
    if (refusal === undefined && !isSent) return;
    stop();
    if (refusal !== undefined && isCancelled) store.take(refusal);
    if (isOwn) store.setResend(undefined);
    if (isSent) end();
  });
}

/** Called when the user cancels the edit of a prompt, which the host may be sending. */
export function cancelSending({ store }: Pick<PanelServices, 'store'>, key: string, entryId: string): void {
  const { resend } = store.view;
  if (resend?.key === key && resend.entryId === entryId) store.setResend({ key, entryId, isCancelled: true });
}
