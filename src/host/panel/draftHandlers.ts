// Panel messages about what the user has typed and not sent: the drafts have it from then on.
import type { PanelHandlers } from '../chat/panelHandlers.ts';
import type { Drafts } from '../prompt/drafts.ts';

type DraftMessageType = 'draft' | 'edit' | 'edit_end' | 'form' | 'form_end';

export function draftHandlers(drafts: Drafts): Pick<PanelHandlers, DraftMessageType> {
  return {
    draft: ({ key, text, attachments, revision }) => {
      if (attachments !== undefined) drafts.changeAttachments(key, attachments);
      drafts.set(key, text, revision);
    },
    edit: ({ key, edit, attachments }) => drafts.setEdit(key, edit, attachments),
    edit_end: ({ key, of }) => drafts.endEdit(key, of),
    form: ({ key, form }) => drafts.setForm(key, form),
    form_end: ({ key, id }) => drafts.endForm(key, id),
  };
}
