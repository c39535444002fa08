// What is remembered of an edited prompt: until it is cancelled, or sent in a session of its own.
import { attachmentsOf } from '../../../src/core/mentions/sentMentions.ts';
import type { Prompt } from '../../../src/core/session/entries.ts';
import type { PanelServices } from '../../panelContext.tsx';
import type { PromptEdit } from '../../viewState.ts';

type EditServices = Pick<PanelServices, 'store' | 'viewState' | 'post'>;

/**
 * The edit of a prompt that is not over. VS Code stores the state of a page late, so that after a reload there may be one
 * that the host knows to have ended.
 */
export function openEdit(
  { store, viewState }: Omit<EditServices, 'post'>,
  key: string,
  { id: entryId, content }: Prompt,
): PromptEdit | undefined {
  const edit = viewState.edit(key, entryId, attachmentsOf(content));
  const draft = store.view.panel?.draft;
  if (edit === undefined || draft?.key !== key || draft.endedEdit !== edit.id) return edit;
  viewState.setEdit(key, undefined);
  return undefined;
}

/** The edit was sent or cancelled: it is not begun again. */
export function endEdit({ viewState, post }: Omit<EditServices, 'store'>, key: string, edit: string): void {
  viewState.setEdit(key, undefined);
  post({ type: 'edit_ended', key, edit });
}

/**
 * Called when the edited prompt is handed to the host. Until its session is shown the text is stored: the host may refuse,
 * and the list may have removed the editor meanwhile.
 */
export function endEditWhenSent(
  services: EditServices,
  key: string,
  { entryId, id, sent }: PromptEdit,
): void {
  const { store, viewState } = services;
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
    if (isSent && viewState.edit(key, entryId, sent)?.id === id) endEdit(services, key, id);
  });
}
