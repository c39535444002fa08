// What is remembered of an edited prompt while the host sends it, and forgotten when it is sent in a session of its own.
import type { PanelServices } from '../../panelContext.tsx';

/**
 * Called when the edited prompt is handed to the host. Until its session is shown the text is stored: the host may refuse,
 * and the list may have removed the editor meanwhile.
 */
export function forgetEditWhenSent(
  { store, viewState }: Pick<PanelServices, 'store' | 'viewState'>,
  key: string,
  entryId: string,
): void {
  store.setResend({ key, entryId });
  const stop = store.subscribe(() => {
    const { session, resendRefusal } = store.view;
    const isRefused = resendRefusal?.key === key && resendRefusal.entryId === entryId;
    const isSent = session !== undefined && session.key !== key && session.branch?.[0]?.key === key;
    if (!isRefused && !isSent) return;
    stop();
    store.setResend(undefined);
    if (isSent && viewState.edit(key, entryId) !== undefined) viewState.setEdit(key, undefined);
  });
}
